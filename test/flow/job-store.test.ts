import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAccountStore } from "../../src/db/account-store.ts";
import { connectDatabase, type Database } from "../../src/db/connection.ts";
import { createJobStore } from "../../src/db/job-store.ts";
import type { Job, JobStore } from "../../src/job/store.ts";
import { transition, type JobEvent } from "../../src/job/transition.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";

const BASE_URLS = { image: "http://gateway.test", video: undefined };

let database: TestDatabase;
let db: Database;
let store: JobStore;
let organisationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, pino({ level: "silent" }));
  store = createJobStore(db);
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

beforeEach(async () => {
  const accounts = createAccountStore(db);
  organisationId = await accounts.claimForFirst("console", "main");
});

async function enterKey(concurrency: number): Promise<string> {
  const fingerprint = randomUUID();
  await createAccountStore(db).enterCredential({
    organisationId,
    fingerprint,
    sealedSecret: "sealed",
    services: ["image"],
    concurrency,
  });
  return fingerprint;
}

async function account(name: string): Promise<string> {
  const identity = { platform: "console", workspace: "main", userId: randomUUID(), displayName: name };
  return createAccountStore(db).accountOf(organisationId, identity);
}

async function accept(
  accountId: string,
  count: number,
  eventKey: string = randomUUID(),
  workerId?: string,
): Promise<string> {
  const id = randomUUID();
  const outcome = await store.accept({
    id,
    eventKey,
    organisationId,
    accountId,
    conversation: { platform: "console", workspace: "main", channel: "general" },
    requesterId: "member",
    requesterName: "Max",
    locale: "en",
    requestMessage: undefined,
    service: "image",
    request: { kind: "image", model: "provider-a/image-2", prompt: "a fox", count, references: [] },
    sandbox: true,
    workerId,
    jobs: Array.from({ length: count }, (_, index) => {
      const jobId = randomUUID();
      return { id: jobId, ordinal: index + 1, path: "/p", body: "{}", bodyHash: "h", idempotencyKey: jobId };
    }),
  });
  return outcome === "accepted" ? id : "";
}

async function apply(job: Job, event: JobEvent): Promise<Job> {
  const move = transition(job, event);
  if (!move) throw new Error(`${event.type} means nothing in ${job.state}`);
  const written = await store.apply(job, move);
  if (!written) throw new Error("not written");
  return written;
}

const CREATED: JobEvent = {
  type: "created",
  remoteId: "r-1",
  requestId: "q-1",
  guidance: undefined,
  deadlineMs: 60_000,
};

async function endEverything(): Promise<void> {
  const worker = randomUUID();
  await store.register(worker);
  for (;;) {
    const jobs = await store.claim(worker, BASE_URLS);
    if (jobs.length === 0) return;
    for (const job of jobs) await apply(job, { type: "refused", failure: { reason: "gateway" } });
  }
}

describe("taking a batch in", () => {
  it("stores it once, however often the platform delivers the event", async () => {
    const accountId = await account("one");
    const key = randomUUID();
    const ids = await Promise.all(Array.from({ length: 8 }, () => accept(accountId, 2, key)));
    const accepted = ids.filter((id) => id !== "");
    expect(accepted).toHaveLength(1);
    expect(await store.jobsOf(accepted[0] ?? "")).toHaveLength(2);
  });
});

describe("claiming", () => {
  it("never goes above a key's concurrency, with many workers claiming at once, and gives each job to one of them", async () => {
    await enterKey(3);
    const accountId = await account("crowd");
    await accept(accountId, 10);
    const workers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const id = randomUUID();
        await store.register(id);
        return id;
      }),
    );
    const claimed = (await Promise.all(workers.map((id) => store.claim(id, BASE_URLS)))).flat();
    // A worker may have skipped a lane that another was just taking.
    const rest = await store.claim(workers[0] ?? "", BASE_URLS);
    const all = [...claimed, ...rest];
    expect(all).toHaveLength(3);
    expect(new Set(all.map((job) => job.id)).size).toBe(3);
    for (const job of all) await apply(job, { type: "refused", failure: { reason: "gateway" } });
    await endEverything();
  });

  it("serves the least recently served member first, so that nobody waits behind another's pile", async () => {
    const [busy, patient] = [await account("busy"), await account("patient")];
    await accept(busy, 10);
    await accept(patient, 1);
    const worker = randomUUID();
    await store.register(worker);
    const claimed = await store.claim(worker, BASE_URLS);
    expect(claimed.slice(0, 2).map((job) => job.accountId)).toContain(patient);
    for (const job of claimed) await apply(job, { type: "refused", failure: { reason: "gateway" } });
    await endEverything();
  });

  it("leaves a job alone until its time has come", async () => {
    await accept(await account("late"), 1);
    const worker = randomUUID();
    await store.register(worker);
    const [job] = await store.claim(worker, BASE_URLS);
    if (!job) throw new Error("nothing claimed");
    const waiting = await apply(job, { type: "not_sent", delayMs: 3_600_000 });
    expect(waiting).toMatchObject({ state: "waiting", workerId: undefined });
    expect(await store.claim(worker, BASE_URLS)).toHaveLength(0);
    await apply(waiting, { type: "cancel_requested" });
  });

  it("leaves a job alone that was taken back on its way into waiting, and lists it to be ended", async () => {
    await accept(await account("wavering"), 1);
    const worker = randomUUID();
    await store.register(worker);
    const [job] = await store.claim(worker, BASE_URLS);
    if (!job) throw new Error("nothing claimed");
    const wished = await apply(job, { type: "cancel_requested" });
    const waiting = await apply(wished, { type: "not_sent", delayMs: 0 });
    expect(await store.claim(worker, BASE_URLS)).toHaveLength(0);
    const listed = await store.overdueWaits(3_600_000, 3_600_000);
    expect(listed.map((one) => one.id)).toEqual([job.id]);
    await apply(waiting, { type: "cancel_requested" });
  });

  it("uses no key that the gateway has refused", async () => {
    const accounts = createAccountStore(db);
    await accept(await account("keyless"), 1);
    const worker = randomUUID();
    await store.register(worker);
    const [job] = await store.claim(worker, BASE_URLS);
    if (!job?.credentialId) throw new Error("nothing claimed");
    await accounts.markInvalid(job.credentialId);
    const waiting = await apply(job, { type: "not_sent", delayMs: 0 });
    expect(await store.claim(worker, BASE_URLS)).toHaveLength(0);
    expect(await accounts.hasCredential(organisationId, "image")).toBe(false);
    await apply(waiting, { type: "cancel_requested" });
    await enterKey(3);
  });
});

describe("writing a transition", () => {
  it("keeps the slot until the remote job has ended, and frees it in the same write", async () => {
    await db.run((queries) => queries.execute("update slots set job_id = null"));
    await db.run((queries) => queries.execute("delete from slots"));
    const fingerprint = await enterKey(1);
    await accept(await account("slot"), 2);
    const worker = randomUUID();
    await store.register(worker);
    const [job, none] = await store.claim(worker, BASE_URLS);
    if (!job) throw new Error("nothing claimed");
    expect(none).toBeUndefined();
    const running = await apply(job, CREATED);
    expect(running).toMatchObject({ state: "running", remoteId: "r-1", requestId: "q-1" });
    expect(await store.claim(worker, BASE_URLS)).toHaveLength(0);
    const done = await apply(running, { type: "remote_completed", usage: { images: 1 } });
    expect(done).toMatchObject({ state: "succeeded", workerId: worker });
    const [next] = await store.claim(worker, BASE_URLS);
    expect(next?.state).toBe("submitting");
    const held = await db.run((queries) =>
      queries.execute(`select job_id from slots where key_fingerprint = '${fingerprint}'`),
    );
    expect(held[0]?.["job_id"]).toBe(next?.id);
  });

  it("writes nothing with an old fence, except the news that a create has worked", async () => {
    await enterKey(5);
    await accept(await account("fence"), 1);
    const [slow, quick] = [randomUUID(), randomUUID()];
    await store.register(slow);
    await store.register(quick);
    const [job] = await store.claim(slow, BASE_URLS);
    if (!job) throw new Error("nothing claimed");
    const taken = await store.takeOver(quick, true);
    expect(taken.jobs.map((one) => one.id)).toContain(job.id);
    const refused = transition(job, { type: "refused", failure: { reason: "gateway" } });
    if (!refused) throw new Error("no transition");
    expect(await store.apply(job, refused)).toBeUndefined();
    expect(await apply(job, CREATED)).toMatchObject({ state: "running", remoteId: "r-1", fence: job.fence + 1 });
  });
});

describe("taking over", () => {
  it("takes what dead workers had, once, and leaves the living alone", async () => {
    await enterKey(20);
    await accept(await account("orphan"), 3);
    const [dead, living, first, second] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    for (const id of [dead, living, first, second]) await store.register(id);
    const jobs = await store.claim(dead, BASE_URLS);
    await accept(await account("kept"), 1);
    const kept = await store.claim(living, BASE_URLS);
    expect(kept).toHaveLength(1);
    await store.retire(dead);
    const taken = await Promise.all([store.takeOver(first, false), store.takeOver(second, false)]);
    const ids = taken.flatMap((one) => one.jobs.map((job) => job.id));
    expect(ids.toSorted()).toEqual(jobs.map((job) => job.id).toSorted());
    expect(await store.beat(dead)).toBe(false);
    expect(await store.beat(living)).toBe(true);
  });

  it("gives a worker that was declared dead nothing more: nobody would take it over again", async () => {
    await endEverything();
    const accountId = await account("posthumous");
    const [dead, silent, heir] = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of [dead, silent, heir]) await store.register(id);
    await store.retire(dead);
    await store.takeOver(heir, false);
    await accept(accountId, 1);
    expect(await store.claim(dead, BASE_URLS)).toHaveLength(0);
    const claimed = await store.claim(silent, BASE_URLS);
    expect(claimed).toHaveLength(1);
    await store.retire(silent);
    expect((await store.takeOver(dead, false)).jobs).toHaveLength(0);
    const batchId = await accept(accountId, 1, randomUUID(), dead);
    const taken = await store.takeOver(heir, false);
    expect(taken.jobs.map((job) => job.id)).toEqual(claimed.map((job) => job.id));
    expect(taken.batchIds).toContain(batchId);
    expect(await store.ownedBy(heir)).toMatchObject({ jobIds: [claimed[0]?.id] });
  });
});
