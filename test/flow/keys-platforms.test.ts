import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseDump } from "../support/database-dump.ts";
import { startDiscordEasel, type DiscordEasel } from "../support/discord-easel.ts";
import { modalOf } from "../support/fake-discord/interactions.ts";
import type { Acted } from "../support/fake-discord/person.ts";
import type { FakeMessage } from "../support/fake-discord/world.ts";
import { hurriedClock } from "../support/hurried-clock.ts";
import { startSlackEasel, type SlackEasel } from "../support/slack-easel.ts";

const OVERRIDES = { clock: hurriedClock } as const;
const WRONG = "sk-nobody-knows-this-one-0815";

describe("keys on Discord", () => {
  let here: DiscordEasel;

  beforeAll(async () => {
    here = await startDiscordEasel({ overrides: OVERRIDES });
  });
  afterAll(() => here.stop());

  const answerTo = ({ interaction }: Acted): Promise<FakeMessage> =>
    here.discord.until("the answer", () =>
      [interaction.original, ...interaction.followUps].find(
        (message) => message && message.visibleTo === interaction.user.id && message.content !== "",
      ),
    );

  it("are entered in a form, and nothing of it is seen by anyone else", async () => {
    const ada = here.discord.as(here.ada, here.channel);
    const asked = ada.command("easel-admin keys add");
    await asked.answered;
    expect(modalOf(asked.interaction).components).toHaveLength(5);
    const wrong = ada.submit(asked, { name: "studio", secret: WRONG });
    expect((await answerTo(wrong)).content).toContain("does not know this key");
    const entered = ada.submit(asked, { name: "studio", secret: "sk-sandbox-images" });
    expect((await answerTo(entered)).content).toContain("**studio** `sk-…ages` is entered: pictures");
    const max = here.discord.as(here.max, here.channel);
    expect(max.sees()).toEqual([]);
    expect((await answerTo(max.command("easel-admin keys list"))).content).toContain("for admins");
    expect(await databaseDump(here.easel.databaseUrl)).not.toMatch(/sk-nobody|sk-sandbox/);
  });

  it("have a doctor who keeps the operator's code to the operator", async () => {
    const ada = here.discord.as(here.ada, here.channel);
    const { content } = await answerTo(ada.command("easel-admin doctor"));
    expect(content).toContain("Gateway for pictures: the sandbox");
    expect(content).toContain("Message Content Intent");
    expect(content).not.toContain("claim");
  });

  it("offer their names where one is asked for", async () => {
    const ada = here.discord.as(here.ada, here.channel);
    const typed = ada.typing("easel-admin keys disable", "key", "stu");
    const callback = await typed.answered;
    expect(callback).toMatchObject({ data: { choices: [{ value: "studio", name: "studio sk-…ages" }] } });
  });

  it("are told of in the audit, which comes as a file", async () => {
    const ada = here.discord.as(here.ada, here.channel);
    expect((await answerTo(ada.command("easel-admin audit", { what: "key" }))).content).toContain("`key.added`");
    const file = await answerTo(ada.command("easel-admin audit", { csv: true }));
    expect(file.attachments).toMatchObject([{ filename: "audit.csv" }]);
    expect(String(file.attachments[0]?.content)).toMatch(
      /^\uFEFFid,at,who,[^\n]+\r\n\d+,[^\n]+,Ada,[^\n]+,key\.added,/,
    );
    const others = here.discord.as(here.max, here.channel).sees();
    expect(others.filter((message) => message.visibleTo === undefined)).toEqual([]);
  });
});

describe("keys in Slack", () => {
  let world: SlackEasel;

  beforeAll(async () => {
    world = await startSlackEasel("socket", {}, OVERRIDES);
  });
  afterAll(() => world.stop());

  const heard = (text: string) =>
    world.see(text, () => world.slack.world.ephemerals.find((one) => one.text.includes(text)));

  it("are entered in a form that says at its field what is wrong", async () => {
    const { ada, channel } = world;
    await ada.slash(channel.id, "/easel-admin", "keys add").outcome;
    const form = await world.see("a form", () => ada.view());
    await ada.submit({ name: "studio", secret: WRONG }).outcome;
    expect(form.errors).toMatchObject({ secret: expect.stringContaining("does not know this key") });
    await ada.submit({ name: "studio", secret: "sk-sandbox-images" }).outcome;
    await world.see("the answer", () =>
      JSON.stringify(ada.view()?.view.blocks).includes("is entered") ? true : undefined,
    );
    expect(await databaseDump(world.easel.databaseUrl)).not.toMatch(/sk-nobody|sk-sandbox/);
  });

  it("are refused in a line of text", async () => {
    await world.ada.slash(world.channel.id, "/easel-admin", `keys add ${WRONG}`).outcome;
    await heard("revoke it at the gateway");
    expect(JSON.stringify(world.slack.world.ephemerals)).not.toContain("nobody-knows");
  });

  it("are told of in the audit, whose file comes directly", async () => {
    const { ada, slack, channel } = world;
    await ada.slash(channel.id, "/easel-admin", "audit --csv").outcome;
    await heard("in your direct messages");
    const file = await world.see("the file", () =>
      [...slack.world.files.values()].find((one) => one.shares.length > 0),
    );
    expect(file.name).toBe("audit.csv");
    expect(file.content.toString("utf8")).toContain("key.added");
    const [share] = file.shares;
    expect(slack.world.channels.get(share?.channel ?? "")?.kind).toBe("im");
  });
});
