import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JobFailure } from "../../../src/core/job/failure.ts";
import { planRecovery, type RecoveryKind } from "../../../src/core/job/recovery/plan.ts";
import { retryKey, type EndedRetry } from "../../../src/core/job/recovery/recoveries.ts";
import type { NewBatch } from "../../../src/core/job/job-store.ts";
import type { JobEvent } from "../../../src/core/job/transition.ts";
import { createQuotaStore } from "../../../src/db/accounts/quota-store.ts";
import { createRecoveryStore } from "../../../src/db/recovery/recovery-store.ts";
import { createRetryStore } from "../../../src/db/recovery/retry-store.ts";
import { ORGANISATION_SCOPE } from "../../../src/core/account/policy/scope.ts";
import { wrongSums } from "../../support/database/quotas.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const ADA = { accountId: undefined, name: "Ada", workspace: "console:main" } as const;
const REVOKED: JobEvent = { type: "refused", failure: { reason: "gateway", code: "invalid_api_key", status: 401 } };
const LOST: JobFailure = { reason: "unknown_outcome" };

let stored: StoredJobs;
let recoveries: ReturnType<typeof createRecoveryStore>;
let retries: ReturnType<typeof createRetryStore>;
let account: string;
let change: { organisationId: string; actor: typeof ADA };

beforeEach(async () => {
  stored = await openStoredJobs();
  recoveries = createRecoveryStore(stored.db);
  retries = createRetryStore(stored.db);
  account = await stored.account("Max");
  change = { organisationId: stored.organisationId, actor: ADA };
});

afterEach(() => stored.close());

const run = (text: ReturnType<typeof sql>) => stored.db.run((queries) => queries.execute(text));
const prompt = (text: string): Pick<NewBatch, "request"> => ({
  request: { kind: "image", model: "provider-a/image-2", prompt: text, count: 1, references: [] },
});
const refunds = () => run(sql`select from ledger where entry = 'refunded'`);
const ask = (text: string, jobs = 1, who = account): Promise<string> =>
  stored.accept(who, jobs, randomUUID(), undefined, prompt(text));

/** Requests whose jobs all end with this event. */
async function failed(texts: readonly string[], event: JobEvent = REVOKED, jobs = 1): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts) ids.push(await ask(text, jobs));
  for (const job of await stored.claimEverything()) await stored.apply(job, event);
  return ids;
}

/** Requests that were assumed to be charged. */
async function uncertain(texts: readonly string[], jobs = 1): Promise<string[]> {
  const ids = await failed(texts, { type: "outcome_unknown", failure: LOST }, jobs);
  for (const id of ids) {
    for (const job of await stored.store.jobsOf(id)) {
      await stored.apply(job, { type: "unknown_given_up", failure: LOST });
    }
  }
  return ids;
}

/** Asks an admin to confirm the recovery of the last day's failures. Returns the question's id. */
async function asked(kind: RecoveryKind, choice = {}): Promise<string> {
  const id = randomUUID();
  const { requests } = await recoveries.failures(stored.organisationId, 24);
  const { items, sums } = planRecovery(kind, requests, choice);
  const { organisationId } = change;
  await recoveries.ask({ id, organisationId, kind, hours: 24, choice, items, sums, locale: "en" });
  return id;
}

const acts = async () => [...(await run(sql`select action, scope, after from audit order by id`))];

describe("the failures of an organisation", () => {
  it("are those of the last hours, with their keys, oldest first", async () => {
    const [first = "", second = ""] = await failed(["a fox", "a hen"], REVOKED, 2);
    await run(sql`update jobs set ended_at = now() - interval '2 hours' where batch_id = ${first}::uuid`);
    const { requests, open, isCut } = await recoveries.failures(stored.organisationId, 24);
    expect(requests).toMatchObject([
      { batchId: first, accountId: account, service: "image", cost: 1, isAskedAgain: false },
      { batchId: second, jobs: [{ settlement: "released", failure: { code: "invalid_api_key" } }, {}] },
    ]);
    expect(requests[0]?.jobs[0]?.credentialId).toMatch(/^[0-9a-f-]{36}$/);
    expect([open, isCut]).toEqual([0, false]);
    const recent = await recoveries.failures(stored.organisationId, 1);
    expect(recent.requests.map(({ batchId }) => batchId)).toEqual([second]);
    expect((await recoveries.failures(randomUUID(), 24)).requests).toEqual([]);
  });

  it("leave out what an admin declined, and count open jobs separately", async () => {
    const held = await stored.hold(account, 1);
    const [job] = await stored.store.jobsOf(held);
    if (job) await stored.apply(job, { type: "declined", failure: { reason: "declined", by: "Ada" } });
    await failed(["a fox"], { type: "outcome_unknown", failure: LOST });
    expect(await recoveries.failures(stored.organisationId, 24)).toEqual({ requests: [], open: 1, isCut: false });
  });

  it("report whether the same member has repeated the request, with any number of pictures", async () => {
    const [fox, hen] = await failed(["a fox", "a hen"], REVOKED, 2);
    await ask("a fox", 1);
    await ask("a hen", 1, await stored.account("Li"));
    const { requests } = await recoveries.failures(stored.organisationId, 24);
    expect(new Map(requests.map(({ batchId, isAskedAgain }) => [batchId, isAskedAgain]))).toEqual(
      new Map([
        [fox, true],
        [hen, false],
      ]),
    );
  });
});

describe("a refund of many", () => {
  it("gives back each assumed charge once, in one audited act, however often it is confirmed", async () => {
    await createQuotaStore(stored.db).set(change, { scope: ORGANISATION_SCOPE, unit: "images", span: "day" }, 50);
    await uncertain(["a fox", "a hen"], 2);
    await failed(["a cow"]);
    const id = await asked("refund");
    const confirmed = await Promise.all([recoveries.confirm(change, id), recoveries.confirm(change, id)]);
    const sums = { requests: 2, images: 4, seconds: 0, members: 1, uncertain: 2 };
    expect(confirmed.map(({ kind }) => kind).toSorted()).toEqual(["already", "begun"]);
    for (const one of confirmed) expect(one).toMatchObject({ of: "refund", sums });
    const [used] = await run(sql`select used::integer as used from quota_windows`);
    expect(used).toEqual({ used: 0 });
    expect(await refunds()).toHaveLength(4);
    expect(await wrongSums(stored)).toEqual([]);
    const told = { requests: 2, images: 4, seconds: 0, people: 1, uncertain: 2, hours: 24 };
    expect((await acts()).slice(1)).toEqual([{ action: "requests.refunded", scope: null, after: told }]);
    expect(await recoveries.latest(stored.organisationId, 5)).toMatchObject([
      { kind: "refund", sums, outcomes: {}, isDone: true },
    ]);
    expect((await recoveries.failures(stored.organisationId, 24)).requests).toHaveLength(3);
    const again = planRecovery("refund", (await recoveries.failures(stored.organisationId, 24)).requests);
    expect([again.items, again.leftOut.refunded, again.leftOut.free]).toEqual([[], 2, 1]);
  });

  it("counts only its own refunds if another admin refunded some of them meanwhile", async () => {
    const [first = ""] = await uncertain(["a fox", "a hen"]);
    const id = await asked("refund");
    await createQuotaStore(stored.db).refund(change, first);
    expect(await recoveries.confirm(change, id)).toMatchObject({ kind: "begun", sums: { requests: 1, images: 1 } });
    expect(await refunds()).toHaveLength(2);
  });
});

describe("a question that can't be confirmed", () => {
  it.each([
    ["is older than an hour", sql`update recoveries set created_at = now() - interval '61 minutes'`],
    ["is another organisation's", undefined],
  ])("%s", async (_why, changed) => {
    await uncertain(["a fox"]);
    const id = await asked("refund");
    if (changed) await run(changed);
    const theirs = changed ? change : { ...change, organisationId: randomUUID() };
    expect(await recoveries.confirm(theirs, id)).toEqual({ kind: "gone" });
    expect(await acts()).toEqual([]);
    expect(await refunds()).toHaveLength(0);
  });

  it("is older than the ten newest", async () => {
    await uncertain(["a fox"]);
    const first = await asked("refund");
    await run(sql`update recoveries set created_at = now() - interval '1 minute'`);
    for (let count = 0; count < 10; count++) await asked("refund");
    expect(await recoveries.confirm(change, first)).toEqual({ kind: "gone" });
    expect(await run(sql`select from recovery_items`)).toHaveLength(10);
  });
});

describe("a retry of many", () => {
  const textOf = ({ sums, outcomes }: EndedRetry): string => JSON.stringify([sums.requests, outcomes]);

  it("is due request by request once it is confirmed, and notifies admins once at the end", async () => {
    await run(sql`update workspaces set admin_channel = 'console:main:general'`);
    const ids = await failed(["a fox", "a hen"]);
    const id = await asked("retry", { code: "invalid_api_key" });
    expect(await retries.due(10)).toEqual([]);
    expect(await recoveries.confirm(change, id)).toMatchObject({ kind: "begun", of: "retry", sums: { requests: 2 } });
    expect(await recoveries.confirm(change, id)).toMatchObject({ kind: "already" });
    const [one, two, ...others] = await retries.due(10);
    if (!one || !two) throw new Error("nothing is due");
    expect(others).toEqual([]);
    expect([one.batchId, two.batchId]).toEqual(ids);
    await retries.settle(one, "retried", textOf);
    await retries.settle(one, "over_quota", textOf);
    expect(await recoveries.latest(stored.organisationId, 5)).toMatchObject([
      { outcomes: { retried: 1 }, isDone: false },
    ]);
    await retries.postpone(two);
    expect(await retries.due(10)).toEqual([]);
    await retries.settle(two, "over_quota", textOf);
    await retries.settle(two, "retried", textOf);
    expect(await retries.due(10)).toEqual([]);
    const outcomes = { retried: 1, over_quota: 1 };
    expect(await recoveries.latest(stored.organisationId, 5)).toMatchObject([{ outcomes, isDone: true }]);
    const notes = await run(sql`select text from admin_notes`);
    expect(notes.map(({ text }) => JSON.parse(String(text)))).toEqual([[2, outcomes]]);
    expect(await acts()).toMatchObject([
      { action: "requests.retried", after: { requests: 2, images: 2, people: 1, code: "invalid_api_key" } },
    ]);
  });

  it("counts an outcome that only a newer version knows as a failure", async () => {
    await run(sql`update workspaces set admin_channel = 'console:main:general'`);
    await failed(["a fox", "a hen", "a cow"]);
    await recoveries.confirm(change, await asked("retry"));
    const [one, two, three] = await retries.due(10);
    if (!one || !two || !three) throw new Error("nothing is due");
    await retries.settle(one, "failed", textOf);
    await retries.settle(two, "retried", textOf);
    await run(sql`update recovery_items set outcome = 'eclipsed' where batch_id = ${two.batchId}::uuid`);
    await retries.settle(three, "no_key", textOf);
    const outcomes = { failed: 2, no_key: 1 };
    expect(await recoveries.latest(stored.organisationId, 5)).toMatchObject([{ outcomes, isDone: true }]);
    const notes = await run(sql`select text from admin_notes`);
    expect(notes.map(({ text }) => JSON.parse(String(text)))).toMatchObject([[3, outcomes]]);
  });

  it("runs before postponed requests, including those of an earlier recovery", async () => {
    await failed(["a fox"]);
    await recoveries.confirm(change, await asked("retry"));
    const [stuck] = await retries.due(1);
    if (!stuck) throw new Error("nothing is due");
    await retries.postpone(stuck);
    await failed(["a hen"], { type: "refused", failure: { reason: "gateway", code: "rate_limit_error", status: 429 } });
    await recoveries.confirm(change, await asked("retry", { code: "rate_limit_error" }));
    await run(sql`update recovery_items set not_before = not_before - interval '1 minute'`);
    await run(sql`update recovery_items set not_before = now() where recovery_id = ${stuck.recoveryId}::uuid`);
    const [first, second] = await retries.due(2);
    expect([first?.recoveryId === stuck.recoveryId, second]).toEqual([false, stuck]);
  });

  it("knows what it has already requested, and what the member has requested meanwhile", async () => {
    await failed(["a fox", "a hen", "a cow"]);
    const id = await asked("retry");
    await recoveries.confirm(change, id);
    const [fox, hen, cow] = await retries.due(10);
    if (!fox || !hen || !cow) throw new Error("nothing is due");
    // This recovery requested it before a crash.
    await stored.accept(account, 1, retryKey(fox), undefined, prompt("a fox"));
    await ask("a hen");
    expect([await retries.repeated(fox), await retries.repeated(hen), await retries.repeated(cow)]).toEqual([
      "ours",
      "other",
      undefined,
    ]);
    expect(await stored.accept(account, 1, retryKey(fox), undefined, prompt("a fox"))).toBe("");
  });
});
