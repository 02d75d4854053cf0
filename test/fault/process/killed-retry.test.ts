import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { planRecovery } from "../../../src/core/job/recovery/plan.ts";
import { connectDatabase } from "../../../src/db/connection.ts";
import { createRecoveryStore } from "../../../src/db/recovery/recovery-store.ts";
import { openFleet, type Fleet } from "../../support/fault/fleet.ts";
import { allAnswered, askFor } from "../../support/fault/fleet-requests.ts";
import { addFault, createsAt } from "../../support/gateway/sandbox-calls.ts";
import { startEaselProcess } from "../../support/process/easel-process.ts";

const REQUESTS = 8;

let fleet: Fleet;

beforeEach(async () => {
  fleet = await openFleet();
});

afterEach(() => fleet.close());

it("a retry of many requests makes each once, even if its worker is killed midway", async () => {
  const person = fleet.visit(await fleet.start("chat"));
  await using doomed = await startEaselProcess(fleet.environment("worker"));
  await addFault(fleet.sandboxUrl, {
    match: { method: "POST", path: "/api/v1/images/generations/jobs" },
    action: { type: "status", status: 400, body: JSON.stringify({ error: { code: "service_error", message: "no" } }) },
    times: REQUESTS,
  });
  const prompts = await askFor(person, "failed", REQUESTS, 0);
  const failed = () => fleet.sql`select from jobs where state = 'failed'`;
  await expect.poll(failed, { timeout: 30_000 }).toHaveLength(REQUESTS);

  await using closing = new AsyncDisposableStack();
  const url = fleet.environment("worker")["DATABASE_URL"] ?? "";
  const db = closing.adopt(connectDatabase(url, pino({ level: "silent" })), (opened) => opened.close());
  const recoveries = createRecoveryStore(db);
  const [{ id: organisationId } = {}] = await fleet.sql`select id::text from organisations`;
  const change = {
    organisationId: String(organisationId),
    actor: { accountId: undefined, name: "Ada", workspace: "console:main" },
  };
  const { requests } = await recoveries.failures(change.organisationId, 1);
  const { items, sums } = planRecovery("retry", requests);
  expect(sums.requests).toBe(REQUESTS);
  const id = randomUUID();
  const { organisationId: of } = change;
  await recoveries.ask({ id, organisationId: of, kind: "retry", hours: 1, choice: {}, items, sums, locale: "en" });
  await recoveries.confirm(change, id);

  const settled = () => fleet.sql`select from recovery_items where outcome is not null`;
  await expect.poll(async () => (await settled()).length, { timeout: 30_000, interval: 10 }).toBeGreaterThan(0);
  const [{ id: workerId } = {}] = await fleet.sql`select id from workers`;
  await doomed.end("SIGKILL");
  expect((await settled()).length).toBeLessThan(REQUESTS);
  await fleet.start("worker");
  await fleet.expire(String(workerId));

  await allAnswered(person, prompts, 60_000);
  const outcomes = await fleet.sql`select outcome from recovery_items`;
  expect(outcomes.map(({ outcome }) => String(outcome))).toEqual(Array.from({ length: REQUESTS }, () => "retried"));
  expect(await fleet.sql`select from recoveries where state = 'done'`).toHaveLength(1);
  const creates = await createsAt(fleet.sandboxUrl);
  const made = creates.filter(({ status }) => status === 202);
  expect(new Set(made.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(REQUESTS);
}, 180_000);
