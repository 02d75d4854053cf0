import { randomUUID } from "node:crypto";
import { sql as drizzle } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import { createKeyStore } from "../../../src/db/keys/key-store.ts";
import { transition } from "../../../src/core/job/transition.ts";
import { BASE_URLS, CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

let stored: StoredJobs;

beforeAll(async () => {
  stored = await openStoredJobs();
});

afterAll(() => stored.close());

describe("accepting a batch", () => {
  it("stores it once, however often the platform delivers the event", async () => {
    const accountId = await stored.account("one");
    const key = randomUUID();
    const ids = await Promise.all(Array.from({ length: 8 }, () => stored.accept(accountId, 2, key)));
    const accepted = ids.filter((id) => id !== "");
    expect(accepted).toHaveLength(1);
    expect(await stored.store.jobsOf(accepted[0] ?? "")).toHaveLength(2);
  });
});

it("a list of requests has only the beginning of each prompt, and a single request has all of it", async () => {
  const accountId = await stored.account("long");
  const id = await stored.accept(accountId, 1);
  const prompt = "狐".repeat(30_000);
  const sql = drizzle`update batches set request = jsonb_set(request, '{prompt}', to_jsonb(${prompt}::text)) where id = ${id}::uuid`;
  await stored.db.run((queries) => queries.execute(sql));
  const whole = await stored.store.batch(id);
  const { organisationId = "" } = whole ?? {};
  const [listed] = await stored.store.latestBatches(organisationId, { kind: "account", accountId }, 5);
  expect(whole?.request.prompt).toBe(prompt);
  expect(listed?.batch).toEqual({ ...whole, request: { ...whole?.request, prompt: prompt.slice(0, 200) } });
});

describe("claiming", () => {
  it("never exceeds a key's concurrency with many concurrent workers, and gives each job to one worker", async () => {
    await stored.enterKey(3);
    const accountId = await stored.account("crowd");
    await stored.accept(accountId, 10);
    const workers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const id = randomUUID();
        await stored.store.register(id);
        return id;
      }),
    );
    const claimed = (await Promise.all(workers.map((id) => stored.store.claim(id, BASE_URLS)))).flat();
    // A worker may have skipped a lane that another had locked.
    const rest = await stored.store.claim(workers[0] ?? "", BASE_URLS);
    const all = [...claimed, ...rest];
    expect(all).toHaveLength(3);
    expect(new Set(all.map((job) => job.id)).size).toBe(3);
    for (const job of all) await stored.apply(job, { type: "refused", failure: { reason: "gateway" } });
    await stored.endEverything();
  });

  it("serves the least recently served member first, so that nobody waits behind another's many jobs", async () => {
    const [busy, patient] = [await stored.account("busy"), await stored.account("patient")];
    await stored.accept(busy, 10);
    await stored.accept(patient, 1);
    const worker = randomUUID();
    await stored.store.register(worker);
    const claimed = await stored.store.claim(worker, BASE_URLS);
    expect(claimed.slice(0, 2).map((job) => job.accountId)).toContain(patient);
    for (const job of claimed) await stored.apply(job, { type: "refused", failure: { reason: "gateway" } });
    await stored.endEverything();
  });

  it("skips a job that is not due yet", async () => {
    await stored.endEverything();
    await stored.accept(await stored.account("late"), 1);
    const worker = randomUUID();
    await stored.store.register(worker);
    const [job] = await stored.store.claim(worker, BASE_URLS);
    if (!job) throw new Error("nothing claimed");
    const waiting = await stored.apply(job, { type: "not_sent", delayMs: 3_600_000 });
    expect(waiting).toMatchObject({ state: "waiting", workerId: undefined });
    expect(await stored.store.claim(worker, BASE_URLS)).toHaveLength(0);
    await stored.apply(waiting, { type: "cancel_requested" });
  });

  it("skips a job that was cancelled just as it started waiting, and lists it as overdue", async () => {
    await stored.accept(await stored.account("wavering"), 1);
    const worker = randomUUID();
    await stored.store.register(worker);
    const [job] = await stored.store.claim(worker, BASE_URLS);
    if (!job) throw new Error("nothing claimed");
    const cancelling = await stored.apply(job, { type: "cancel_requested" });
    const waiting = await stored.apply(cancelling, { type: "not_sent", delayMs: 0 });
    expect(await stored.store.claim(worker, BASE_URLS)).toHaveLength(0);
    const listed = await stored.store.overdueWaits(3_600_000, 3_600_000);
    expect(listed.map((one) => one.id)).toEqual([job.id]);
    await stored.apply(waiting, { type: "cancel_requested" });
  });

  it("uses no refused key", async () => {
    const accounts = createAccountStore(stored.db);
    await stored.accept(await stored.account("keyless"), 1);
    const worker = randomUUID();
    await stored.store.register(worker);
    const [job] = await stored.store.claim(worker, BASE_URLS);
    if (!job?.credentialId) throw new Error("nothing claimed");
    await createKeyStore(stored.db, "").refused(job.credentialId, job.service, job.batchId, ({ name }) => name);
    const waiting = await stored.apply(job, { type: "not_sent", delayMs: 0 });
    expect(await stored.store.claim(worker, BASE_URLS)).toHaveLength(0);
    expect(await accounts.credentialsFor(job.organisationId, "image")).toEqual([]);
    await stored.apply(waiting, { type: "cancel_requested" });
    await stored.enterKey(3);
  });
});

describe("writing a transition", () => {
  it("keeps the slot until the remote job ends, and frees it in the same write", async () => {
    await stored.db.run((queries) => queries.execute("update slots set job_id = null"));
    await stored.db.run((queries) => queries.execute("delete from slots"));
    const fingerprint = await stored.enterKey(1);
    await stored.accept(await stored.account("slot"), 2);
    const worker = randomUUID();
    await stored.store.register(worker);
    const [job, none] = await stored.store.claim(worker, BASE_URLS);
    if (!job) throw new Error("nothing claimed");
    expect(none).toBeUndefined();
    const running = await stored.apply(job, CREATED);
    expect(running).toMatchObject({ state: "running", remoteId: "r-1", requestId: "q-1" });
    expect(await stored.store.claim(worker, BASE_URLS)).toHaveLength(0);
    const done = await stored.apply(running, { type: "remote_completed", usage: { images: 1 } });
    expect(done).toMatchObject({ state: "succeeded", workerId: worker });
    const [next] = await stored.store.claim(worker, BASE_URLS);
    expect(next?.state).toBe("submitting");
    const held = await stored.db.run((queries) =>
      queries.execute(`select job_id from slots where key_fingerprint = '${fingerprint}'`),
    );
    expect(held[0]?.["job_id"]).toBe(next?.id);
  });

  it("writes nothing with an old fence, except that a create succeeded", async () => {
    await stored.enterKey(5);
    await stored.accept(await stored.account("fence"), 1);
    const [slow, quick] = [randomUUID(), randomUUID()];
    await stored.store.register(slow);
    await stored.store.register(quick);
    const [job] = await stored.store.claim(slow, BASE_URLS);
    if (!job) throw new Error("nothing claimed");
    const taken = await stored.store.takeOver(quick, true);
    expect(taken.jobs.map((one) => one.id)).toContain(job.id);
    const refused = transition(job, { type: "refused", failure: { reason: "gateway" } });
    if (!refused) throw new Error("no transition");
    expect(await stored.store.apply(job, refused)).toBeUndefined();
    expect(await stored.apply(job, CREATED)).toMatchObject({ state: "running", remoteId: "r-1", fence: job.fence + 1 });
  });
});

describe("a create that works after all", () => {
  it.each(["outcome_unknown", "not_sent"] as const)("keeps nothing of its earlier failure (%s)", async (type) => {
    await stored.endEverything();
    await stored.accept(await stored.account("late"), 1);
    const worker = randomUUID();
    await stored.store.register(worker);
    const [claimed] = await stored.store.claim(worker, BASE_URLS);
    const failure = { reason: "unknown_outcome" } as const;
    if (!claimed) throw new Error("nothing claimed");
    const event = type === "not_sent" ? { type, delayMs: 0, failure } : { type, failure };
    const after = await stored.apply(claimed, event);
    expect(after.failure).toEqual(failure);
    const [again] = type === "not_sent" ? await stored.store.claim(worker, BASE_URLS) : [after];
    if (again?.id !== claimed.id) throw new Error("another job is next");
    const made = await stored.apply(again, CREATED);
    expect(made.state).toBe("running");
    expect(made.failure).toBeUndefined();
    await stored.apply(made, { type: "remote_completed", usage: undefined });
    await stored.endEverything();
  });
});

describe("taking over", () => {
  it("takes over dead workers' jobs, once, and leaves living workers alone", async () => {
    await stored.enterKey(20);
    await stored.accept(await stored.account("orphan"), 3);
    const [dead, living, first, second] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    for (const id of [dead, living, first, second]) await stored.store.register(id);
    const jobs = await stored.store.claim(dead, BASE_URLS);
    await stored.accept(await stored.account("kept"), 1);
    const kept = await stored.store.claim(living, BASE_URLS);
    expect(kept).toHaveLength(1);
    await stored.store.retire(dead);
    const taken = await Promise.all([stored.store.takeOver(first, false), stored.store.takeOver(second, false)]);
    const ids = taken.flatMap((one) => one.jobs.map((job) => job.id));
    expect(ids.toSorted()).toEqual(jobs.map((job) => job.id).toSorted());
    expect(await stored.store.beat(dead)).toBe(false);
    expect(await stored.store.beat(living)).toBe(true);
  });

  it("gives nothing to a worker that was declared dead, because no worker would take it over", async () => {
    await stored.endEverything();
    // No worker posts for the workspace yet.
    await stored.db.run((queries) => queries.execute("delete from leases"));
    const accountId = await stored.account("posthumous");
    const [dead, silent, heir] = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of [dead, silent, heir]) await stored.store.register(id);
    await stored.store.retire(dead);
    await stored.store.takeOver(heir, false);
    await stored.accept(accountId, 1);
    expect(await stored.store.claim(dead, BASE_URLS)).toHaveLength(0);
    const claimed = await stored.store.claim(silent, BASE_URLS);
    expect(claimed).toHaveLength(1);
    await stored.store.retire(silent);
    expect((await stored.store.takeOver(dead, false)).jobs).toHaveLength(0);
    const batchId = await stored.accept(accountId, 1, randomUUID(), dead);
    const taken = await stored.store.takeOver(heir, false);
    expect(taken.jobs.map((job) => job.id)).toEqual(claimed.map((job) => job.id));
    expect(taken.batchIds).toContain(batchId);
    expect(await stored.store.ownedBy(heir)).toMatchObject({ jobIds: [claimed[0]?.id] });
  });

  it("finds the slot of a job that a process of the previous version claimed, so that it is freed", async () => {
    await stored.endEverything();
    const [old, heir] = [randomUUID(), randomUUID()];
    for (const id of [old, heir]) await stored.store.register(id);
    await stored.accept(await stored.account("early"), 1);
    const [job] = await stored.store.claim(old, BASE_URLS);
    const held = async () =>
      stored.db.run((queries) => queries.execute(drizzle`select from slots where job_id = ${job?.id ?? ""}::uuid`));
    await stored.db.run((queries) =>
      queries.execute(drizzle`update jobs set slot_id = null where id = ${job?.id ?? ""}::uuid`),
    );
    expect(await held()).toHaveLength(1);
    await stored.store.retire(old);
    const [taken] = (await stored.store.takeOver(heir, false)).jobs;
    if (!taken) throw new Error("nothing was taken over");
    await stored.apply(taken, { type: "refused", failure: { reason: "gateway", status: 400 } });
    expect(await held()).toHaveLength(0);
  });
});
