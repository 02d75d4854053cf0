import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Conversation } from "../../../src/core/chat/conversation.ts";
import type { Database } from "../../../src/db/connection.ts";
import { createDeliveryStore } from "../../../src/db/delivery/delivery-store.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import { createResultStore, KEPT_FOR_FORMS } from "../../../src/db/delivery/result-store.ts";
import type { DeliveryStore } from "../../../src/core/delivery/delivery-store.ts";
import type { ResultStore } from "../../../src/core/delivery/result-store.ts";
import type { Parent } from "../../../src/core/job/job-store.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const CHANNEL: Conversation = { platform: "slack", workspace: "T1", channel: "C1" };
const THREAD: Conversation = { ...CHANNEL, thread: "1.0" };

let stored: StoredJobs;
let deliveries: DeliveryStore;
let results: ResultStore;

beforeAll(async () => {
  stored = await openStoredJobs();
  deliveries = createDeliveryStore(stored.db, { changed() {} });
  results = createResultStore(stored.db, deliveries);
});

afterAll(async () => {
  await stored.close();
});

interface Posted {
  readonly conversation: Conversation;
  readonly messageId: string;
  readonly parent?: Parent;
  readonly requestMessage?: string;
}

/** A batch with its result posted and nothing left to do. */
async function posted({ conversation, messageId, parent, requestMessage }: Posted): Promise<string> {
  const id = await stored.accept(await stored.account("Max"), 1, randomUUID(), undefined, {
    conversation,
    parent,
    requestMessage,
  });
  const view = await deliveries.view(id);
  if (!view) throw new Error("the batch does not exist");
  await deliveries.intendPost(view, "result", []);
  await deliveries.postDone(id, "result", "posted", { messageId });
  expect(await deliveries.close(id, 0)).toBe(true);
  return id;
}

it("finds a thread's post from that thread only, and a channel's post from its threads too", async () => {
  const inChannel = await posted({ conversation: CHANNEL, messageId: "1.0" });
  const inThread = await posted({ conversation: THREAD, messageId: "1.5" });
  const find = async (conversation: Conversation, id: string) => (await results.postOf({ conversation, id }))?.batchId;
  expect(await find(CHANNEL, "1.0")).toBe(inChannel);
  expect(await find(THREAD, "1.0")).toBe(inChannel);
  expect(await find(THREAD, "1.5")).toBe(inThread);
  expect(await find(CHANNEL, "1.5")).toBeUndefined();
  expect(await find({ ...CHANNEL, thread: "2.0" }, "1.5")).toBeUndefined();
  expect(await find({ ...CHANNEL, channel: "C2" }, "1.0")).toBeUndefined();
  expect(await find({ ...CHANNEL, workspace: "T2" }, "1.0")).toBeUndefined();
  expect((await results.latestIn(THREAD))?.batchId).toBe(inThread);
});

it("finds the result that was posted last in a thread, although another batch was closed later", async () => {
  const conversation = { ...CHANNEL, thread: "7.0" };
  const [earlier, later] = [
    await posted({ conversation, messageId: "7.1" }),
    await posted({ conversation, messageId: "7.2" }),
  ];
  await stored.db.run((queries) =>
    queries.execute(sql`update batches set closed_at = now() + interval '1 day' where id = ${earlier}`),
  );
  expect((await results.latestIn(conversation))?.batchId).toBe(later);
});

it("finds the result of a requesting message until it is deleted", async () => {
  const id = await posted({ conversation: CHANNEL, messageId: "3.0", requestMessage: "2.9" });
  const request = { conversation: CHANNEL, id: "2.9" };
  expect((await results.latestFor(request))?.batchId).toBe(id);
  await results.requestRemoval(id, "results");
  expect(await results.latestFor(request)).toBeUndefined();
});

it("finds the result of a message that began a thread, in the thread and in its channel", async () => {
  const conversation = { ...CHANNEL, thread: "31.0" };
  const inThread = await posted({ conversation, messageId: "31.1", requestMessage: "31.0" });
  expect((await results.latestFor({ conversation, id: "31.0" }))?.batchId).toBe(inThread);
  expect(await results.latestFor({ conversation: CHANNEL, id: "31.0" })).toBeUndefined();
  const inChannel = await posted({ conversation: CHANNEL, messageId: "32.1", requestMessage: "32.0" });
  const asked = { conversation: { ...CHANNEL, thread: "32.0" }, id: "32.0" };
  expect((await results.latestFor(asked))?.batchId).toBe(inChannel);
});

it("finds no post of a message from the moment its removal is requested", async () => {
  const id = await posted({ conversation: CHANNEL, messageId: "9.0" });
  const message = { conversation: CHANNEL, id: "9.0" };
  expect((await results.postOf(message))?.batchId).toBe(id);
  await results.requestRemoval(id, "results");
  expect(await results.postOf(message)).toBeUndefined();
  await deliveries.postDone(id, "result", "removed", {});
  expect(await results.postOf(message)).toBeUndefined();
});

it("a requested action reopens a closed batch, once for an undo, and an outdated close fails", async () => {
  const id = await posted({ conversation: CHANNEL, messageId: "4.0" });
  expect(await Promise.all([results.requestUndo(id), results.requestUndo(id)])).toEqual(
    expect.arrayContaining(["accepted", "known"]),
  );
  const view = await deliveries.view(id);
  expect(view?.batch).toMatchObject({ closed: false, actionsRequested: 1 });
  expect(view?.posts.filter((post) => post.kind === "undo")).toHaveLength(1);
  expect(await deliveries.close(id, 0)).toBe(false);
  expect(await deliveries.close(id, 1)).toBe(true);
});

it("a deleted post stays deleted despite a later report that it was posted", async () => {
  const id = await posted({ conversation: CHANNEL, messageId: "5.0" });
  await results.requestRemoval(id, "results");
  expect(await deliveries.postDone(id, "result", "posted", { messageId: "5.1" })).toBe(false);
  expect(await deliveries.postDone(id, "result", "removed", {})).toBe(true);
  expect(await deliveries.postDone(id, "result", "posted", { messageId: "5.1" })).toBe(false);
  expect((await deliveries.view(id))?.posts.find((post) => post.kind === "result")).toMatchObject({
    state: "removed",
    messageId: "5.0",
  });
});

it("lists a chain from its beginning, limited to the requested length", async () => {
  const first = await posted({ conversation: CHANNEL, messageId: "6.0" });
  const second = await posted({
    conversation: CHANNEL,
    messageId: "6.1",
    parent: { batchId: first, ordinals: [1] },
  });
  const third = await posted({
    conversation: CHANNEL,
    messageId: "6.2",
    parent: { batchId: second, ordinals: [1] },
  });
  const told = async (limit: number) => (await results.chain(third, limit)).map((step) => step.batch.id);
  expect(await told(10)).toEqual([first, second, third]);
  expect(await told(2)).toEqual([second, third]);
  expect((await results.chain(third, 1))[0]?.batch.parent).toEqual({ batchId: second, ordinals: [1] });
  expect(await results.chain(randomUUID(), 10)).toEqual([]);
});

it("lists and chains don't read the bodies of their jobs", async () => {
  const bytes = 100_000;
  const accountId = await stored.account("Max");
  await stored.db.run((queries) => queries.execute(sql`alter table jobs alter column body set storage external`));
  let last: Parent | undefined;
  for (let batch = 0; batch < 5; batch++) {
    const jobs = Array.from({ length: 10 }, (_, index) => {
      const id = randomUUID();
      return { id, ordinal: index + 1, path: "/p", body: "x".repeat(bytes), idempotencyKey: id };
    });
    const changes = { jobs, parent: last, conversation: CHANNEL };
    last = { batchId: await stored.accept(accountId, 10, randomUUID(), undefined, changes), ordinals: [1] };
  }
  const client = postgres(stored.url, { max: 1, fetch_types: false, onnotice: () => {} });
  const queries = drizzle(client);
  const db: Database = { ...stored.db, run: (work) => work(queries) };
  // Counts only this session's reads.
  const blocksRead = async (): Promise<number> => {
    const [row] = await client<{ blocks: number }[]>`
      select (pg_stat_get_blocks_fetched(reltoastrelid) + pg_stat_get_xact_blocks_fetched(reltoastrelid))::float8 as blocks
      from pg_class, (select pg_stat_force_next_flush()) flushed where relname = 'jobs'`;
    return row?.blocks ?? 0;
  };
  const within = { kind: "account", accountId } as const;
  const store = createJobStore(db, { changed() {}, freed() {}, time() {} });
  const before = await blocksRead();
  const listed = await store.latestBatches(stored.organisationId, within, 50);
  const chain = await createResultStore(db, deliveries).chain(last?.batchId ?? "", 10);
  const read = (await blocksRead()) - before;
  await client.end();
  expect(listed.flatMap(({ jobs }) => jobs)).toHaveLength(50);
  expect(chain.flatMap(({ jobs }) => jobs)).toHaveLength(50);
  // Blocks are 8 KiB.
  expect(read).toBeLessThan(bytes / 8192);
});

it("a chain shows no failure of a job that the gateway finally accepted", async () => {
  const batchId = await posted({ conversation: CHANNEL, messageId: "8.0" });
  const failureIn = async (state: string) => {
    await stored.db.run((queries) =>
      queries.execute(
        sql`update jobs set state = ${state}, failure = '{"reason": "gateway", "status": 429}' where batch_id = ${batchId}`,
      ),
    );
    return (await results.chain(batchId, 1))[0]?.jobs[0]?.failure;
  };
  expect(await failureIn("failed")).toMatchObject({ status: 429 });
  expect(await failureIn("succeeded")).toBeUndefined();
});

describe("a referenced message", () => {
  const message = { conversation: CHANNEL, id: "7.0" };
  const attachments = [{ source: "f", name: "a.png", mimeType: "image/png", bytes: 3 }];

  it("is stored for a day", async () => {
    const [old, fresh] = [randomUUID(), randomUUID()];
    await results.storeTarget({ id: old, requesterId: "U1", message, attachments });
    expect(await results.target(old)).toEqual({ message, attachments });
    await stored.db.run((queries) =>
      queries.execute(sql`update targets set created_at = now() - interval '25 hours' where id = ${old}`),
    );
    expect(await results.target(old)).toBeUndefined();
    await results.storeTarget({ id: fresh, requesterId: "U1", message, attachments });
    expect(await results.target(fresh)).toBeDefined();
    const rows = await stored.db.run((queries) => queries.execute(sql`select from targets where id = ${old}`));
    expect(rows).toHaveLength(0);
  });

  it("is stored once under an id", async () => {
    const id = randomUUID();
    await results.storeTarget({ id, requesterId: "U1", message, attachments });
    await results.storeTarget({ id, requesterId: "U2", message: { ...message, id: "7.1" }, attachments: [] });
    expect(await results.target(id)).toEqual({ message, attachments });
  });

  it("is displaced by its member's later ones in the channel and its threads", async () => {
    const keep = async (requesterId: string, conversation = CHANNEL): Promise<string> => {
      const id = randomUUID();
      await results.storeTarget({ id, requesterId, message: { ...message, conversation }, attachments });
      return id;
    };
    const others = [await keep("U4"), await keep("U3", { ...CHANNEL, channel: "C2" })];
    const ids = [await keep("U3", THREAD)];
    for (let n = 0; n < KEPT_FOR_FORMS; n += 1) ids.push(await keep("U3", { ...CHANNEL, thread: `${n}.5` }));
    const isKept = async (id: string): Promise<boolean> => (await results.target(id)) !== undefined;
    expect(await Promise.all(ids.map(isKept))).toEqual(ids.map((_, index) => index >= 1));
    expect(await Promise.all(others.map(isKept))).toEqual([true, true]);
  });
});

describe("a refused request", () => {
  const by = { conversation: CHANNEL, requesterId: "U1" };
  const draft = {
    command: "imagine",
    options: { prompt: "a\0 fox \ud83d", count: 2, private: true, from: ["a", "b"] },
    files: [
      { source: "f", name: "a.png", mimeType: "image/png", bytes: 3, kept: true, kind: "image" },
      { source: "https://x.test/b.png", name: "b.png", mimeType: "", bytes: 0, link: true, option: "mask" },
    ],
    wrong: ["size"],
    requestMessage: "7.0",
    parent: { batchId: "b", ordinals: [2] },
  } as const;

  it("is stored for a day, for its member in its conversation", async () => {
    const [old, fresh] = [randomUUID(), randomUUID()];
    await results.storeDraft({ id: old, ...by, ...draft });
    const read = { ...draft, options: { ...draft.options, prompt: "a fox \ufffd" } };
    expect(await results.draft(old, by)).toEqual(read);
    expect(await results.draft(old, { ...by, requesterId: "U2" })).toBeUndefined();
    expect(await results.draft(old, { ...by, conversation: { ...CHANNEL, thread: "1.0" } })).toBeUndefined();
    await stored.db.run((queries) =>
      queries.execute(sql`update drafts set created_at = now() - interval '25 hours' where id = ${old}`),
    );
    expect(await results.draft(old, by)).toBeUndefined();
    const plain = { ...draft, requestMessage: undefined, parent: undefined, files: [] };
    await results.storeDraft({ id: fresh, ...by, ...plain });
    expect(await results.draft(fresh, by)).toEqual({ ...plain, options: read.options });
    const rows = await stored.db.run((queries) => queries.execute(sql`select from drafts where id = ${old}`));
    expect(rows).toHaveLength(0);
  });

  it("is displaced by its member's later ones", async () => {
    const theirs = { ...by, requesterId: "U3" };
    const ids = Array.from({ length: KEPT_FOR_FORMS + 2 }, () => randomUUID());
    for (const id of ids) await results.storeDraft({ id, ...theirs, ...draft });
    const found = await Promise.all(ids.map((id) => results.draft(id, theirs)));
    expect(found.map((one) => one !== undefined)).toEqual(ids.map((_, index) => index >= 2));
  });

  it("is displaced by its member's later ones in other threads of the channel", async () => {
    const threads = Array.from({ length: KEPT_FOR_FORMS + 1 }, (_, index) => ({ ...CHANNEL, thread: `${index}.0` }));
    const kept = threads.map((conversation) => ({ id: randomUUID(), conversation, requesterId: "U5" }));
    const others = [
      { id: randomUUID(), conversation: THREAD, requesterId: "U6" },
      { id: randomUUID(), conversation: { ...CHANNEL, channel: "C11" }, requesterId: "U5" },
    ];
    for (const one of [...others, ...kept]) await results.storeDraft({ ...one, ...draft });
    const isKept = async (one: (typeof others)[number]): Promise<boolean> =>
      (await results.draft(one.id, one)) !== undefined;
    expect(await Promise.all(kept.map(isKept))).toEqual(kept.map((_, index) => index >= 1));
    expect(await Promise.all(others.map(isKept))).toEqual([true, true]);
  });
});
