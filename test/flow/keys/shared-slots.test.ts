import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { encodeScope } from "../../../src/core/account/policy/scope.ts";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import { createOrganisationStore } from "../../../src/db/accounts/organisation-store.ts";
import { createDeliveryStore } from "../../../src/db/delivery/delivery-store.ts";
import { batchViews } from "../../../src/db/jobs/batch-views.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import { MAX_KEY_CONCURRENCY } from "../../../src/lib/limits.ts";
import { countRowsRead } from "../../support/database/rows-read.ts";
import { BASE_URLS, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";
import { storedKeys } from "../../support/database/stored-keys.ts";

const OWNERS = 10;
const WAITING = 30;
/** A statement may read all slots of the secret a few times, but not once per key, slot, waiting member or waiting batch. */
const MOST = 6 * MAX_KEY_CONCURRENCY;

let stored: StoredJobs;
let worker: string;
let within: readonly string[];
let keyIds: readonly string[];

beforeEach(async () => {
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
afterEach(() => stored.close());

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

/** Asks for pictures that any of the owners' keys can make. Returns the batch's id. */
const ask = (account: string, count: number) => stored.accept(account, count, undefined, undefined, { scopes: within });

it("if many keys share a secret with many slots, each slot is read once for all of them", async () => {
  const { db } = stored;
  const batch = await ask(await stored.account("Max"), 3);
  // Each key allows one job, and they have one secret.
  const [running] = await stored.store.claim(worker, BASE_URLS);
  expect(keyIds).toContain(running?.credentialId);
  const busy = await slotsRead(claim);
  expect(busy).toEqual({ slots: expect.any(Number), result: [] });
  expect(busy.slots).toBeGreaterThanOrEqual(MAX_KEY_CONCURRENCY);
  expect(busy.slots).toBeLessThan(MOST);

  const view = await slotsRead((through) => createDeliveryStore(through, { changed() {} }).view(batch));
  expect(view.result).toMatchObject({ waitingFor: { kind: "slots", of: 1 } });
  expect(view.slots).toBeGreaterThanOrEqual(MAX_KEY_CONCURRENCY);
  expect(view.slots).toBeLessThan(MOST);

  // Another job now has the job's slot.
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

it("if many members wait for busy keys while another key is free, a claim reads the slots once for all of them", async () => {
  await ask(await stored.account("Max"), 1);
  expect(await stored.store.claim(worker, BASE_URLS)).toHaveLength(1);
  for (let n = 0; n < WAITING; n++) await ask(await stored.account(`Kim ${n}`), 1);
  const { slots, result } = await slotsRead(claim);
  expect(result).toEqual([]);
  expect(slots).toBeGreaterThanOrEqual(MAX_KEY_CONCURRENCY);
  expect(slots).toBeLessThan(MOST);
});

it("if many batches wait for busy keys, their views read the slots once for all of them", async () => {
  const max = await stored.account("Max");
  await ask(max, 1);
  expect(await stored.store.claim(worker, BASE_URLS)).toHaveLength(1);
  const ids: string[] = [];
  for (let n = 0; n < WAITING; n++) ids.push(await ask(max, 1));
  const { slots, result } = await slotsRead((db) => db.run((queries) => batchViews(queries, ids)));
  expect(result).toMatchObject(ids.map((id) => ({ batch: { id }, waitingFor: { kind: "slots", of: 1, unknown: 0 } })));
  expect(slots).toBeGreaterThanOrEqual(MAX_KEY_CONCURRENCY);
  expect(slots).toBeLessThan(MOST);
});

it("each organisation's batches wait for its own keys and the unknown outcomes that hold their slots", async () => {
  const { db, store } = stored;
  const allowed = { platform: "slack", workspace: "T1", organisation: undefined } as const;
  const { organisationId } = await createOrganisationStore(db).allow(allowed);
  const identity = { platform: "slack", workspace: "T1", userId: "U1", displayName: "Lee" };
  const lee = await createAccountStore(db).accountOf(organisationId, identity);
  await storedKeys(db).add(organisationId, "theirs", "sk-of-one-owner-0001", { concurrency: 3 });
  const theirs = await stored.accept(lee, 4, undefined, undefined, { organisationId });
  const ours = await ask(await stored.account("Max"), 2);
  const claimed = await store.claim(worker, BASE_URLS);
  expect(claimed.map(({ batchId }) => batchId).toSorted()).toEqual([ours, theirs, theirs, theirs].toSorted());
  const unknown = claimed.find(({ batchId }) => batchId === theirs);
  if (unknown) await stored.apply(unknown, { type: "outcome_unknown" });
  const views = await db.run((queries) => batchViews(queries, [theirs, ours]));
  expect(views.map((view) => view?.waitingFor)).toEqual([
    { kind: "slots", of: 3, unknown: 1, until: expect.any(Date) },
    { kind: "slots", of: 1, unknown: 0, until: undefined },
  ]);
});
