import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { en } from "../../../../src/text/en/index.ts";
import { directChannel, type FakeEphemeral } from "../../../support/fake-slack/world.ts";
import { createsAt } from "../../../support/gateway/sandbox-calls.ts";
import { resultsFor, startSlackEasel, type SlackEasel } from "../../../support/slack/slack-easel.ts";

let world: SlackEasel;

beforeAll(async () => {
  world = await startSlackEasel("socket", {}, { sandboxSpeed: 0, sandboxMedia: "tiny" });
});
afterAll(() => world.stop());
beforeEach(() => world.nextChannel());

/** The private answers to Max during an act. */
async function told(act: () => Promise<unknown>): Promise<FakeEphemeral> {
  const { ephemerals } = world.slack.world;
  const before = ephemerals.length;
  await act();
  return world.see("a private answer", () =>
    ephemerals.slice(before).find(({ userId }) => userId === world.max.user.id),
  );
}

async function press(answer: FakeEphemeral, label: string): Promise<void> {
  const button = world.slack.buttons(answer).find((one) => one.label === label);
  await world.max.press({ channel: answer.channel, ts: "1.000001" }, button?.id ?? "").outcome;
}

describe("a mention in a channel", () => {
  it("is answered in its thread, where the next one changes the result", async () => {
    const { slack, max, channel } = world;
    const said = max.mention(channel.id, "/imagine a threaded heron");
    await said.outcome;
    const result = await world.result("a threaded heron");
    expect(result.threadTs).toBe(said.message.ts);
    await world.settled();
    expect(slack.said(channel.id).map(({ threadTs }) => threadTs)).toEqual([said.message.ts]);
    await max.mention(channel.id, "make it red", { thread: said.message.ts }).outcome;
    const changed = await world.result("make it red");
    expect(changed.threadTs).toBe(said.message.ts);
  });

  it("shows its result's recipe from its own menu", async () => {
    const { slack, max, channel } = world;
    const said = max.mention(channel.id, "/imagine a heron with a recipe");
    await said.outcome;
    await world.result("a heron with a recipe");
    await world.settled();
    const answer = await told(() => max.shortcut(said.message, "recipe").outcome);
    expect(slack.read(answer)).toContain("a heron with a recipe");
  });

  it("that needs a confirmation is asked about privately in the channel, and made in its thread", async () => {
    const { max, channel } = world;
    const said = max.mention(channel.id, "a heron to talk about");
    const question = await told(() => said.outcome);
    expect(question.threadTs).toBeUndefined();
    await press(question, "Make it");
    expect((await world.result("a heron to talk about")).threadTs).toBe(said.message.ts);
  });

  it("that is refused can be changed in a form, and is then made in its thread", async () => {
    const { slack, max, channel } = world;
    const said = max.mention(channel.id, "/imagine a refused heron --count 40");
    const refusal = await told(() => said.outcome);
    expect(slack.read(refusal)).toContain("1 to 10");
    await press(refusal, en.result.changeRequest);
    await max.submit({ prompt: "a changed heron" }).outcome;
    expect((await world.result("a changed heron")).threadTs).toBe(said.message.ts);
  });

  it("whose prompt is too long for a form keeps all of it there", async () => {
    const { max, channel, easel } = world;
    const prompt = `${"a very long heron ".repeat(200)}with a hat`;
    const said = max.mention(channel.id, `/imagine ${prompt} --count 40`);
    await press(await told(() => said.outcome), en.result.changeRequest);
    await max.submit({ count: "1" }).outcome;
    const bodies = async () => (await createsAt(easel.sandboxUrl)).map(({ body }) => String(JSON.parse(body).prompt));
    await expect.poll(bodies, { timeout: 30_000 }).toContain(prompt);
    expect((await bodies()).filter((one) => one.includes("…"))).toEqual([]);
  });

  it("whose list is paged still shows it only to its author", async () => {
    const { slack, max, channel } = world;
    const answer = await told(() => max.mention(channel.id, "/jobs --scope channel").outcome);
    const ids = slack.buttons(answer).map(({ id }) => id);
    expect(ids).toContain("jobs:list:channel:0");
    await press(answer, en.jobs.refresh);
    expect(slack.buttons(answer).map(({ id }) => id)).toEqual(ids);
    expect(slack.said(channel.id)).toEqual([]);
  });
});

it("a direct message is answered without a thread", async () => {
  const { slack, max } = world;
  const direct = directChannel(slack.world, max.user.id);
  await max.say(direct.id, "/imagine a direct heron").outcome;
  const result = await world.result("a direct heron");
  expect(result).toMatchObject({ channel: direct.id, threadTs: undefined });
  expect(resultsFor(slack, "a direct heron")).toHaveLength(1);
});
