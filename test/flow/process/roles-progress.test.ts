import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { announceProgress, hearProgress } from "../../../src/db/notify.ts";
import { createBus, type Bus, type JobProgress } from "../../../src/core/job/bus.ts";
import {
  createProgressBroadcast,
  readProgress,
  PROGRESS_PAYLOAD_BYTES,
} from "../../../src/worker/progress-broadcast.ts";
import { aSnapshot } from "../../support/database/jobs.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

const log = pino({ level: "silent" });
const stop = new AbortController();
const running: Promise<void>[] = [];

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, log);
});

afterAll(async () => {
  stop.abort(new Error("the tests are over"));
  await Promise.all(running);
  await db.close();
  await database.drop();
});

/** The bus of a new process, and what it has broadcast. */
async function aProcess(): Promise<{ bus: Bus; told: string[] }> {
  const told: string[] = [];
  const say = (payloads: readonly string[]): Promise<void> => {
    told.push(...payloads);
    return announceProgress(db, payloads);
  };
  const far = createProgressBroadcast({ say, clock: systemClock, log });
  const bus = createBus((progress) => far.send(progress));
  running.push(far.run(stop.signal));
  await hearProgress(db, (payload) => readProgress(payload).forEach((progress) => bus.heard(progress)));
  return { bus, told };
}

function progressOf(jobId: string, percent: number, message = "drawing"): JobProgress {
  return { jobId, batchId: randomUUID(), snapshot: aSnapshot({ percent, message }) };
}

it("shows progress in the batch's process, and broadcasts nothing that is shown locally", async () => {
  const [runner, reconciler] = [await aProcess(), await aProcess()];
  const seen = new Map<string, number | undefined>();
  reconciler.bus.subscribe(({ jobId, snapshot }) => {
    seen.set(jobId, snapshot.percent);
    return true;
  });
  const [far, near] = [randomUUID(), randomUUID()];
  for (let percent = 0; percent <= 100; percent++) runner.bus.publish(progressOf(far, percent));
  await expect.poll(() => seen.get(far)).toBe(100);
  // The first may be sent immediately; the others are sent together.
  expect(runner.told.length).toBeLessThanOrEqual(2);
  reconciler.bus.publish(progressOf(near, 50));
  expect(seen.get(near)).toBe(50);
  expect(reconciler.told).toEqual([]);
});

it("broadcasts any number of jobs, in notifications within PostgreSQL's limit, whatever the gateway says", async () => {
  const [runner, reconciler] = [await aProcess(), await aProcess()];
  const seen = new Set<string>();
  reconciler.bus.subscribe(({ jobId }) => seen.add(jobId).size > 0);
  const ids = Array.from({ length: 300 }, () => randomUUID());
  for (const id of ids) runner.bus.publish(progressOf(id, 1, "画".repeat(20_000)));
  await expect.poll(() => seen.size).toBe(300);
  for (const payload of runner.told) expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(PROGRESS_PAYLOAD_BYTES);
});

it("never blocks, and drops unsent progress in favour of newer progress", async () => {
  const said: (readonly string[])[] = [];
  const stuck = Promise.withResolvers<void>();
  const say = (payloads: readonly string[]): Promise<void> => {
    said.push(payloads);
    return said.length === 1 ? stuck.promise : Promise.resolve();
  };
  const far = createProgressBroadcast({ say, clock: systemClock, log });
  running.push(far.run(stop.signal));
  const jobId = randomUUID();
  far.send(progressOf(jobId, 0));
  await expect.poll(() => said).toHaveLength(1);
  for (let percent = 1; percent <= 1_000; percent++) far.send(progressOf(jobId, percent));
  stuck.reject(new Error("away"));
  await expect.poll(() => said).toHaveLength(2);
  expect(said[1]?.flatMap(readProgress).map((one) => one.snapshot.percent)).toEqual([1_000]);
});

it("ignores unreadable notifications", () => {
  for (const payload of ["", "{", "[]", "[{}]", '[{"job":"1","batch":"2","phase":"queued"}]']) {
    expect(readProgress(payload)).toEqual([]);
  }
});
