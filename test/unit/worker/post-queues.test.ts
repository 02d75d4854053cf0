import { describe, expect, it } from "vitest";
import type { Conversation } from "../../../src/core/chat/conversation.ts";
import type { Platform, PostLimits } from "../../../src/core/chat/platform.ts";
import { createPostQueues } from "../../../src/worker/delivery/post-queues.ts";
import { createDeliveryWorld } from "../../support/database/memory-delivery.ts";

const here: Conversation = { platform: "slack", workspace: "T1", channel: "C1" };
const FLOOD = 60;
const ONE = { atOnce: 1, each: 1, byThread: false };

/** A platform whose posts wait until they are let through, in the order in which it was asked. */
function heldPlatform(postTurns: PostLimits | undefined) {
  const { platform } = createDeliveryWorld({ now: () => 0 });
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const held: Platform = {
    ...platform,
    capabilities: { ...platform.capabilities, ...(postTurns === undefined ? {} : { postTurns }) },
    async post(conversation, _message, key) {
      asked.push(key);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { conversation, id: key };
    },
  };
  const settle = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));
  /** Lets the oldest post through, so that the next one begins. */
  const next = async (): Promise<void> => {
    await settle();
    waiting.shift()?.();
    await settle();
  };
  return { held, asked, next, settle };
}

const member = (accountId: string) => ({ organisationId: "o", accountId });

describe("posts to one channel", () => {
  it("alternate between its members, so that many of one don't delay another's", async () => {
    const { held, asked, next } = heldPlatform({ atOnce: 4, each: 2, byThread: false });
    const turns = createPostQueues();
    const posts = Array.from({ length: FLOOD }, (_, index) =>
      turns.of(held, member("flood")).post(here, { text: "" }, `flood ${index}`),
    );
    await next();
    posts.push(turns.of(held, member("other")).post(here, { text: "" }, "other"));
    for (let n = 0; n < 4; n += 1) await next();
    expect(asked.indexOf("other")).toBeLessThanOrEqual(6);
    expect(asked.indexOf("other")).toBeGreaterThan(0);
    for (let n = 0; n < FLOOD; n += 1) await next();
    expect((await Promise.all(posts)).map(({ id }) => id).toSorted()).toEqual(asked.toSorted());
  });

  it("leave turns to other members, however long one member's posts take, and continue once those end", async () => {
    const { held, asked, next, settle } = heldPlatform({ atOnce: 8, each: 2, byThread: false });
    const turns = createPostQueues();
    const posts = Array.from({ length: 5 }, (_, index) =>
      turns.of(held, member("flood")).post(here, { text: "" }, `flood ${index}`),
    );
    posts.push(turns.of(held, member("other")).post(here, { text: "" }, "other"));
    await settle();
    expect(asked).toEqual(["flood 0", "flood 1", "other"]);
    for (let n = 0; n < posts.length; n += 1) await next();
    expect((await Promise.all(posts)).map(({ id }) => id)).toHaveLength(posts.length);
  });

  it("don't wait for other threads if each thread counts as a channel", async () => {
    const { held, asked, settle } = heldPlatform({ ...ONE, byThread: true });
    const turns = createPostQueues();
    for (const thread of ["1", "2"]) {
      void turns.of(held, member(thread)).post({ ...here, thread }, { text: "" }, thread);
    }
    void turns.of(held, member("3")).post(here, { text: "" }, "parent");
    await settle();
    expect(asked).toEqual(["1", "2", "parent"]);
  });

  it("don't wait for other channels, and not at all where the platform has no such limit", async () => {
    const turns = createPostQueues();
    const limited = heldPlatform(ONE);
    const elsewhere = { ...here, channel: "C2" };
    for (const at of [here, here, elsewhere]) {
      void turns.of(limited.held, member("one")).post(at, { text: "" }, at.channel);
    }
    await limited.next();
    expect(limited.asked).toEqual(["C1", "C2", "C1"]);
    const free = heldPlatform(undefined);
    expect(turns.of(free.held, member("one"))).toBe(free.held);
  });

  it("of a thread are those of its channel, and end with their signal while they wait", async () => {
    const { held, asked, next } = heldPlatform(ONE);
    const turns = createPostQueues();
    const first = turns.of(held, member("one")).post({ ...here, thread: "1.1" }, { text: "" }, "first");
    const over = new AbortController();
    const second = turns.of(held, member("one")).post(here, { text: "" }, "second", over.signal);
    over.abort(new Error("stopped"));
    await expect(second).rejects.toThrow("stopped");
    await next();
    await first;
    expect(asked).toEqual(["first"]);
  });
});
