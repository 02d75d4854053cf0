import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROPOSAL_KEPT_MS } from "../../../src/lib/limits.ts";
import { STEP_ASK_MS } from "../../../src/platforms/slack/store/step-store.ts";
import { en } from "../../../src/text/en/index.ts";
import { forAnyReader, stepTextsFor } from "../../../src/text/render/steps/step-texts.ts";
import type { FakeExecution, FakeMessage } from "../../support/fake-slack/world.ts";
import { settled } from "../../support/fault/fault-ledger.ts";
import type { Replica } from "../../support/fault/fault-world.ts";
import { createsAt, videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";
import { resultsFor, watching } from "../../support/slack/slack-easel.ts";
import { openSlackFaultWorld, type SlackFaultWorld } from "../../support/slack/slack-fault.ts";

const say = stepTextsFor("en");
const LONG = { timeout: 30_000 };

let here: SlackFaultWorld;
let serving: Replica;

beforeAll(async () => {
  here = await openSlackFaultWorld({ speed: 0 });
  serving = await here.start();
}, 120_000);
afterAll(() => here.close());

function runStep(callbackId: string, prompt: string) {
  const { slack, max, channel } = here;
  return slack.runStep(callbackId, { person: max.user.id, channel: channel.id, prompt });
}

/** Makes the next call of a method hang. Resolves when the call has arrived. */
function held(method: string, kind: "hold-before" | "hold-after"): Promise<void> {
  const reached = Promise.withResolvers<void>();
  here.slack.fault(method, { kind, until: new Promise(() => {}), reached: reached.resolve });
  return reached.promise;
}

/** Every message that Easel ever wrote to the person directly. */
function questions(): FakeMessage[] {
  const { slack, max } = here;
  const direct = slack.directWith(max).id;
  return slack.world.messages.filter((one) => one.channel === direct);
}

async function questionAbout(prompt: string): Promise<FakeMessage> {
  const { slack } = here;
  return watching(slack)(`the question about ${prompt}`, () =>
    questions().find((one) => slack.read(one).includes(prompt)),
  );
}

/** Presses the button. Resolves with whether the press was acknowledged. */
async function agree(question: FakeMessage, label: string): Promise<boolean> {
  const { slack, max } = here;
  const button = slack.buttons(question).find((one) => one.label === label);
  return (await max.press(question, button?.id ?? "", `button:${button?.id}`).outcome).acknowledged;
}

/** Slack's answers to the reports about a step. */
function toldAbout({ id }: FakeExecution): string[] {
  return ["functions.completeSuccess", "functions.completeError"].flatMap((method) =>
    here.slack
      .calls(method)
      .filter(({ args }) => args["function_execution_id"] === id)
      .map(({ outcome }) => outcome),
  );
}

async function isRemembered({ id }: FakeExecution): Promise<void> {
  const { sql } = here.world;
  await expect
    .poll(() => sql`select from slack_steps where execution_id = ${id} and ended_at is not null`, LONG)
    .toHaveLength(1);
}

async function promptsSent(): Promise<string[]> {
  const { sandboxUrl } = here.world;
  const creates = [...(await createsAt(sandboxUrl)), ...(await videoCreatesAt(sandboxUrl, ""))];
  return creates.map(({ body }) => String(JSON.parse(body).prompt));
}

/** Waits until a step has failed, and checks that it was reported to Slack once. */
async function failed(execution: FakeExecution, error: string): Promise<void> {
  await watching(here.slack)("the end", () => (execution.state === "running" ? undefined : execution));
  expect(execution).toMatchObject({ state: "failed", error });
  await isRemembered(execution);
  expect(toldAbout(execution)).toEqual(["ok"]);
}

/** Lets this much time pass for all steps and their questions. */
async function pass(ms: number): Promise<void> {
  const ago = `${ms} milliseconds`;
  const { sql } = here.world;
  await sql`update proposals set created_at = created_at - ${ago}::interval`;
  await sql`update slack_events set taken_at = taken_at - ${ago}::interval`;
  await sql`
    update slack_steps set created_at = created_at - ${ago}::interval, tried_at = tried_at - ${ago}::interval
    where ended_at is null`;
}

describe("a step of a workflow whose process is killed again and again", () => {
  it.each([
    ["make_picture", en.talk.makeIt],
    ["make_clip", en.talk.makeClip],
  ])(
    "asks once, makes its result once and is completed once: %s",
    async (callbackId, label) => {
      const { slack, world } = here;
      const prompt = `a heron for ${callbackId} [slow:6]`;
      const before = questions().length;

      // Slack posts the question, but its answer is lost, and the event is not acknowledged.
      const asking = held("chat.postMessage", "hold-after");
      const step = runStep(callbackId, prompt);
      await asking;
      await serving.kill();
      expect((await step.outcome).acknowledged).toBe(false);
      serving = await here.replace(serving);
      await pass(91_000);
      expect((await step.again()).acknowledged).toBe(true);

      // The person agrees. The yes is stored but not acknowledged, so they press again.
      const question = await questionAbout(prompt);
      await serving.arm({ point: "intake:after-commit", hit: 1, signal: "SIGKILL" });
      expect(await agree(question, label)).toBe(false);
      serving = await here.replace(serving);
      await serving.arm({ point: "artifact:after-commit", hit: 1, signal: "SIGKILL" });
      expect(await agree(question, label)).toBe(true);

      // The next process posts the result, and dies before it reports the end of the step.
      const telling = held("functions.completeSuccess", "hold-before");
      serving = await here.replace(serving);
      await telling;
      expect(resultsFor(slack, prompt)).toHaveLength(1);
      await serving.kill();

      // Slack gets the report, but its answer is lost.
      const told = held("functions.completeSuccess", "hold-after");
      serving = await here.replace(serving);
      await pass(31_000);
      await told;
      await serving.kill();
      expect(step.execution.state).toBe("succeeded");
      serving = await here.replace(serving);
      await pass(31_000);
      await isRemembered(step.execution);

      expect(await settled(world, 30_000)).toEqual([]);
      await step.again();
      const [result, ...more] = resultsFor(slack, prompt);
      expect(more).toEqual([]);
      expect(step.execution).toMatchObject({
        state: "succeeded",
        outputs: { link: result && slack.linkTo(result), prompt, made: 1 },
      });
      expect(toldAbout(step.execution)).toEqual(["under way", "ok", "execution_not_in_running_state"]);
      expect(questions()).toHaveLength(before + 1);
      expect((await promptsSent()).filter((sent) => sent === prompt)).toHaveLength(1);
      expect(await world.sql`select from batches where request->>'prompt' = ${prompt}`).toHaveLength(1);
    },
    90_000,
  );
});

describe("a step of a workflow that expires while no process runs", () => {
  it("fails once if the person has not agreed, and then makes nothing", async () => {
    const prompt = "a heron that waits for a day";
    const step = runStep("make_picture", prompt);
    expect((await step.outcome).acknowledged).toBe(true);
    const question = await questionAbout(prompt);
    await serving.kill();
    await pass(PROPOSAL_KEPT_MS);
    serving = await here.replace(serving);
    await failed(step.execution, say.notAgreed);
    expect(await agree(question, en.talk.makeIt)).toBe(true);
    expect(await settled(here.world, 30_000)).toEqual([]);
    expect(await promptsSent()).not.toContain(prompt);
  }, 60_000);

  it("fails once if the person was not asked before the process died", async () => {
    const prompt = "a heron that nobody is asked about";
    const before = questions().length;
    const looking = held("conversations.info", "hold-before");
    const step = runStep("make_clip", prompt);
    await looking;
    await serving.kill();
    await pass(STEP_ASK_MS);
    serving = await here.replace(serving);
    await failed(
      step.execution,
      forAnyReader(({ notAsked }) => notAsked),
    );
    await step.again();
    expect(questions()).toHaveLength(before);
  }, 60_000);

  it("is no longer reported if Slack has given up on it, but its result is still posted", async () => {
    const { slack, world } = here;
    const prompt = "a heron whose workflow was stopped";
    const step = runStep("make_picture", prompt);
    await step.outcome;
    const question = await questionAbout(prompt);
    await serving.arm({ point: "intake:after-commit", hit: 1, signal: "SIGKILL" });
    expect(await agree(question, en.talk.makeIt)).toBe(false);
    Object.assign(step.execution, { state: "failed", error: "timed out" });
    serving = await here.replace(serving);
    await watching(slack)("the result", () => resultsFor(slack, prompt)[0]);
    await isRemembered(step.execution);
    await pass(31_000);
    expect(await settled(world, 30_000)).toEqual([]);
    expect(toldAbout(step.execution)).toEqual(["execution_not_in_running_state"]);
    expect(step.execution.error).toBe("timed out");
  }, 60_000);
});
