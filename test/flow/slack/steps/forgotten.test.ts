import { pino } from "pino";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectDatabase, type Database } from "../../../../src/db/connection.ts";
import { createForgetting } from "../../../../src/db/retention/forget-account.ts";
import { createStepStore } from "../../../../src/platforms/slack/store/step-store.ts";
import { en } from "../../../../src/text/en/index.ts";
import { forAnyReader } from "../../../../src/text/render/steps/step-texts.ts";
import { ADMIN } from "../../../support/database/stored-keys.ts";
import type { Member } from "../../../support/fake-slack/member.ts";
import type { FakeExecution, FakeMessage } from "../../../support/fake-slack/world.ts";
import { createsAt } from "../../../support/gateway/sandbox-calls.ts";
import { startSlackEasel, type SlackEasel } from "../../../support/slack/slack-easel.ts";

const FORGOTTEN = forAnyReader(({ forgotten }) => forgotten);
const LONG = { timeout: 20_000 };

let world: SlackEasel;
let db: Database;
let sql: postgres.Sql;

beforeAll(async () => {
  world = await startSlackEasel("socket", {}, { sandboxSpeed: 0, sandboxMedia: "tiny" });
  db = connectDatabase(world.easel.databaseUrl, pino({ level: "silent" }));
  sql = postgres(world.easel.databaseUrl, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end();
  await db.close();
  await world.stop();
});
beforeEach(() => world.nextChannel());

async function forget({ user }: Member): Promise<void> {
  const open = () => sql`select from batches where closed_at is null`;
  await expect.poll(open, LONG).toHaveLength(0);
  const [row] = await sql`
    select account_id as account, organisation_id as organisation from identities join accounts on accounts.id = account_id
    where user_id = ${user.id}`;
  const forgotten = await createForgetting(db).forget(String(row?.["organisation"]), String(row?.["account"]), ADMIN);
  expect(forgotten).toEqual({ kind: "begun" });
}

/** A step that asks a person whose language is Chinese. */
async function asking(name: string, prompt: string) {
  const { slack, channel } = world;
  const person = slack.join({ name, locale: "zh-CN" });
  const step = slack.runStep("make_picture", { person: person.user.id, channel: channel.id, prompt });
  const question = await world.see("the question", () => questionsTo(person)[0]);
  return { person, step, question, buttons: slack.buttons(question) };
}

function questionsTo(person: Member): FakeMessage[] {
  return world.slack.messages(world.slack.directWith(person).id);
}

function ended(execution: FakeExecution): Promise<FakeExecution> {
  return world.see("the step's end", () => (execution.state === "running" ? undefined : execution));
}

async function isRemembered({ id }: FakeExecution): Promise<void> {
  const rows = () => sql`select from slack_steps where execution_id = ${id} and ended_at is not null`;
  await expect.poll(rows, LONG).toHaveLength(1);
}

/** The stored data of a step, except for times. */
async function kept({ id }: FakeExecution): Promise<unknown> {
  const [row] = await sql`
    select workspace, channel, user_id, locale, keys, refusal from slack_steps where execution_id = ${id}`;
  return row;
}

describe("the steps of a person who is forgotten", () => {
  it("keep only the fact that they ran, and a redelivery does not ask again", async () => {
    const { person, step, question, buttons } = await asking("kim", "a heron that stays unnamed");
    await person.press(question, buttons[0]?.id ?? "").outcome;
    expect(await ended(step.execution)).toMatchObject({ state: "succeeded" });
    await isRemembered(step.execution);
    const before = questionsTo(person).length;
    await forget(person);
    const nothing = { workspace: world.slack.world.team.id, channel: "", user_id: null, keys: [], refusal: null };
    expect(await kept(step.execution)).toEqual({ ...nothing, locale: "en" });
    await sql`delete from slack_events`;
    expect((await step.again()).acknowledged).toBe(true);
    expect(questionsTo(person)).toHaveLength(before);
  });

  it("fail immediately while their question is open, and a late yes makes nothing", async () => {
    const prompt = "a heron that nobody may want now";
    const { person, step, question, buttons } = await asking("lee", prompt);
    await forget(person);
    expect(await ended(step.execution)).toMatchObject({ state: "failed", error: FORGOTTEN });
    await person.press(question, buttons.find(({ label }) => label !== en.confirm.decline)?.id ?? "").outcome;
    await isRemembered(step.execution);
    const creates = await createsAt(world.easel.sandboxUrl);
    expect(creates.filter(({ body }) => body.includes(prompt))).toEqual([]);
  });

  it("fail immediately while the person is being looked up, and ask no question", async () => {
    const { slack, channel } = world;
    const person = slack.join({ name: "pat" });
    await person.slash(channel.id, "/jobs").outcome;
    const id = "FxLOOKING";
    const execution: FakeExecution = {
      id,
      callbackId: "make_picture",
      state: "running",
      outputs: {},
      error: undefined,
    };
    slack.world.executions.set(id, execution);
    const steps = createStepStore(db);
    const workspace = slack.world.team.id;
    const step = { executionId: id, workspace, channel: channel.id, userId: person.user.id, tooMany: "Too many." };
    expect(await steps.begin(step)).toBe("begun");
    await forget(person);
    expect(await steps.asked(id, { keys: ["proposal:1"] }, "en")).toBe(false);
    expect(await steps.begin(step)).toBe("decided");
    expect(await ended(execution)).toMatchObject({ state: "failed", error: FORGOTTEN });
    expect(await kept(execution)).toMatchObject({ user_id: null, channel: "", keys: [] });
  });

  it("return no result that was deleted before it was reported to Slack", async () => {
    const { slack } = world;
    const { person, step, question, buttons } = await asking("sam", "a heron whose link would lead nowhere");
    slack.fault("functions.completeSuccess", { kind: "http", status: 503 });
    await person.press(question, buttons[0]?.id ?? "").outcome;
    await world.see("the first try", () =>
      slack.calls("functions.completeSuccess").find(({ outcome }) => outcome === "http 503"),
    );
    await forget(person);
    await sql`update slack_steps set tried_at = now() - interval '31 seconds' where execution_id = ${step.execution.id}`;
    expect(await ended(step.execution)).toMatchObject({ state: "failed", error: FORGOTTEN });
  });
});
