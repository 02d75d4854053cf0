import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { STEP_BOUNDS } from "../../../../src/platforms/slack/store/step-store.ts";
import { en } from "../../../../src/text/en/index.ts";
import { forAnyReader, stepTextsFor } from "../../../../src/text/render/steps/step-texts.ts";
import { createsAt } from "../../../support/gateway/sandbox-calls.ts";
import type { Member } from "../../../support/fake-slack/member.ts";
import type { FakeExecution, FakeMessage } from "../../../support/fake-slack/world.ts";
import { startSlackEasel, type SlackEasel } from "../../../support/slack/slack-easel.ts";

let world: SlackEasel;
const say = stepTextsFor("en");
const notOffered = forAnyReader((texts) => texts.notOffered).replaceAll("`", "");
const tooMany = forAnyReader((texts) => texts.tooMany);

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
    // The whole prompt is shown as written, and nothing in it counts as an option.
    expect(slack.read(question)).toContain(prompt);
    expect(slack.read(question)).toContain("2 pictures");
    expect(slack.read(question)).toContain("A workflow requests this in your name");
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

  it("gives the same reason whatever is wrong with the person or the channel", async () => {
    const { slack, ada } = world;
    const kim = someone();
    const bot = slack.world.bot.userId;
    // People who join later are in every channel.
    const chinese = slack.join({ name: "li", locale: "zh-CN" });
    const secret = slack.addChannel({ name: "board", kind: "group", members: [bot] });
    const closed = slack.addChannel({ name: "closed", members: [kim.user.id] });
    const narrow = slack.addChannel({ name: "narrow", members: [bot, kim.user.id, ada.user.id] });
    const stranger = slack.join({ name: "stranger", isStranger: true, teamId: "T0THER" });
    await ada.slash(narrow.id, "/easel-admin", "channel models --allow provider-b/pro-image-3").outcome;
    const inputs = inputsOf(kim, "a heron");
    const given = {
      "a channel that the person can't read": { ...inputs, channel: secret.id },
      "a channel that Slack doesn't know": { ...inputs, channel: "C0NONE" },
      "a channel that Easel is not in": { ...inputs, channel: closed.id },
      "a person whose language is another": { ...inputs, person: chinese.user.id, channel: secret.id },
      "a person of another workspace": { ...inputs, person: stranger.user.id },
      "a person whom Slack doesn't know": { ...inputs, person: "U0NONE" },
      "a model that the channel does not allow": { ...inputs, channel: narrow.id, model: "provider-a/image-2" },
    };
    const errors = await Promise.all(
      Object.entries(given).map(async ([what, one]) => {
        const { error } = await ended(slack.runStep("make_picture", one).execution);
        return [what, error];
      }),
    );
    expect(Object.fromEntries(errors)).toEqual(
      Object.fromEntries(Object.keys(given).map((what) => [what, notOffered])),
    );
    expect(slack.messages(slack.directWith(kim).id)).toEqual([]);
  });

  it.each<readonly [string, Readonly<Record<string, unknown>>, string]>([
    ["a prompt that could not be read whole", { prompt: "x".repeat(5_000) }, say.tooLong(1_500)],
    ["no model", { model: "no-such-model" }, "no-such-model"],
    ["no number of pictures", { count: 99 }, "99"],
    ["a direct message as the channel", { channel: "D0SECRET" }, say.noChannel],
  ])("refuses %s before it looks up the person and the channel", async (_what, more, error) => {
    const { slack } = world;
    const asked = () =>
      ["users.info", "conversations.info", "conversations.members"].flatMap((method) => slack.calls(method)).length;
    const kim = someone();
    const secret = slack.addChannel({ name: "hidden", kind: "group", members: [slack.world.bot.userId] });
    const before = asked();
    const step = slack.runStep("make_picture", { ...inputsOf(kim, "a heron"), channel: secret.id, ...more });
    expect((await ended(step.execution)).error).toContain(error);
    expect(asked()).toBe(before);
  });

  it("never asks the person to approve something that they can't see", async () => {
    const kim = someone();
    const tags = Array.from("with a sword", (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)));
    world.slack.runStep("make_picture", inputsOf(kim, `a quiet heron${tags.join("")} \u200B👩‍🎨`));
    await press(kim, await questionTo(kim, "a quiet heron"), en.talk.makeIt);
    await world.result("a quiet heron 👩‍🎨");
    expect((await promptsMade()).find((prompt) => prompt.startsWith("a quiet heron"))).toBe("a quiet heron 👩‍🎨");
  });

  it("asks once if Slack's answer to the question is lost", async () => {
    const { slack } = world;
    const kim = someone();
    slack.fault("chat.postMessage", { kind: "drop-after" });
    const step = slack.runStep("make_picture", inputsOf(kim, "a heron whose answer is lost"));
    await step.outcome;
    await step.again();
    const question = await questionTo(kim, "a heron whose answer is lost");
    expect(slack.messages(question.channel)).toHaveLength(1);
    await press(kim, question, en.talk.makeIt);
    expect(await ended(step.execution)).toMatchObject({ state: "succeeded" });
  });

  it("fails if Slack refuses what it returns", async () => {
    const kim = someone();
    world.slack.fault("functions.completeSuccess", { kind: "error", error: "parameter_validation_failed" });
    const step = world.slack.runStep("make_picture", inputsOf(kim, "a heron that Slack refuses"));
    await press(kim, await questionTo(kim, "a heron that Slack refuses"), en.talk.makeIt);
    expect(await ended(step.execution)).toMatchObject({ state: "failed", error: say.notTaken });
    expect(await world.result("a heron that Slack refuses")).toBeDefined();
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

  it("asks a person no more often than the bounds allow", async () => {
    const kim = someone();
    const { openOfPerson } = STEP_BOUNDS;
    const steps = Array.from({ length: openOfPerson + 2 }, (_, n) =>
      world.slack.runStep("make_picture", inputsOf(kim, `heron number ${n}`)),
    );
    await Promise.all(steps.map(({ outcome }) => outcome));
    await world.see("two refusals", () => steps.filter(({ execution }) => execution.error === tooMany)[1]);
    expect(steps.filter(({ execution }) => execution.state === "running")).toHaveLength(openOfPerson);
    expect(world.slack.messages(world.slack.directWith(kim).id)).toHaveLength(openOfPerson);
  });
});
