import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import { connectDatabase } from "../../../src/db/connection.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import type { Job, NewBatch } from "../../../src/core/job/job-store.ts";
import { setQuota, usedOf, windows } from "../../support/database/quotas.ts";
import { BASE_URLS, CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const GROUP = `group:${randomUUID()}`;
const WORKSPACE = "workspace:console:main";

let stored: StoredJobs;
let worker: string;
let account: string;

beforeEach(async () => {
  stored = await openStoredJobs();
  worker = randomUUID();
  await stored.store.register(worker);
  account = await stored.account("Max");
});

afterEach(() => stored.close());

const claim = (): Promise<Job[]> => stored.store.claim(worker, BASE_URLS);
const ask = (jobs: number, changes: Partial<NewBatch> = {}): Promise<string> =>
  stored.accept(account, jobs, randomUUID(), undefined, changes);
const run = (text: ReturnType<typeof sql>) => stored.db.run((queries) => queries.execute(text));

/** Enters a key for a scope, and returns its id. */
async function aKey(scope: string, concurrency = 10): Promise<string> {
  const fingerprint = await stored.enterKey(concurrency);
  const [row] = await run(sql`update credentials set scope = ${scope} where fingerprint = ${fingerprint} returning id`);
  return String(row?.["id"]);
}

const keysOf = (jobs: readonly Job[]) => jobs.map((job) => job.credentialId);
const pause = (scope: string) =>
  run(sql`insert into pauses (organisation_id, scope, paused_by) values (${stored.organisationId}, ${scope}, 'Ada')`);
const resume = (scope: string) => run(sql`delete from pauses where scope = ${scope}`);

describe("a pause", () => {
  it.each(["organisation", WORKSPACE, "channel:console:main:general"])("keeps jobs of %s waiting", async (scope) => {
    await aKey("organisation");
    await ask(2);
    await pause(scope);
    expect(await claim()).toEqual([]);
    await resume(scope);
    expect(await claim()).toHaveLength(2);
  });

  it("doesn't affect the same member's jobs in another channel", async () => {
    await aKey("organisation");
    await ask(3);
    const other = ["organisation", WORKSPACE, "channel:console:main:other", `account:${account}`];
    const free = await ask(1, { scopes: other });
    await pause("channel:console:main:general");
    expect((await claim()).map((job) => job.batchId)).toEqual([free]);
  });

  it("of a key leaves the jobs to other keys", async () => {
    const [paused, other] = [await aKey("organisation"), await aKey("organisation")];
    await pause(`key:${paused}`);
    await ask(4);
    expect(new Set(keysOf(await claim()))).toEqual(new Set([other]));
  });
});

describe("a member's limit of concurrent jobs", () => {
  it("is never exceeded while four processes claim concurrently", async () => {
    await aKey("organisation", 50);
    const members = [account, await stored.account("Ada")];
    for (const member of members) {
      for (let batch = 0; batch < 6; batch++) await stored.accept(member, 5, randomUUID(), undefined, { atOnce: 3 });
    }
    const pools = Array.from({ length: 4 }, () => connectDatabase(stored.url, pino({ level: "silent" })));
    const stores = pools.map((db) => createJobStore(db, { changed() {}, freed() {}, time() {} }));
    let made = 0;
    for (let round = 0; round < 12 && made < 60; round++) {
      const claimed = (await Promise.all([...stores, ...stores].map((store) => store.claim(worker, BASE_URLS)))).flat();
      for (const member of members) {
        expect(claimed.filter((job) => job.accountId === member).length).toBeLessThanOrEqual(3);
      }
      made += claimed.length;
      // Ended jobs make room for those of the next round.
      await Promise.all(claimed.map((job) => stored.apply(job, { type: "refused", failure: { reason: "gateway" } })));
    }
    expect(made).toBe(60);
    await Promise.all(pools.map((db) => db.close()));
  });

  it("counts running and unknown jobs, and lets the next one start when one ends", async () => {
    await aKey("organisation");
    await ask(4, { atOnce: 2 });
    const [one, other] = await claim();
    expect(await claim()).toEqual([]);
    if (!one || !other) throw new Error("nothing to claim");
    const running = await stored.apply(one, CREATED);
    const unknown = await stored.apply(other, { type: "outcome_unknown" });
    expect(await claim()).toEqual([]);
    await stored.apply(running, { type: "remote_completed", usage: undefined });
    expect(await claim()).toHaveLength(1);
    await stored.apply(unknown, { type: "unknown_given_up", failure: { reason: "unknown_outcome" } });
    expect(await claim()).toHaveLength(1);
  });

  it("blocks no other member", async () => {
    await aKey("organisation");
    await ask(30, { atOnce: 0 });
    await stored.accept(await stored.account("Ada"), 2);
    expect(await claim()).toHaveLength(2);
  });
});

describe("the key of a job", () => {
  const inGroup = (): Partial<NewBatch> => ({
    scopes: ["organisation", WORKSPACE, GROUP, "channel:console:main:general", `account:${account}`],
  });

  it("comes from the narrowest scope with a usable key", async () => {
    const everyones = await aKey("organisation");
    await ask(1, inGroup());
    expect(keysOf(await claim())).toEqual([everyones]);
    const workspaces = await aKey(WORKSPACE);
    await ask(1, inGroup());
    expect(keysOf(await claim())).toEqual([workspaces]);
    const groups = await aKey(GROUP);
    await ask(1, inGroup());
    expect(keysOf(await claim())).toEqual([groups]);
    const own = await aKey(`account:${account}`);
    await ask(1, inGroup());
    await ask(1, { ...inGroup(), ownKeys: true });
    expect(keysOf(await claim())).toEqual([groups, own]);
  });

  it("never comes from a group, workspace or member that the job doesn't belong to", async () => {
    for (const scope of [GROUP, "workspace:discord:1", `account:${await stored.account("Ada")}`]) await aKey(scope);
    await ask(1, { ownKeys: true });
    expect(await claim()).toEqual([]);
  });

  it.each([
    ["refused", sql`invalid_at = now()`],
    ["turned off", sql`disabled_at = now()`],
    ["removed", sql`removed_at = now()`],
    ["resting", sql`resting_until = now() + interval '1 hour'`],
  ])("comes from the next scope if the narrower scope's key is %s", async (_what, change) => {
    const everyones = await aKey("organisation");
    const groups = await aKey(GROUP);
    await run(sql`update credentials set ${change} where id = ${groups}`);
    await ask(1, inGroup());
    expect(keysOf(await claim())).toEqual([everyones]);
  });

  it("is awaited while its scope's keys are busy, without blocking other jobs", async () => {
    const everyones = await aKey("organisation");
    const groups = await aKey(GROUP, 1);
    await ask(2, inGroup());
    const [first] = await claim();
    expect(first?.credentialId).toBe(groups);
    const free = await ask(1);
    expect((await claim()).map((job) => [job.batchId, job.credentialId])).toEqual([[free, everyones]]);
    if (first) await stored.apply(first, { type: "refused", failure: { reason: "gateway" } });
    expect(keysOf(await claim())).toEqual([groups]);
  });

  it("lists the clip's model if any key of its scope is known to list it", async () => {
    const urls = { image: undefined, video: "http://gateway.test" };
    const accounts = createAccountStore(stored.db);
    const [short, long] = [await aKey(WORKSPACE, 2), await aKey(WORKSPACE, 1)];
    await aKey("organisation");
    await run(sql`update credentials set services = '{video}'`);
    await run(sql`update slots set service = 'video'`);
    const clips = (model: string, jobs: number): Promise<string> => {
      const request = { kind: "video", model, prompt: "a fox", seconds: 5, billedSeconds: 5, references: [] } as const;
      return ask(jobs, { service: "video", unit: "seconds", cost: 5, request: { ...request, references: [] } });
    };
    await accounts.noteModels(short, ["short"]);
    await accounts.noteModels(long, ["Long", "both"]);
    await clips("long", 2);
    // The second waits for the key that lists the model, even while another key is free.
    const [first, ...rest] = await stored.store.claim(worker, urls);
    expect([first?.credentialId, rest]).toEqual([long, []]);
    await clips("short", 1);
    expect(keysOf(await stored.store.claim(worker, urls))).toEqual([short]);
    if (first) await stored.apply(first, { type: "refused", failure: { reason: "gateway" } });
    expect(keysOf(await stored.store.claim(worker, urls))).toEqual([long]);
    // A list may be older than the model, so a model that no key lists may use any key.
    await clips("new", 1);
    expect(keysOf(await stored.store.claim(worker, urls))).toEqual([short]);
    await clips("long", 1);
    expect(await stored.store.claim(worker, urls)).toEqual([]);
    await accounts.noteModels(short, undefined);
    await run(sql`update slots set job_id = null where key_fingerprint = (
      select fingerprint from credentials where id = ${short})`);
    expect(keysOf(await stored.store.claim(worker, urls))).toEqual([short]);
  });

  it("is the one of its scope with the fewest jobs", async () => {
    await aKey("organisation");
    await aKey("organisation");
    await ask(6);
    const counts = new Map<string | undefined, number>();
    for (const key of keysOf(await claim())) counts.set(key, (counts.get(key) ?? 0) + 1);
    expect([...counts.values()]).toEqual([3, 3]);
  });
});

describe("the cap of a key", () => {
  it("is never exceeded while four processes claim concurrently, and the next scope's keys take over", async () => {
    const capped = await aKey(WORKSPACE, 20);
    const everyones = await aKey("organisation", 50);
    await setQuota(stored, { scope: `key:${capped}`, amount: 5 });
    for (const name of ["Max", "Ada", "Kim", "Sam"]) await stored.accept(await stored.account(name), 6);
    const pools = Array.from({ length: 4 }, () => connectDatabase(stored.url, pino({ level: "silent" })));
    const stores = pools.map((db) => createJobStore(db, { changed() {}, freed() {}, time() {} }));
    const claimed: Job[] = [];
    for (let round = 0; round < 10 && claimed.length < 24; round++) {
      claimed.push(...(await Promise.all(stores.map((store) => store.claim(worker, BASE_URLS)))).flat());
    }
    await Promise.all(pools.map((db) => db.close()));
    expect(keysOf(claimed).filter((key) => key === capped)).toHaveLength(5);
    expect(keysOf(claimed).filter((key) => key === everyones)).toHaveLength(19);
    expect(await windows(stored)).toMatchObject([{ used: 5, summed: 5, warned: 100 }]);
  });

  it("gets back the cost of a job that waits again or is released", async () => {
    const key = await aKey("organisation");
    const scope = `key:${key}`;
    await setQuota(stored, { scope, amount: 2 });
    await ask(4);
    const [one, other, ...rest] = await claim();
    if (!one || !other) throw new Error("nothing to claim");
    expect([rest, await claim()]).toEqual([[], []]);
    const again = await stored.apply(one, { type: "not_sent", delayMs: 60_000 });
    expect(await usedOf(stored, scope)).toBe(1);
    // A waiting job has used nothing of the cap, so cancelling it gives nothing back.
    await stored.apply(again, { type: "cancel_requested" });
    expect(await usedOf(stored, scope)).toBe(1);
    await stored.apply(other, { type: "refused", failure: { reason: "gateway" } });
    expect(await usedOf(stored, scope)).toBe(0);
    const [third] = await claim();
    if (!third) throw new Error("nothing to claim");
    await stored.apply(await stored.apply(third, CREATED), { type: "remote_completed", usage: undefined });
    expect(await windows(stored)).toMatchObject([{ used: 2, summed: 2 }]);
  });

  it("counts what the key made in the window before the cap was set", async () => {
    const key = await aKey("organisation");
    await ask(3);
    const [one, other] = await claim();
    if (!one || !other) throw new Error("nothing to claim");
    await stored.apply(one, { type: "refused", failure: { reason: "gateway" } });
    await stored.apply(await stored.apply(other, CREATED), { type: "remote_completed", usage: undefined });
    await setQuota(stored, { scope: `key:${key}`, amount: 2 });
    await ask(1);
    expect(await usedOf(stored, `key:${key}`)).toBe(2);
    expect(await claim()).toEqual([]);
  });

  it("leaves a job that costs more than the rest of the cap to the next scope's keys", async () => {
    const capped = await aKey(WORKSPACE);
    const everyones = await aKey("organisation");
    await run(sql`update credentials set services = '{video}'`);
    await run(sql`update slots set service = 'video'`);
    await setQuota(stored, { scope: `key:${capped}`, amount: 15, unit: "seconds" });
    const clip = { service: "video", unit: "seconds" } as const;
    await ask(1, { ...clip, cost: 10 });
    await ask(1, { ...clip, cost: 10 });
    await ask(1, { ...clip, cost: 5 });
    const urls = { image: undefined, video: "http://gateway.test" };
    expect(keysOf(await stored.store.claim(worker, urls))).toEqual([capped, everyones, capped]);
  });
});
