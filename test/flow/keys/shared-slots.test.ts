import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeScope } from "../../../src/core/account/policy/scope.ts";
import { createDeliveryStore } from "../../../src/db/delivery/delivery-store.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import { MAX_KEY_CONCURRENCY } from "../../../src/lib/limits.ts";
import { countRowsRead } from "../../support/database/rows-read.ts";
import { BASE_URLS, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";
import { storedKeys } from "../../support/database/stored-keys.ts";

const OWNERS = 10;
/** A statement may read all slots for each key a few times, but not all slots for each slot. */
const MOST = 6 * OWNERS * MAX_KEY_CONCURRENCY;

let stored: StoredJobs;
let worker: string;
let within: readonly string[];
let keyIds: readonly string[];

beforeAll(async () => {
  stored = await openStoredJobs();
  const { organisationId, db } = stored;
  const keys = storedKeys(db);
  const all = Array.from({ length: OWNERS }, (_, n) => ({ kind: "workspace", id: `discord:${n}` }) as const);
  const secret = "sk-of-many-owners-0001";
  const elsewhere = { kind: "workspace", id: "discord:elsewhere" } as const;
  await keys.add(organisationId, "elsewhere", secret, { scope: elsewhere, concurrency: MAX_KEY_CONCURRENCY });
  const ids: string[] = [];
  for (const [index, scope] of all.entries()) {
    ids.push(await keys.add(organisationId, `key ${index}`, secret, { scope, concurrency: 1 }));
  }
  keyIds = ids;
  within = ["organisation", ...all.map(encodeScope)];
  worker = randomUUID();
  await stored.store.register(worker);
});
afterAll(() => stored.close());

/** How many slots the work reads, and its result. */
async function slotsRead<T>(work: (db: StoredJobs["db"]) => Promise<T>): Promise<{ slots: number; result: T }> {
  const reads = countRowsRead(stored);
  try {
    const results: T[] = [];
    const { slots = 0 } = await reads.by(async () => results.push(await work(reads.db)));
    const [result] = results;
    if (result === undefined) throw new Error("the work has no result");
    return { slots, result };
  } finally {
    await reads.close();
  }
}

const claim = (db: StoredJobs["db"]) =>
  createJobStore(db, { changed() {}, freed() {}, time() {} }).claim(worker, BASE_URLS);

it("a secret with many slots that many keys have: each slot is read once per key", async () => {
  const { db } = stored;
  const batch = await stored.accept(await stored.account("Max"), 3, undefined, undefined, { scopes: within });
  // Each key allows one job, and they have one secret.
  const [running] = await stored.store.claim(worker, BASE_URLS);
  expect(keyIds).toContain(running?.credentialId);
  const busy = await slotsRead(claim);
  expect(busy).toEqual({ slots: expect.any(Number), result: [] });
  expect(busy.slots).toBeGreaterThan(MAX_KEY_CONCURRENCY);
  expect(busy.slots).toBeLessThan(MOST);

  const view = await slotsRead((through) => createDeliveryStore(through, { changed() {} }).view(batch));
  expect(view.result).toMatchObject({ waitingFor: { kind: "slots", of: 1 } });
  expect(view.slots).toBeGreaterThan(MAX_KEY_CONCURRENCY);
  expect(view.slots).toBeLessThan(MOST);

  // The job's slot has gone to another one meanwhile.
  await db.run((queries) =>
    queries.execute(sql`update slots set job_id = gen_random_uuid() where job_id = ${running?.id ?? ""}::uuid`),
  );
  const retake = sql<{ taken: number }>`
    select retake_slots(array(select j from jobs j where id = ${running?.id ?? ""}::uuid))::integer as taken`;
  const late = await slotsRead((through) => through.run(async (queries) => [...(await queries.execute(retake))]));
  expect(late.result).toEqual([{ taken: 0 }]);
  expect(late.slots).toBeLessThan(MOST);

  await db.run((queries) => queries.execute(sql`update credentials set concurrency = 2 where concurrency = 1`));
  const free = await slotsRead(claim);
  expect(free.result).toHaveLength(1);
  // Two turns: one takes the slot, and one finds that there is no other.
  expect(free.slots).toBeLessThan(2 * MOST);
  const retaken = await slotsRead((through) => through.run(async (queries) => [...(await queries.execute(retake))]));
  expect(retaken).toMatchObject({ result: [{ taken: 1 }] });
  expect(retaken.slots).toBeLessThan(MOST);
});
