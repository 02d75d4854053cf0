import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Conversation } from "../../../src/core/chat/conversation.ts";
import type { BatchView, DeliveryStore } from "../../../src/core/delivery/delivery-store.ts";
import type { ResultStore } from "../../../src/core/delivery/result-store.ts";
import { createDeliveryStore } from "../../../src/db/delivery/delivery-store.ts";
import { createResultStore } from "../../../src/db/delivery/result-store.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const CHANNEL: Conversation = { platform: "slack", workspace: "T1", channel: "C1" };

let stored: StoredJobs;
let deliveries: DeliveryStore;
let results: ResultStore;

beforeAll(async () => {
  stored = await openStoredJobs();
  deliveries = createDeliveryStore(stored.db, { changed() {} });
  results = createResultStore(stored.db, deliveries);
});

afterAll(() => stored.close());

async function accepted(): Promise<BatchView> {
  const id = await stored.accept(await stored.account("Max"), 1, randomUUID(), undefined, { conversation: CHANNEL });
  const view = await deliveries.view(id);
  if (!view) throw new Error("the batch does not exist");
  return view;
}

/** A batch whose result could be posted neither in its conversation nor directly to its requester. */
async function refused(): Promise<string> {
  const view = await accepted();
  const { id } = view.batch;
  await deliveries.postDone(id, "notice", "posted", { messageId: "notice" });
  for (const [kind, failure] of [
    ["result", "forbidden"],
    ["direct", "closed"],
  ] as const) {
    await deliveries.intendPost(view, kind, []);
    await deliveries.postDone(id, kind, "undeliverable", { failure });
  }
  expect(await deliveries.close(id, 0, { messageId: "notice" })).toBe(true);
  return id;
}

const statesOf = async (id: string) =>
  Object.fromEntries((await deliveries.view(id))?.posts.map(({ kind, state }) => [kind, state]) ?? []);

it("intends a refused result again once, with its notice, however many people ask for it", async () => {
  const id = await refused();
  expect((await deliveries.view(id))?.posts.find(({ kind }) => kind === "result")?.failure).toBe("forbidden");
  const outcomes = await Promise.all([1, 2, 3].map(() => results.requestDelivery(id)));
  expect(outcomes.toSorted()).toEqual(["accepted", "known", "known"]);
  expect(await statesOf(id)).toEqual({ notice: "posted", result: "intended" });
  const view = await deliveries.view(id);
  expect(view?.batch).toMatchObject({ closed: false, actionsRequested: 1 });
  expect(view?.posts.find(({ kind }) => kind === "result")).not.toHaveProperty("failure");
  // A worker that doesn't know of it yet can neither close the batch nor end the notice.
  expect(await deliveries.close(id, 0, { messageId: "notice" })).toBe(false);
  expect(await statesOf(id)).toEqual({ notice: "posted", result: "intended" });
  await deliveries.postDone(id, "result", "posted", { messageId: "result" });
  expect(await deliveries.close(id, 1, { messageId: "notice" })).toBe(true);
  expect(await results.requestDelivery(id)).toBe("known");
  expect(await statesOf(id)).toEqual({ notice: "folded", result: "posted" });
});

it("does not redeliver a result that its requester got directly, and knows where it was sent", async () => {
  const id = await refused();
  const conversation = { ...CHANNEL, channel: "D1" };
  await deliveries.postDone(id, "direct", "posted", { messageId: "1.0", conversation });
  expect((await deliveries.view(id))?.posts.find(({ kind }) => kind === "direct")).toMatchObject({ conversation });
  expect(await results.requestDelivery(id)).toBe("known");
  expect(await statesOf(id)).toEqual({ notice: "folded", result: "undeliverable", direct: "posted" });
});

it("intends a late picture again without a notice", async () => {
  const view = await accepted();
  const { id } = view.batch;
  await deliveries.intendPost(view, "result", []);
  await deliveries.postDone(id, "result", "posted", { messageId: "41.0" });
  await deliveries.postDone(id, "notice", "folded", { messageId: "41.1" });
  await deliveries.intendPost(view, "late-1", []);
  await deliveries.postDone(id, "late-1", "undeliverable", { failure: "forbidden" });
  expect(await results.requestDelivery(id)).toBe("accepted");
  expect(await statesOf(id)).toEqual({ notice: "folded", result: "posted", "late-1": "intended" });
});
