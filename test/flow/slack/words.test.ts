import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { zhCN } from "../../../src/text/zh-cn/index.ts";
import type { Member } from "../../support/fake-slack/member.ts";
import type { FakeEphemeral, FakeMessage } from "../../support/fake-slack/world.ts";
import { createsAt, videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";
import { filesOf, startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

let world: SlackEasel;

beforeAll(async () => {
  world = await startSlackEasel("socket");
});
beforeEach(() => world.nextChannel());
afterAll(() => world.stop());

async function prompts(): Promise<string[]> {
  const creates = await createsAt(world.easel.sandboxUrl);
  return creates.map(({ body }) => String(JSON.parse(body).prompt));
}

describe("options in a slash command's line", () => {
  it.each([
    ["owl -- size 1K", "Did you mean --size 1K?"],
    ["owl —size 1K", "Did you mean --size 1K?"],
    ["owl --ar 16:9", "Did you mean --aspect_ratio?"],
    ["owl --sise 1K", "Did you mean --size?"],
    ["owl --size 1K --size 2K", "is given twice: “1K” and “2K”"],
    ["owl --count many", "a whole number from 1 to 10"],
    ['owl --size "2K', "quotation mark"],
  ])("%j is answered in private, and nothing is made", async (line, told) => {
    const before = await prompts();
    const { acknowledged } = await world.max.slash(world.channel.id, "/imagine", line).outcome;
    expect(acknowledged).toBe(true);
    expect(world.slack.privately(world.max.user.id).at(-1)).toContain(told);
    expect(await prompts()).toEqual(before);
    expect(world.slack.said(world.channel.id)).toEqual([]);
  });

  it("are explained in the person's language", async () => {
    const li = world.slack.join({ name: "li", displayName: "Li", locale: "zh-CN" });
    await li.slash(world.channel.id, "/imagine", "狐狸—size 2K").outcome;
    expect(world.slack.privately(li.user.id).at(-1)).toContain("你是指 --size 2K 吗？");
  });

  it("that are dashes in prose are part of the prompt", async () => {
    const prompt = "a fox -- red as fire — at night";
    await world.max.slash(world.channel.id, "/imagine", `${prompt} --size 512x512`).outcome;
    expect(filesOf(world.slack, await world.result(prompt))).toHaveLength(1);
  });
});

/** The newest private answer with buttons to a person. */
function questionTo(member: Member): Promise<FakeEphemeral> {
  return world.see("a question", () =>
    world.slack.world.ephemerals.findLast(
      (one) => one.userId === member.user.id && world.slack.buttons(one).length > 0 && one.channel === world.channel.id,
    ),
  );
}

const press = (member: Member, question: FakeEphemeral | FakeMessage, label: string) => {
  const button = world.slack.buttons(question).find((one) => one.label === label);
  return member.press({ channel: question.channel, ts: "1.000001" }, button?.id ?? "").outcome;
};

async function made(prompt: string): Promise<FakeMessage> {
  await world.max.slash(world.channel.id, "/imagine", prompt).outcome;
  const result = await world.result(prompt);
  await world.settled();
  return result;
}

describe("ordinary talk", () => {
  it.each(["hi", "thanks, great!", "a violet fox"])(
    "to Easel, %j, is answered in private with what could be made, and spends nothing",
    async (words) => {
      const before = await prompts();
      await world.max.mention(world.channel.id, words).outcome;
      const question = await questionTo(world.max);
      const text = world.slack.read(question);
      expect(text).toContain(en.talk.question(words));
      expect(text).toContain("Make it: 1 picture, with provider-a/image-2");
      expect(text).toContain("Make a clip: a clip of 5 s, with ");
      expect(world.slack.buttons(question).map(({ label }) => label)).toEqual(["Make it", "Make a clip"]);
      expect(await prompts()).toEqual(before);
      expect(world.slack.said(world.channel.id)).toEqual([]);
    },
  );

  it("that mentions a person with options in their name leads to the same question", async () => {
    const mal = world.slack.join({ name: "mal", displayName: "Mal --count 10 --size 4K #2" });
    const before = await prompts();
    await world.max.mention(world.channel.id, `a birthday card for <@${mal.user.id}>`).outcome;
    const text = world.slack.read(await questionTo(world.max));
    expect(text).toContain(en.talk.question("a birthday card for @Mal count 10 size 4K 2"));
    expect(text).toContain("Make it: 1 picture, with provider-a/image-2");
    expect(await prompts()).toEqual(before);
    expect(world.slack.said(world.channel.id)).toEqual([]);
  });

  it("becomes a picture by its button, once, and only for its author", async () => {
    await world.max.mention(world.channel.id, "an orange fox").outcome;
    const question = await questionTo(world.max);
    await press(world.ada, question, "Make it");
    await world.see(
      "the refusal",
      () => world.slack.privately(world.ada.user.id).includes(en.confirm.gone) || undefined,
    );
    expect(await prompts()).not.toContain("an orange fox");
    await Promise.all([press(world.max, question, "Make it"), press(world.max, question, "Make it")]);
    await world.result("an orange fox");
    await world.see("no buttons", () => (world.slack.buttons(question).length === 0 ? true : undefined));
    expect([en.confirm.said.make, en.confirm.already.make]).toContain(world.slack.read(question));
    await world.settled();
    expect((await prompts()).filter((prompt) => prompt === "an orange fox")).toHaveLength(1);
  });

  it("becomes a clip by the other button", async () => {
    await world.max.mention(world.channel.id, "a running fox").outcome;
    await press(world.max, await questionTo(world.max), "Make a clip");
    await world.result("a running fox");
    expect(await videoCreatesAt(world.easel.sandboxUrl, "a running fox")).toHaveLength(1);
  });

  it("in a thread leads to a question in that thread, and is made there", async () => {
    const root = world.ada.say(world.channel.id, "what shall we draw?");
    await root.outcome;
    await world.max.mention(world.channel.id, "a threaded fox", { thread: root.message.ts }).outcome;
    const question = await questionTo(world.max);
    expect(question.threadTs).toBe(root.message.ts);
    await press(world.max, question, "Make it");
    expect((await world.result("a threaded fox")).threadTs).toBe(root.message.ts);
  });

  it("of another member in a result's thread is not for Easel, and a mention there changes the picture", async () => {
    const result = await made("a public fox");
    const [before, told] = [await prompts(), world.slack.world.ephemerals.length];
    for (const words of ["haha nice one", "thanks, great!", "make it blue", "help"]) {
      expect((await world.ada.say(world.channel.id, words, { thread: result.ts }).outcome).acknowledged).toBe(true);
    }
    await world.max.say(world.channel.id, "a fox --size 1K").outcome;
    await world.settled();
    expect(await prompts()).toEqual(before);
    expect(world.slack.world.ephemerals).toHaveLength(told);
    await world.ada.mention(world.channel.id, "make it green", { thread: result.ts }).outcome;
    await world.result("make it green");
  });

  it("in a direct message leads to a question too, but a reply to a picture there does not", async () => {
    const direct = world.slack.directWith(world.max);
    await world.max.say(direct.id, "a direct fox").outcome;
    const question = await world.see("a question", () =>
      // An ordinary message: a private one would disappear when Slack reloads.
      world.slack.said(direct.id).find((one) => world.slack.buttons(one).length > 0),
    );
    expect(await prompts()).not.toContain("a direct fox");
    await press(world.max, question, "Make it");
    const result = await world.result("a direct fox");
    await world.settled();
    await world.max.say(direct.id, "make it small", { thread: result.ts }).outcome;
    await world.result("make it small");
  });

  it.each(["help", "?", "帮助"])("that asks for help, %j, gets it", async (words) => {
    const before = await prompts();
    await world.max.mention(world.channel.id, words).outcome;
    expect(world.slack.privately(world.max.user.id).at(-1)).toContain("Easel makes pictures and clips");
    const direct = world.slack.directWith(world.max).id;
    await world.max.say(direct, words).outcome;
    const [help] = world.slack.said(direct).slice(-1);
    expect(help && world.slack.read(help)).toContain("Easel makes pictures and clips");
    expect(await prompts()).toEqual(before);
  });

  it("is asked about in the person's language", async () => {
    const li = world.slack.join({ name: "li-wei", displayName: "Li Wei", locale: "zh-CN" });
    await li.mention(world.channel.id, "一只红狐狸").outcome;
    const question = await questionTo(li);
    expect(world.slack.read(question)).toContain(zhCN.talk.question("一只红狐狸"));
    await press(li, question, zhCN.talk.makeIt);
    await world.result("一只红狐狸");
  });
});

it("with the workspace's `talk make`, mentions are made immediately, unless the channel says otherwise", async () => {
  const tellAda = async (line: string, command = "/easel-admin"): Promise<string> => {
    await world.ada.slash(world.channel.id, command, line).outcome;
    return world.slack.privately(world.ada.user.id).at(-1) ?? "";
  };
  const say = en.settingValue.talk;
  const holds = async (value: string): Promise<void> => {
    await expect.poll(() => tellAda("limits", "/easel")).toContain(`${en.settings.talk}: ${value} (`);
  };
  expect(await tellAda("workspace show")).toContain("No rules are set");
  expect(await tellAda("workspace talk make")).toContain(say.make);
  expect(await tellAda("workspace show")).toContain(`${en.settings.talk}: ${say.make}`);
  await holds(say.make);
  await world.max.mention(world.channel.id, "a quick fox").outcome;
  await world.result("a quick fox");
  expect(await tellAda("channel talk ask")).toContain(say.ask);
  await holds(say.ask);
  await world.max.mention(world.channel.id, "a slow fox").outcome;
  expect(world.slack.read(await questionTo(world.max))).toContain("a slow fox");
  expect(await prompts()).not.toContain("a slow fox");
  expect(await tellAda("channel talk sometimes")).toContain("ask, make, none");
  await tellAda("workspace talk none");
});
