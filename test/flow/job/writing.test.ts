import type { Queries } from "../../../src/db/queries.ts";
import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { overdueWaits } from "../../../src/db/overdue-queries.ts";
import type { Job } from "../../../src/core/job/job-store.ts";
import { transition, type JobEvent } from "../../../src/core/job/transition.ts";
import { BASE_URLS, CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

let stored: StoredJobs;

beforeAll(async () => {
  stored = await openStoredJobs();
});

afterAll(() => stored.close());

async function aWorker(): Promise<string> {
  const id = randomUUID();
  await stored.store.register(id);
  return id;
}

const createdAs = (remoteId: string): JobEvent => ({
  type: "created",
  remoteId,
  requestId: undefined,
  guidance: undefined,
  deadlineMs: 60_000,
});

describe("work without a worker", () => {
  it("is found by its index, regardless of the number of jobs and batches", async () => {
    const plan = async (query: (queries: Queries) => Promise<unknown>): Promise<string> => {
      const texts: string[] = [];
      await stored.db.transaction(async (queries) => {
        await queries.execute("set local enable_seqscan = off; set local enable_bitmapscan = off");
        const explaining: Queries = Object.assign(Object.create(queries), {
          execute: (statement: SQL) => queries.execute(sql`explain ${statement}`),
        });
        texts.push(JSON.stringify(await query(explaining)));
      });
      return texts.join();
    };
    const waits = await plan((queries) => overdueWaits(queries, 1_000, 1_000));
    expect(waits).toContain("jobs_waiting");
    expect(waits).toContain("jobs_held");
    expect(waits).toContain("jobs_unknown");
    expect(waits).not.toContain("Seq Scan");
    const latest = await plan((queries) =>
      queries.execute(sql`
      select * from batches where account_id = ${randomUUID()}::uuid order by created_at desc limit 10`),
    );
    expect(latest).toContain("batches_of_account");
    expect(latest).not.toContain("Sort");
  });
});

describe("writing many transitions concurrently", () => {
  it("writes each independently, so that one failure doesn't affect the others", async () => {
    await stored.db.run((queries) => queries.execute("delete from slots"));
    await stored.enterKey(20);
    await stored.accept(await stored.account("together"), 6);
    const worker = await aWorker();
    const jobs = await stored.store.claim(worker, BASE_URLS);
    expect(jobs).toHaveLength(6);
    const write = (job: Job, event: JobEvent) => {
      const move = transition(job, event);
      if (!move) throw new Error("no transition");
      return stored.store.apply(job, move);
    };
    const [first, ...others] = jobs;
    if (!first) throw new Error("nothing claimed");
    // The first write runs alone; later ones are batched.
    const results = await Promise.allSettled([
      write(first, CREATED),
      ...others.map((job, index) => {
        if (index === 0) return write({ ...job, fence: job.fence - 1 }, { type: "outcome_unknown" });
        if (index === 1) return write(job, { type: "refused", failure: { reason: "gateway", message: "\0" } });
        return write(job, createdAs(`r-${index}`));
      }),
    ]);
    const states = results.map((result) => (result.status === "fulfilled" ? result.value?.remoteId : "rejected"));
    expect(states).toEqual(["r-1", undefined, "rejected", "r-2", "r-3", "r-4"]);
    await stored.db.run((queries) =>
      queries.execute("update slots set job_id = null; update jobs set state = 'failed'"),
    );
  });

  it("writes two transitions of one job in order", async () => {
    await stored.accept(await stored.account("twice"), 2);
    const worker = await aWorker();
    const [other, job] = await stored.store.claim(worker, BASE_URLS);
    if (!other || !job) throw new Error("nothing claimed");
    const [, created, cancelling] = await Promise.all([
      stored.apply(other, CREATED),
      stored.apply(job, CREATED),
      stored.store.apply({ ...job, state: "running" }, { from: "running", to: "running", requestsCancel: true }),
    ]);
    expect(created.cancelRequestedAt).toBeUndefined();
    expect(cancelling?.cancelRequestedAt).toBeInstanceOf(Date);
  });

  it("stores guidance that arrives after the create, and its deadline", async () => {
    await stored.accept(await stored.account("guided"), 1);
    const [claimed] = await stored.store.claim(await aWorker(), BASE_URLS);
    if (!claimed) throw new Error("nothing claimed");
    const running = await stored.apply(claimed, CREATED);
    expect(running.guidance).toBeUndefined();
    const guidance = { tier: "4K", timeoutSeconds: 900, milestones: [] };
    const deadlineAt = Date.now() + 960_000;
    const guided = await stored.apply(running, { type: "guided", guidance, deadlineAt });
    expect(guided).toMatchObject({
      guidance,
      deadlineAt: new Date(deadlineAt),
      state: "running",
      fence: running.fence,
    });
    // Later writes keep it.
    const overdue = await stored.apply(guided, { type: "overdue" });
    expect(overdue).toMatchObject({ guidance, deadlineAt: new Date(deadlineAt) });
  });
});
