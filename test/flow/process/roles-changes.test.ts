import { afterAll, beforeAll, expect, it } from "vitest";
import { pino } from "pino";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { createDeliveryStore } from "../../../src/db/delivery/delivery-store.ts";
import { announceChanges, hearNotifications } from "../../../src/db/notify.ts";
import type { News } from "../../../src/core/job/job-store.ts";
import { BASE_URLS, CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";
import { randomUUID } from "node:crypto";

let stored: StoredJobs;

beforeAll(async () => {
  stored = await openStoredJobs();
  await stored.enterKey(10);
});

afterAll(() => stored.close());

const content = { hash: "a".repeat(64), bytes: 1, mimeType: "image/png", width: 1, height: 1 };
const quietly = { changed() {}, freed() {} };

async function heardBy(db: Database): Promise<{ news: News[]; stop(): Promise<void> }> {
  const news: News[] = [];
  const stop = await hearNotifications(db, (one) => news.push(one));
  return { news, stop };
}

it("notifies a batch's reconciler in another process once, and never within a transition", async () => {
  const db = connectDatabase(stored.url, pino({ level: "silent" }));
  const { news, stop } = await heardBy(db);
  const worker = randomUUID();
  await stored.store.register(worker);
  const batchId = await stored.accept(await stored.account("told"), 1, randomUUID(), worker);
  const [job] = await stored.store.claim(worker, BASE_URLS);
  if (!job) throw new Error("nothing claimed");
  await stored.apply(job, CREATED);
  // Notifications arrive in order: one from the transition would have arrived before this.
  const last = randomUUID();
  await announceChanges(stored.db, [batchId, last]);
  const told = [batchId, last].map((id) => ({ kind: "batch", batchId: id }));
  await expect.poll(() => news.slice(-1)).toEqual(told.slice(-1));
  // A new listener checks the pauses once.
  const [begun, ...others] = news.filter((one) => one.kind === "paused");
  expect({ begun, others }).toEqual({ begun: { kind: "paused" }, others: [] });
  expect(news.filter((one) => one.kind !== "work" && one.kind !== "paused")).toEqual([{ kind: "missed" }, ...told]);
  await stop();
  await db.close();
});

it("notifies workers of the organisation that has something to claim", async () => {
  const db = connectDatabase(stored.url, pino({ level: "silent" }));
  const { news, stop } = await heardBy(db);
  await stored.accept(await stored.account("asking"), 1);
  await expect
    .poll(() => news.filter((one) => one.kind === "work"))
    .toContainEqual({ kind: "work", organisationId: stored.organisationId });
  await stored.endEverything();
  await stop();
  await db.close();
});

it("a reconciler's sweep finds a batch whose last writer died before notifying", async () => {
  const deliveries = createDeliveryStore(stored.db, quietly);
  const worker = randomUUID();
  await stored.store.register(worker);
  const batchId = await stored.accept(await stored.account("untold"), 1, randomUUID(), worker);
  const ready = () => stored.store.readyBatches([batchId]);
  expect(await ready()).toEqual([]);
  const [job] = await stored.store.claim(worker, BASE_URLS);
  if (!job) throw new Error("nothing claimed");
  const running = await stored.apply(job, CREATED);
  expect(await ready()).toEqual([]);
  await stored.apply(running, { type: "remote_completed", usage: undefined });
  expect(await ready()).toEqual([]);
  await deliveries.artifactFetched(job.id, content);
  expect(await ready()).toEqual([batchId]);
  await deliveries.close(batchId, 0);
  expect(await ready()).toEqual([]);
});
