import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Job } from "../../../src/core/job/job-store.ts";
import { transition, type JobEvent } from "../../../src/core/job/transition.ts";
import { createDeliveryStore } from "../../../src/db/delivery/delivery-store.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import { fillHistory } from "../../support/database/history.ts";
import { countRowsRead, type RowsRead } from "../../support/database/rows-read.ts";
import { BASE_URLS, CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

/** Closed requests: so few that PostgreSQL prefers scanning all of them if it expects to need a hundred. */
const CLOSED = 600;
/** How many rows each step may read of one table. */
const MOST = 100;

let stored: StoredJobs;
let reads: RowsRead;
let account: string;

beforeAll(async () => {
  stored = await openStoredJobs();
  account = await stored.account("Max");
  await stored.enterKey(5);
  const client = postgres(stored.url, { max: 1, fetch_types: false, onnotice: () => {} });
  await fillHistory(client, {
    organisationId: stored.organisationId,
    accountId: account,
    batches: CLOSED,
    ledgerRows: CLOSED,
    messages: CLOSED,
    overSeconds: 30,
  });
  await client.end();
  reads = countRowsRead(stored, { mayReadWholeTables: true });
});

afterAll(async () => {
  await reads.close();
  await stored.close();
});

it("each step of a request looks up its own rows, even if scanning a small table seems cheaper", async () => {
  const store = createJobStore(reads.db, { changed() {}, freed() {}, time() {} });
  const deliveries = createDeliveryStore(reads.db, { changed() {} });
  const worker = randomUUID();
  await stored.store.register(worker);
  const id = await stored.accept(account, 1, randomUUID(), worker);
  const much: unknown[] = [];
  const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const read = await reads.by(work);
    const most = Object.entries(read).filter(([, count]) => count > MOST);
    if (most.length > 0) much.push([name, Object.fromEntries(most)]);
    // The measured run was rolled back, so runs it again.
    await work();
  };
  const apply = async (job: Job, event: JobEvent): Promise<Job> => {
    const move = transition(job, event);
    const written = move && (await store.apply(job, move));
    if (!written) throw new Error(`${event.type} was not written`);
    return written;
  };
  let job: Job | undefined;
  const current = (): Job => {
    if (!job) throw new Error("nothing was claimed");
    return job;
  };
  let claimed: Job | undefined;
  await step("claim", async () => {
    [claimed] = await store.claim(worker, BASE_URLS);
  });
  job = claimed;
  const submitted = current();
  await step("created", () => apply(submitted, CREATED));
  job = await store.find(submitted.id);
  const running = current();
  await step("made", () => apply(running, { type: "remote_completed", usage: undefined }));
  const content = { hash: "a".repeat(64), bytes: 1, mimeType: "image/png", width: 1, height: 1 };
  await step("fetched", () => deliveries.artifactFetched(running.id, content));
  await step("viewed", () => deliveries.view(id));
  const view = await deliveries.view(id);
  if (!view) throw new Error("the request has no view");
  await step("intended", () => deliveries.intendPost(view, "result", [running.id]));
  await step("posted", () => deliveries.postDone(id, "result", "posted", { messageId: "m-1" }));
  await step("closed", () => deliveries.close(id, 0, {}));
  expect(much).toEqual([]);
});
