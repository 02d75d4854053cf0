import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Job } from "../../../src/core/job/job-store.ts";
import { BASE_URLS, CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const MANY = 10_000;

let stored: StoredJobs;
let worker: string;

beforeEach(async () => {
  stored = await openStoredJobs();
  worker = randomUUID();
  await stored.store.register(worker);
});

afterEach(() => stored.close());

const claim = (): Promise<Job[]> => stored.store.claim(worker, BASE_URLS);
const run = (text: ReturnType<typeof sql>) => stored.db.run((queries) => queries.execute(text));
const refuse = (job: Job): Promise<Job> => stored.apply(job, { type: "refused", failure: { reason: "gateway" } });

/** Adds waiting jobs of a member, requested a second apart, the newest now. */
async function ask(accountId: string, count: number, organisationId = stored.organisationId, atOnce?: number) {
  const batchId = await stored.accept(accountId, 1, randomUUID(), undefined, { organisationId, atOnce });
  await run(sql`
    insert into jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, path, body, body_hash,
      idempotency_key, settlement, scopes, at_once, cost, created_at)
    select gen_random_uuid(), batch_id, organisation_id, account_id, service, n, state, path, body, body_hash,
      gen_random_uuid(), settlement, scopes, at_once, cost, created_at - (${count} - n) * interval '1 second'
    from jobs, generate_series(2, ${count}) n where batch_id = ${batchId}`);
  await run(sql`update jobs set created_at = created_at - ${count - 1} * interval '1 second'
    where batch_id = ${batchId} and ordinal = 1`);
  return batchId;
}

/** Another organisation that shares the key, with one member. */
async function anotherOrganisation(fingerprint: string): Promise<{ organisationId: string; accountId: string }> {
  const [row] = await run(sql`
    with made as (insert into organisations default values returning id),
    shared as (
      insert into credentials (organisation_id, fingerprint, sealed_secret, services, concurrency, clip_concurrency)
      select made.id, fingerprint, sealed_secret, services, concurrency, clip_concurrency
      from made, credentials where fingerprint = ${fingerprint}
    )
    insert into accounts (organisation_id, display_name) select id, 'Kim' from made returning id, organisation_id`);
  return { organisationId: String(row?.["organisation_id"]), accountId: String(row?.["id"]) };
}

describe("while 10,000 jobs of one member wait", () => {
  it("another member's first job is next, and both take turns", async () => {
    await stored.enterKey(1);
    const [many, few] = [await stored.account("Max"), await stored.account("Ada")];
    await ask(many, MANY);
    const [first] = await claim();
    if (!first) throw new Error("nothing to claim");
    await ask(few, 2);
    const made: string[] = [first.accountId];
    for (let last = first; made.length < 6;) {
      await refuse(last);
      const [next] = await claim();
      if (!next) throw new Error("nothing to claim");
      made.push(next.accountId);
      last = next;
    }
    expect(made).toEqual([many, few, many, few, many, many]);
  });

  it("another organisation with the same key gets every other turn", async () => {
    const fingerprint = await stored.enterKey(1);
    const members = [await stored.account("Max"), await stored.account("Ada"), await stored.account("Sam")];
    for (const member of members) await ask(member, Math.floor(MANY / 3));
    const other = await anotherOrganisation(fingerprint);
    const made: string[] = [];
    for (let last: Job | undefined; made.length < 9;) {
      if (last) await refuse(last);
      // The other organisation makes its requests after three jobs have been served.
      if (made.length === 3) await ask(other.accountId, 3, other.organisationId);
      [last] = await claim();
      if (!last) throw new Error("nothing to claim");
      made.push(last.organisationId === other.organisationId ? "other" : last.accountId);
    }
    expect(made.slice(3).map((one) => one === "other")).toEqual([true, false, true, false, true, false]);
    expect(new Set(made.slice(0, 3))).toEqual(new Set(members));
    expect(new Set([made[4], made[6], made[8]])).toEqual(new Set(members));
  });

  it("members and organisations also take turns within one claim", async () => {
    const fingerprint = await stored.enterKey(9);
    const [many, few] = [await stored.account("Max"), await stored.account("Ada")];
    const other = await anotherOrganisation(fingerprint);
    await ask(many, MANY);
    await ask(few, 20);
    await ask(other.accountId, 20, other.organisationId);
    const claimed = await claim();
    const of = (accountId: string) => claimed.filter((job) => job.accountId === accountId).length;
    expect(claimed).toHaveLength(9);
    expect([of(many), of(few)].toSorted((one, two) => one - two)).toEqual([2, 3]);
    expect(of(other.accountId)).toBe(4);
  });

  it("a member's jobs are claimed in the order they were requested, retries first", async () => {
    await stored.enterKey(2);
    const many = await stored.account("Max");
    const batch = await ask(many, 100);
    const [first, second] = await claim();
    if (!first || !second) throw new Error("nothing to claim");
    expect([first.batchId, first.ordinal, second.ordinal]).toEqual([batch, 1, 2]);
    await stored.apply(first, { type: "not_sent", delayMs: 0 });
    const [again] = await claim();
    expect(again?.ordinal).toBe(1);
    // Jobs at the gateway continue, regardless of turns.
    const running = await stored.apply(second, CREATED);
    expect((await stored.apply(running, { type: "remote_completed", usage: undefined })).state).toBe("succeeded");
    const [third] = await claim();
    expect(third?.ordinal).toBe(3);
  });

  it("a claim doesn't read through them once the member has reached the limit of concurrent jobs", async () => {
    await stored.enterKey(10);
    const [many, few] = [await stored.account("Max"), await stored.account("Ada")];
    await ask(many, MANY, stored.organisationId, 2);
    expect(await claim()).toHaveLength(2);
    await run(sql`analyze jobs`);
    await ask(few, 1);
    await run(sql`select pg_stat_force_next_flush()`);
    const read = async (): Promise<number> => {
      const [row] = await run(sql`
        select heap_blks_read + heap_blks_hit as blocks, pg_stat_force_next_flush() from pg_statio_user_tables
        where relname = 'jobs'`);
      return Number(row?.["blocks"]);
    };
    await read();
    const before = await read();
    expect((await claim()).map((job) => job.accountId)).toEqual([few]);
    await read();
    const blocks = (await read()) - before;
    expect(blocks).toBeLessThan(200);
  });
});
