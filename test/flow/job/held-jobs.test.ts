import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import type { Decision } from "../../../src/core/delivery/approvals.ts";
import { decideHeld } from "../../../src/worker/decide.ts";
import { BASE_URLS, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

let stored: StoredJobs;
let worker: string;

beforeAll(async () => {
  stored = await openStoredJobs();
  await stored.enterKey(10);
  worker = randomUUID();
  await stored.store.register(worker);
});

afterAll(() => stored.close());

const decide = (batchId: string, kind: Decision["kind"]) =>
  decideHeld(
    batchId,
    kind === "approve" ? { kind } : { kind, by: "Ada", why: "too dark" },
    { store: stored.store, clock: systemClock, random: Math.random, log: pino({ level: "silent" }) },
    AbortSignal.timeout(10_000),
  );
const statesOf = async (batchId: string) => (await stored.store.jobsOf(batchId)).map((job) => job.state);

/** Backdates the acceptance by that many hours. */
async function age(batchId: string, hours: number): Promise<void> {
  await stored.db.run((queries) =>
    queries.execute(sql`
      update jobs set waiting_since = waiting_since - ${hours} * interval '1 hour',
        created_at = created_at - ${hours} * interval '1 hour'
      where batch_id = ${batchId}`),
  );
}

describe("a batch that needs an admin's approval", () => {
  it("is claimed only after its approval, like any other", async () => {
    const batchId = await stored.hold(await stored.account("patient"), 2);
    expect(await stored.store.claim(worker, BASE_URLS)).toEqual([]);
    expect(await decide(batchId, "approve")).toBe("done");
    expect(await statesOf(batchId)).toEqual(["waiting", "waiting"]);
    expect((await stored.store.claim(worker, BASE_URLS)).map((job) => job.batchId)).toEqual([batchId, batchId]);
  });

  it("fails when declined, and releases its reservations", async () => {
    const batchId = await stored.hold(await stored.account("unlucky"), 2);
    expect(await decide(batchId, "decline")).toBe("done");
    const jobs = await stored.store.jobsOf(batchId);
    const failure = { reason: "declined", by: "Ada", why: "too dark" };
    expect(jobs.map((job) => [job.state, job.failure])).toEqual([
      ["failed", failure],
      ["failed", failure],
    ]);
    const rows = await stored.db.run((queries) =>
      queries.execute(sql`select distinct settlement from jobs where batch_id = ${batchId}`),
    );
    expect([...rows]).toEqual([{ settlement: "released" }]);
  });

  it("is decided once, by the first admin", async () => {
    const batchId = await stored.hold(await stored.account("argued over"), 3);
    const outcomes = await Promise.all([decide(batchId, "approve"), decide(batchId, "approve")]);
    expect(outcomes).toContain("done");
    expect(await statesOf(batchId)).toEqual(["waiting", "waiting", "waiting"]);
    expect(await decide(batchId, "decline")).toBe("too_late");
    expect(await statesOf(batchId)).toEqual(["waiting", "waiting", "waiting"]);
  });

  it("can be cancelled by its member", async () => {
    const batchId = await stored.hold(await stored.account("changed their mind"), 1);
    const [job] = await stored.store.jobsOf(batchId);
    if (!job) throw new Error("no job");
    expect(await stored.apply(job, { type: "cancel_requested" })).toMatchObject({ state: "cancelled" });
    expect(await decide(batchId, "approve")).toBe("too_late");
  });

  it("expires after a day, which an approval restarts", async () => {
    const hours = (count: number): number => count * 3_600_000;
    const forgotten = await stored.hold(await stored.account("forgotten"), 1);
    const approved = await stored.hold(await stored.account("approved late"), 1);
    await age(forgotten, 25);
    await age(approved, 25);
    await decide(approved, "approve");
    const listed = await stored.store.overdueWaits(hours(24), hours(2));
    expect(listed.map((job) => [job.batchId, job.state])).toEqual([[forgotten, "held"]]);
  });
});
