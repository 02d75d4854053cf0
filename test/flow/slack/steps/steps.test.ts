import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { STEP_BOUNDS } from "../../../../src/platforms/slack/store/step-store.ts";
import { en } from "../../../../src/text/en/index.ts";
import { stepTextsFor } from "../../../../src/text/render/steps/step-texts.ts";
import { createsAt } from "../../../support/gateway/sandbox-calls.ts";
import type { Member } from "../../../support/fake-slack/member.ts";
import type { FakeExecution, FakeMessage } from "../../../support/fake-slack/world.ts";
import { startSlackEasel, type SlackEasel } from "../../../support/slack/slack-easel.ts";

let world: SlackEasel;
const say = stepTextsFor("en");

beforeAll(async () => {
  world = await startSlackEasel("socket", {}, { sandboxSpeed: 0, sandboxMedia: "tiny" });
});
afterAll(() => world.stop());
beforeEach(() => world.nextChannel());

let people = 0;
function someone(): Member {
  people += 1;
  return world.slack.join({ name: `person-${people}` });
}

function inputsOf(person: Member, prompt: string, more: Readonly<Record<string, unknown>> = {}) {
  return { person: person.user.id, channel: world.channel.id, prompt, ...more };
}

/** The direct message that asks a person. */
async function questionTo(person: Member, prompt: string): Promise<FakeMessage> {
  const { slack } = world;
  return world.see(`the question about ${prompt}`, () =>
    slack.messages(slack.directWith(person).id).find((message) => slack.read(message).includes(prompt)),
  );
}

async function press(person: Member, question: FakeMessage, label: string): Promise<void> {
  const button = world.slack.buttons(question).find((one) => one.label === label);
  await person.press(question, button?.id ?? `no button ${label}`).outcome;
}

function ended(execution: FakeExecution): Promise<FakeExecution> {
  return world.see("the step's end", () => (execution.state === "running" ? undefined : execution));
}

async function promptsMade(): Promise<string[]> {
  const creates = await createsAt(world.easel.sandboxUrl);
  return creates.map(({ body }) => String(JSON.parse(body).prompt));
}

describe("a step of a workflow", () => {
  it("asks the person whom it names, posts what they agreed to, and returns its link", async () => {
    const { slack } = world;
    const kim = someone();
    const prompt = "a heron at dawn --count 9 <https://evil.example|free>";
    const step = slack.runStep("make_picture", inputsOf(kim, prompt, { count: 2 }));
    expect((await step.outcome).acknowledged).toBe(true);
    const question = await questionTo(kim, "a heron at dawn");
    // All of it is shown as written, and nothing in it counts as an option.
    expect(slack.read(question)).toContain(prompt);
    expect(slack.read(question)).toContain("2 pictures");
    expect(slack.read(question)).toContain("A workflow asks for this in your name");
    expect(JSON.stringify(question.blocks)).not.toContain('"link"');
    expect(await promptsMade()).not.toContain(prompt);
    await press(kim, question, en.talk.makeIt);
    const { state, outputs } = await ended(step.execution);
    const result = await world.result(prompt);
    expect(result.channel).toBe(world.channel.id);
    expect({ state, outputs }).toEqual({
      state: "succeeded",
      outputs: { link: slack.linkTo(result), prompt, made: 2 },
    });
  });

  it("makes a clip", async () => {
    const kim = someone();
    const step = world.slack.runStep("make_clip", inputsOf(kim, "a heron takes off", { seconds: 5 }));
    await press(kim, await questionTo(kim, "a heron takes off"), en.talk.makeClip);
    expect(await ended(step.execution)).toMatchObject({ state: "succeeded", outputs: { made: 1 } });
  });

  it("fails with the reason if nothing could be made", async () => {
    const kim = someone();
    const prompt = "a heron [fail:content_policy]";
    const step = world.slack.runStep("make_picture", inputsOf(kim, prompt));
    await press(kim, await questionTo(kim, "a heron"), en.talk.makeIt);
    const { state, error } = await ended(step.execution);
    expect({ state, error }).toEqual({ state: "failed", error: "The gateway reported an internal failure." });
  });

  it("fails if the person declines, and then makes nothing", async () => {
    const kim = someone();
    const step = world.slack.runStep("make_picture", inputsOf(kim, "a heron that nobody wants"));
    const question = await questionTo(kim, "a heron that nobody wants");
    const makeIt = world.slack.buttons(question).find(({ label }) => label === en.talk.makeIt);
    await press(kim, question, en.confirm.decline);
    expect(await ended(step.execution)).toMatchObject({ state: "failed", error: say.notAgreed });
    expect(world.slack.read(question)).toContain(en.confirm.declined);
    await kim.press({ channel: question.channel, ts: question.ts }, makeIt?.id ?? "", "button:make").outcome;
    expect(await promptsMade()).not.toContain("a heron that nobody wants");
  });

  it("can be agreed to and declined only by the person whom it names", async () => {
    const kim = someone();
    const step = world.slack.runStep("make_picture", inputsOf(kim, "a heron of kim's"));
    const question = await questionTo(kim, "a heron of kim's");
    for (const { id } of world.slack.buttons(question)) {
      const place = { channel: world.channel.id, ts: "1.000001" };
      await someone().press(place, id, `button:${id}`).outcome;
    }
    expect(step.execution.state).toBe("running");
    await press(kim, question, en.talk.makeIt);
    expect(await ended(step.execution)).toMatchObject({ state: "succeeded" });
  });

  it("asks once, however often Slack delivers it", async () => {
    const { slack } = world;
    const kim = someone();
    const step = slack.runStep("make_picture", inputsOf(kim, "a heron once"));
    await step.outcome;
    expect((await step.again()).acknowledged).toBe(true);
    const question = await questionTo(kim, "a heron once");
    expect(slack.messages(question.channel)).toHaveLength(1);
    await press(kim, question, en.talk.makeIt);
    await ended(step.execution);
    await step.again();
    expect((await promptsMade()).filter((prompt) => prompt === "a heron once")).toHaveLength(1);
    const told = slack
      .calls("functions.completeSuccess")
      .filter(({ args }) => args["function_execution_id"] === step.execution.id);
    expect(told.map(({ outcome }) => outcome)).toEqual(["ok"]);
  });

  it("names a model that does not exist", async () => {
    const step = world.slack.runStep("make_picture", inputsOf(someone(), "a heron", { model: "no-such-model" }));
    expect((await ended(step.execution)).error).toContain("no-such-model");
  });

  it("reaches no channel that the person can't read, and none that Easel is not in", async () => {
    const { slack } = world;
    const kim = someone();
    const bot = slack.world.bot.userId;
    const secret = slack.addChannel({ name: "board", kind: "group", members: [bot] });
    const closed = slack.addChannel({ name: "closed", members: [kim.user.id] });
    const theirs = slack.runStep("make_picture", { ...inputsOf(kim, "a heron"), channel: secret.id });
    expect((await ended(theirs.execution)).error).toBe(say.notTheirs);
    const not = slack.runStep("make_picture", { ...inputsOf(kim, "a heron"), channel: closed.id });
    expect((await ended(not.execution)).error).toContain("/invite");
    const direct = slack.runStep("make_picture", { ...inputsOf(kim, "a heron"), channel: slack.directWith(kim).id });
    expect((await ended(direct.execution)).error).toBe(say.noChannel);
    expect(slack.messages(slack.directWith(kim).id)).toEqual([]);
  });

  it("asks nobody of another workspace, and refuses what could not be read whole", async () => {
    const { slack } = world;
    const stranger = slack.join({ name: "stranger", isStranger: true, teamId: "T0THER" });
    const asked = slack.runStep("make_picture", inputsOf(stranger, "a heron"));
    expect((await ended(asked.execution)).error).toContain("only for members");
    const long = slack.runStep("make_picture", inputsOf(someone(), "x".repeat(5_000)));
    expect((await ended(long.execution)).error).toBe(say.tooLong(1_500));
  });

  it("waits for an admin if the person asks for more than a quota", async () => {
    const { slack, ada } = world;
    const kim = someone();
    const prompt = "herons above a quota";
    await ada.slash(world.channel.id, "/easel-admin", "quota set --amount 1 --unit images --span day --scope channel")
      .outcome;
    const step = slack.runStep("make_picture", inputsOf(kim, prompt, { count: 2 }));
    const question = await questionTo(kim, prompt);
    await press(kim, question, en.talk.makeIt);
    const over = await world.see("the refusal", () =>
      [...slack.world.messages, ...slack.world.ephemerals].find((one) =>
        slack.buttons(one).some(({ label }) => label === en.confirm.askAdmin),
      ),
    );
    const ask = slack.buttons(over).find(({ label }) => label === en.confirm.askAdmin)?.id ?? "";
    await kim.press({ channel: question.channel, ts: question.ts }, ask, `button:${ask}`).outcome;
    const approve = await world.see("the question to admins", () =>
      slack.messages().find((one) => slack.buttons(one).some(({ id }) => id.startsWith("approve:"))),
    );
    expect(step.execution.state).toBe("running");
    await ada.press(approve, slack.buttons(approve).find(({ id }) => id.startsWith("approve:"))?.id ?? "").outcome;
    expect(await ended(step.execution)).toMatchObject({ state: "succeeded", outputs: { made: 2, prompt } });
  });

  it("asks nobody more often than its bounds allow", async () => {
    const kim = someone();
    const { openOfPerson } = STEP_BOUNDS;
    const steps = Array.from({ length: openOfPerson + 2 }, (_, n) =>
      world.slack.runStep("make_picture", inputsOf(kim, `heron number ${n}`)),
    );
    await Promise.all(steps.map(({ outcome }) => outcome));
    await world.see("two refusals", () => steps.filter(({ execution }) => execution.error === say.tooMany)[1]);
    expect(steps.filter(({ execution }) => execution.state === "running")).toHaveLength(openOfPerson);
    expect(world.slack.messages(world.slack.directWith(kim).id)).toHaveLength(openOfPerson);
  });
});
