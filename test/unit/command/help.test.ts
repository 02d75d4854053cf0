import { expect, it } from "vitest";
import { commands } from "../../../commands/index.ts";
import { viewTexts, type Message } from "../../../src/core/chat/message.ts";
import { en } from "../../../src/text/en/index.ts";
import { zhCN } from "../../../src/text/zh-cn/index.ts";
import { ADA, aCommand, aPress, aText, MAX } from "../../support/commands.ts";
import { setUpDispatch as setUp } from "../../support/dispatching.ts";

it.each(["/easel", "/easel help"])("%s lists every command in a line, and leads to each", async (text) => {
  const { send, said, responder } = setUp();
  await send(aText(text));
  const topics = responder.answers[0]?.menus?.flatMap(({ choices }) => choices.map(({ id }) => id));
  for (const { spec } of commands.filter((command) => !command.spec.adminOnly)) {
    const [first = "", second] = spec.name.split(" ");
    expect(said()).toContain(`**/${first}**`);
    if (second !== undefined) expect(said()).toContain(`\`${second}\``);
    expect(topics).toContain(`help:${first}`);
  }
  expect(said()).not.toContain("--aspect_ratio");
  expect(said().split("\n").length).toBeLessThan(20);
});

it.each([
  [en, "en", true, en.help.replies],
  [en, "en", undefined, en.help.mentioningReplies],
  [zhCN, "zh-CN", true, zhCN.help.replies],
  [zhCN, "zh-CN", undefined, zhCN.help.mentioningReplies],
] as const)("/easel help says whether a reply needs a mention here", async (texts, locale, hearsReplies, replies) => {
  const { send, said } = setUp(hearsReplies ? { hearsReplies } : {});
  await send(aText("/easel help", { actor: { ...MAX, locale } }));
  expect(said()).toContain(`${replies} ${texts.help.replyOptions}`);
});

it("/easel help leads from topic to topic, in place", async () => {
  const { send, responder } = setUp();
  const shown = (): Message => responder.closings.at(-1) ?? { text: "" };
  await send(aText("/easel help", { actor: ADA }));
  await send(aPress("help:easel-admin channel", { actor: ADA }));
  expect(shown().text).toBe(`**/easel-admin channel** · ${en.commandGroups["easel-admin channel"]}`);
  const choices = shown().menus?.[0]?.choices;
  expect(choices).toContainEqual({
    id: "help:easel-admin channel models",
    label: "/easel-admin channel models",
  });
  await send(aPress("help:easel-admin channel models", { actor: ADA }));
  expect(viewTexts(shown())).toContain("`--allow`");
  expect(shown().buttons).toMatchObject([{ id: "help:easel-admin channel", label: en.help.back }]);
  await send(aPress("help:", { actor: ADA }));
  expect(shown().text).toContain(en.help.title);
  expect(responder.answers).toHaveLength(1);
});

it("the topics of admins do not exist for others", async () => {
  const { send, said, responder } = setUp();
  await send(aText("/easel help"));
  const topics = responder.answers[0]?.menus?.flatMap(({ choices }) => choices.map(({ id }) => id));
  expect(topics).not.toContain("help:easel-admin channel");
  await send(aPress("help:easel-admin channel models"));
  expect(said()).toContain(en.help.noTopic("easel-admin channel models"));
  expect(responder.closings).toEqual([]);
});

it("/easel help is in its reader's language", async () => {
  const { send, said, responder } = setUp();
  const actor = { ...MAX, locale: "zh-CN" } as const;
  await send(aText("/easel help", { actor }));
  expect(said()).toContain(zhCN.help.title);
  expect(responder.answers[0]?.buttons?.map(({ label }) => label)).toEqual([zhCN.help.models, zhCN.help.jobs]);
  await send(aPress("help:video", { actor }));
  expect(responder.closings[0]?.text).toBe(`**/video** · ${zhCN.commands.video}`);
});

it("/easel help explains one command, or all that begin with its words", async () => {
  const { send, said } = setUp();
  await send(aText("/easel help /Imagine"));
  expect(said()).toContain("**/imagine**");
  expect(said()).toContain("--aspect_ratio");
  expect(said()).not.toContain("**/video**");
  await send(aCommand("easel help", { topic: "easel" }));
  expect(said()).toContain("**/easel help**");
});

it.each(["/easel help jobs cancel", "/easel help /jobs"])("%s explains the command with these words", async (text) => {
  const { send, said } = setUp();
  await send(aText(text));
  expect(said()).toContain(`**/jobs** · ${en.commands.jobs}`);
  expect(said()).toContain(`\`--scope\` ${en.optionsIn.jobs.scope}`);
});

it.each(["/easel-admin help", "/easel-admin channel help", "/easel-admin channel", "/easel-admin channel ?"])(
  "%s lists the commands below",
  async (text) => {
    // Where answers have buttons, a bare `/easel-admin channel` shows the channel's rules.
    const { send, said } = setUp({ forms: false });
    await send(aText(text, { actor: ADA }));
    expect(said()).toContain("models");
    expect(said()).not.toContain("There is no command");
  },
);

it("help explains how to give files, and never suggests typing a key", async () => {
  const { send, said } = setUp();
  await send(aText("/easel help edit"));
  expect(said()).toContain("`--image` A picture to edit: attach it, or write `--image` and a link");
  expect(said()).toContain("number or name among the attached files");
  await send(aText("/easel help easel key"));
  expect(said()).not.toContain("secret");
});

it("/easel help for an unknown command says so", async () => {
  const { send, said } = setUp();
  await send(aText("/easel help *xyzzy*"));
  expect(said()).toBe(en.help.noTopic("\\*xyzzy\\*"));
});

it.each([
  ["/easel-admin channel models help", "easel-admin channel models", "--allow"],
  ["/easel-admin quota set ?", "easel-admin quota set", "--amount"],
  ["/preset delete 帮助", "preset delete", "--preset"],
  ["/imagine help", "imagine", "--aspect_ratio"],
  ["/jobs --help", "jobs", "--scope"],
] as const)("%s shows that command's help, and does nothing else", async (text, name, option) => {
  const typed = setUp();
  await typed.send(aText(text, { actor: ADA }));
  const said = typed.said();
  expect(said).toMatch(new RegExp(`^\\*\\*/${name}\\*\\* · `));
  expect(said).toContain(option);
  expect(typed.world.requests).toEqual([]);
  const picked = setUp();
  await picked.send({ ...aCommand(name, {}), actor: ADA, line: text.split(" ").at(-1) ?? "" });
  expect(picked.said()).toBe(said);
});

it("help for admin commands is for admins only", async () => {
  const { send, said } = setUp();
  await send(aText("/easel-admin channel models help"));
  expect(said()).toContain("for admins");
});

it("/easel help help is help, but a prompt that only begins with it is not", async () => {
  const { send, said, world } = setUp();
  await send(aText("/easel help help"));
  expect(said()).toContain(en.help.title);
  await send(aText("/imagine help arrives at dawn"));
  expect(world.requests).toHaveLength(1);
});
