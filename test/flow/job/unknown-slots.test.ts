import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Service } from "../../../src/core/job/job.ts";
import type { Job } from "../../../src/core/job/job-store.ts";
import type { JobEvent } from "../../../src/core/job/transition.ts";
import { UNKNOWN_CLIP_SLOT_MS, UNKNOWN_PICTURE_SLOT_MS } from "../../../src/lib/limits.ts";
import type { VideoRequest } from "../../../src/core/request/video/video.ts";
import { ADMIN, storedKeys, type StoredKeys } from "../../support/database/stored-keys.ts";
import { CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

/** Slots are counted per key and service. A job with an unknown outcome holds one for a limited time. */
const URLS = { image: "http://gateway.test", video: "http://gateway.test" };
const UNKNOWN: JobEvent = { type: "outcome_unknown" };

let stored: StoredJobs;
let keys: StoredKeys;
let worker: string;
let accountId: string;

beforeEach(async () => {
  stored = await openStoredJobs();
  keys = storedKeys(stored.db);
  worker = randomUUID();
  await stored.store.register(worker);
  accountId = await stored.account("Max");
});

afterEach(() => stored.close());

const addKey = (concurrency: number): Promise<string> =>
  keys.add(stored.organisationId, "team", "sk-of-the-team-0001", { concurrency });

/** Requests jobs of a service. */
async function ask(service: Service, count: number, atOnce?: number): Promise<void> {
  const clip: VideoRequest = {
    kind: "video",
    model: "gamma3.0-video-480p",
    prompt: "a fox",
    seconds: 5,
    billedSeconds: 5,
    references: [],
  };
  await stored.accept(accountId, count, randomUUID(), undefined, {
    service,
    atOnce,
    mostWaiting: undefined,
    ...(service === "video" ? { request: clip, cost: 5, unit: "seconds" } : {}),
  });
}

const claim = (): Promise<Job[]> => stored.store.claim(worker, URLS);

/** Requests and claims jobs of a service, and makes each outcome unknown. */
async function unknown(count: number, service: Service = "video"): Promise<Job[]> {
  await ask(service, count);
  const jobs: Job[] = [];
  while (jobs.length < count) {
    const claimed = await claim();
    if (claimed.length === 0) throw new Error(`only ${jobs.length} were claimed`);
    for (const job of claimed) jobs.push(await stored.apply(job, UNKNOWN));
  }
  return jobs;
}

async function slots(): Promise<Record<string, { of: number; held: number; unknown: number }>> {
  const [key] = await keys.keyring.list(stored.organisationId);
  return { ...key?.slots };
}

/** Makes all creates older. */
const age = (ms: number) =>
  stored.db.run((queries) =>
    queries.execute(sql`update jobs set submitted_at = submitted_at - ${ms}::float8 * interval '1 millisecond'`),
  );

async function held(jobs: readonly Job[]): Promise<boolean[]> {
  const rows = await stored.db.run((queries) => queries.execute<{ job_id: string }>(sql`select job_id from slots`));
  const ids = new Set(rows.map((row) => row.job_id));
  return jobs.map(({ id }) => ids.has(id));
}

describe("slots", () => {
  it("are counted separately for pictures and clips", async () => {
    await addKey(2);
    await ask("video", 5);
    await ask("image", 5);
    expect((await claim()).map(({ service }) => service).toSorted()).toEqual(["image", "image", "video", "video"]);
    expect(await claim()).toEqual([]);
    expect(await slots()).toEqual({
      image: { of: 2, held: 2, unknown: 0 },
      video: { of: 2, held: 2, unknown: 0 },
    });
  });

  it("have a limit for each service, which an admin sets", async () => {
    const id = await addKey(2);
    await keys.keyring.assign(stored.organisationId, id, { scope: undefined, concurrency: { video: 4 } }, ADMIN);
    await keys.keyring.assign(stored.organisationId, id, { scope: undefined, concurrency: { image: 1 } }, ADMIN);
    await ask("video", 6);
    await ask("image", 6);
    const services = (await claim()).map(({ service }) => service);
    expect(services.filter((service) => service === "video")).toHaveLength(4);
    expect(services.filter((service) => service === "image")).toHaveLength(1);
  });
});

describe("clips with an unknown outcome", () => {
  it("never block pictures, and hold at most half of the clip slots", async () => {
    await addKey(4);
    const jobs = await unknown(4);
    expect(await slots()).toMatchObject({ image: { held: 0 }, video: { of: 4, held: 2, unknown: 2 } });
    await ask("image", 4);
    await ask("video", 4);
    const services = (await claim()).map(({ service }) => service);
    expect(services.toSorted()).toEqual(["image", "image", "image", "image", "video", "video"]);
    expect(await claim()).toEqual([]);
    // Their reservations stay.
    const rows = await stored.db.run((queries) =>
      queries.execute(sql`select settlement from jobs where state = 'unknown'`),
    );
    expect(rows.map((row) => row["settlement"])).toEqual(jobs.map(() => "reserved"));
  });

  it("are freed oldest first", async () => {
    await addKey(4);
    await ask("video", 3);
    const [first, second, third] = await claim();
    if (!first || !second || !third) throw new Error("not claimed");
    const at = (job: Job, ms: number) =>
      stored.db.run((queries) =>
        queries.execute(
          sql`update jobs set submitted_at = now() - ${ms}::float8 * interval '1 millisecond' where id = ${job.id}`,
        ),
      );
    await at(first, 2_000);
    await at(second, 3_000);
    await at(third, 1_000);
    for (const job of [third, second, first]) await stored.apply(job, UNKNOWN);
    expect(await held([first, second, third])).toEqual([true, false, true]);
  });

  it("hold no slot of a key with a single clip slot", async () => {
    await addKey(1);
    await unknown(1);
    expect(await slots()).toMatchObject({ video: { of: 1, held: 0, unknown: 0 } });
    await ask("video", 1);
    expect(await claim()).toHaveLength(1);
  });

  it("hold their slots for at most 5 minutes after the create", async () => {
    await addKey(4);
    const jobs = await unknown(2);
    await age(UNKNOWN_CLIP_SLOT_MS - 60_000);
    await stored.store.freeUnknownSlots();
    expect(await held(jobs)).toEqual([true, true]);
    await age(60_000);
    await stored.store.freeUnknownSlots();
    expect(await held(jobs)).toEqual([false, false]);
  });

  it("hold at most half when many are written concurrently, and after an admin lowers the limit", async () => {
    const id = await addKey(8);
    await ask("video", 8);
    const jobs = await claim();
    expect(jobs).toHaveLength(8);
    await Promise.all(jobs.map((job) => stored.apply(job, UNKNOWN)));
    expect(await slots()).toMatchObject({ video: { held: 4, unknown: 4 } });
    await keys.keyring.assign(stored.organisationId, id, { scope: undefined, concurrency: { video: 4 } }, ADMIN);
    await stored.store.freeUnknownSlots();
    expect(await slots()).toMatchObject({ video: { of: 4, held: 2, unknown: 2 } });
  });

  it("count towards their member's limit only while they hold a slot", async () => {
    await addKey(4);
    await unknown(2);
    await ask("video", 1, 2);
    expect(await claim()).toEqual([]);
    await age(UNKNOWN_CLIP_SLOT_MS);
    await stored.store.freeUnknownSlots();
    expect(await claim()).toHaveLength(1);
  });

  it("are freed only once: a late id takes a free slot or none, and its end frees only that slot", async () => {
    await addKey(2);
    const [one, two] = await unknown(2);
    if (!one || !two) throw new Error("not claimed");
    const late = (job: Job) => stored.apply(job, CREATED);
    await age(UNKNOWN_CLIP_SLOT_MS);
    await stored.store.freeUnknownSlots();
    const running = await late(one);
    expect(await held([one, two])).toEqual([true, false]);
    await ask("video", 3);
    const [next, none] = await claim();
    if (!next) throw new Error("not claimed");
    expect(none).toBeUndefined();
    // All slots are taken, but the second job is at the gateway anyway.
    const without = await late(two);
    expect(await held([one, two, next])).toEqual([true, false, true]);
    await stored.apply(without, { type: "remote_completed", usage: undefined });
    expect(await held([one, two, next])).toEqual([true, false, true]);
    expect(await claim()).toEqual([]);
    await stored.apply(running, { type: "remote_completed", usage: undefined });
    expect(await claim()).toHaveLength(1);
  });
});

describe("pictures with an unknown outcome", () => {
  it("hold their slots until none can still be running", async () => {
    await addKey(2);
    const jobs = await unknown(2, "image");
    await age(UNKNOWN_PICTURE_SLOT_MS - 60_000);
    await stored.store.freeUnknownSlots();
    expect(await held(jobs)).toEqual([true, true]);
    await age(60_000);
    await stored.store.freeUnknownSlots();
    expect(await held(jobs)).toEqual([false, false]);
  });
});

describe("an admin", () => {
  it("can free only slots with an unknown outcome, which is audited", async () => {
    const id = await addKey(4);
    const [first] = await unknown(2);
    await ask("video", 1);
    const [other] = await claim();
    if (!first || !other) throw new Error("not claimed");
    const changed = await keys.keyring.free(stored.organisationId, id, ADMIN);
    expect(changed?.before.slots.video).toEqual({ of: 4, held: 3, unknown: 2 });
    expect(changed?.after.slots.video).toEqual({ of: 4, held: 1, unknown: 0 });
    expect(await held([first, other])).toEqual([false, true]);
    const audit = await stored.db.run((queries) =>
      queries.execute(sql`
        select actor_name, scope, before, after from audit where action = 'key.slots_freed'`),
    );
    expect(audit).toMatchObject([{ actor_name: "Ada", scope: `key:${id}`, before: { unknownSlots: 2 } }]);
  });
});
