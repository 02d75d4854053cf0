import { describe, expect, it } from "vitest";
import type { Conversation, MessageRef } from "../../../../src/core/chat/conversation.ts";
import { PlatformError } from "../../../../src/core/chat/errors.ts";
import { setUpReconciling } from "../../../support/media/reconciling.ts";
import { NOTICE_AWAITED_MS } from "../../../../src/lib/limits.ts";
import type { DeliveryWorld } from "../../../support/database/memory-delivery.ts";
import { settled } from "../../../support/fault/stepped-clock.ts";

const OPTIONS = { capabilities: { findShown: async () => undefined }, batch: { requestMessage: undefined } };

/** A platform that finds its own message when asked, unless the search fails. */
function findsIt(failure: () => Promise<Error | undefined> = async () => undefined) {
  const findShown = async (conversation: Conversation): Promise<MessageRef> => {
    const error = await failure();
    if (error) throw error;
    return { conversation, id: "shown" };
  };
  return { ...OPTIONS, capabilities: { findShown } };
}

/** Shows the platform's own message. Resolves with whether it became the notice. */
async function show(world: DeliveryWorld): Promise<boolean> {
  world.messages.push({ id: "shown", key: "", message: { text: "thinking" }, removed: false });
  return world.store.noticeShown("discord", "interaction:1", "shown");
}

const shownOf = (world: DeliveryWorld) => world.messages.find(({ id }) => id === "shown");

describe("a notice that the platform shows by itself", () => {
  it("is awaited, and then updated", async () => {
    const { clock, world, keep, stop } = setUpReconciling(OPTIONS);
    const reconciler = keep();
    await clock.pass(NOTICE_AWAITED_MS - 1_000);
    expect(world.messages).toEqual([]);
    expect(await show(world)).toBe(true);
    reconciler.wake();
    await clock.pass(NOTICE_AWAITED_MS);
    expect(world.messagesOf("n")).toEqual([]);
    expect(world.edits.map(({ id }) => id)).toContain("shown");
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("shows the progress as soon as it is stored, even while jobs are running", async () => {
    const { clock, world, keep, stop } = setUpReconciling(OPTIONS);
    const reconciler = keep();
    await clock.pass(100);
    expect(await show(world)).toBe(true);
    reconciler.wakeForNotice();
    await clock.pass(1);
    expect(world.edits.map(({ id }) => id)).toEqual(["shown"]);
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("is posted by Easel if it does not appear, and says when it was requested", async () => {
    const { clock, world, keep, stop } = setUpReconciling(OPTIONS);
    const reconciler = keep();
    await clock.pass(NOTICE_AWAITED_MS - 1);
    expect(world.messages).toEqual([]);
    await clock.pass(1_001);
    expect(world.messagesOf("n").map(({ message }) => message.text)).toEqual([
      expect.stringContaining("Requested on 1 January 2026 at 00:00 (UTC)."),
    ]);
    expect(world.rows.acknowledged).toBe("unheard");
    expect(await show(world)).toBe(false);
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("is neither awaited nor searched for if an admin retried the request, and mentions no error", async () => {
    const eventKey = "recovery:r:b";
    const lookedFor: string[] = [];
    const findShown = async (_conversation: Conversation, key: string) => void lookedFor.push(key);
    const { clock, world, keep, stop } = setUpReconciling({
      capabilities: { findShown },
      batch: { requestMessage: undefined, eventKey },
    });
    const reconciler = keep();
    await clock.pass(100);
    const texts = world.messagesOf("n").map(({ message }) => message.text);
    expect(texts).toHaveLength(1);
    expect(texts.join()).not.toContain("Requested on");
    expect([lookedFor, world.rows.acknowledged]).toEqual([[], undefined]);
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("is found in the conversation if it was never stored", async () => {
    const { clock, world, keep, stop } = setUpReconciling(findsIt());
    const reconciler = keep();
    await clock.pass(NOTICE_AWAITED_MS + 1_000);
    expect(world.messagesOf("n")).toEqual([]);
    expect(world.edits.map(({ id }) => id)).toEqual(["shown"]);
    expect(world.edits[0]?.message.text).not.toContain("Requested on");
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("is found and removed if the result is ready before it was stored", async () => {
    const { clock, world, keep } = setUpReconciling(findsIt());
    world.messages.push({ id: "shown", key: "", message: { text: "thinking" }, removed: false });
    world.make(0, "fetched");
    await clock.finish(keep().done);
    expect(world.messagesOf("r")).toHaveLength(1);
    expect(shownOf(world)?.removed).toBe(true);
  });

  it("is searched for until the platform answers", async () => {
    const failures = [new PlatformError("unavailable", "away"), new PlatformError("unavailable", "away")];
    const { clock, world, keep, stop } = setUpReconciling(findsIt(async () => failures.shift()));
    const reconciler = keep();
    await clock.pass(NOTICE_AWAITED_MS + 60_000);
    expect(world.messagesOf("n")).toEqual([]);
    expect(world.edits.map(({ id }) => id)).toContain("shown");
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("is posted by Easel if the platform does not let it look", async () => {
    const forbidden = async () => new PlatformError("forbidden", "no history");
    const { clock, world, keep, stop } = setUpReconciling(findsIt(forbidden));
    const reconciler = keep();
    await clock.pass(NOTICE_AWAITED_MS + 1_000);
    expect(world.messagesOf("n")).toHaveLength(1);
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("is posted by Easel immediately if the platform says that it shows none", async () => {
    const { clock, world, keep, stop } = setUpReconciling(findsIt());
    const reconciler = keep();
    await clock.pass(100);
    expect(await world.store.acknowledged("discord", "interaction:1", "heard")).toBe(true);
    reconciler.wake();
    await clock.pass(1);
    expect(world.messagesOf("n")).toHaveLength(1);
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("delays a result until it is known whether the requester saw an error", async () => {
    const { clock, world, keep } = setUpReconciling(OPTIONS);
    world.make(0, "fetched");
    const reconciler = keep();
    await clock.pass(1_000);
    expect(world.messages).toEqual([]);
    await world.store.acknowledged("discord", "interaction:1", "unheard");
    reconciler.wake();
    await clock.finish(reconciler.done);
    expect(world.messagesOf("r").map(({ message }) => message.text)).toEqual([
      expect.stringContaining("Requested on 1 January 2026 at 00:00 (UTC)."),
    ]);
  });

  it("is not awaited if the notice replies to the requesting message", async () => {
    const { clock, world, keep, stop } = setUpReconciling({ ...OPTIONS, batch: { requestMessage: "asked" } });
    const reconciler = keep();
    await settled();
    await clock.pass(1);
    expect(world.messagesOf("n")).toHaveLength(1);
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("is removed even if it appeared while the result was being posted", async () => {
    const { clock, world, keep } = setUpReconciling(OPTIONS, async (call, act) => {
      if (call === "post") await show(world);
      return act();
    });
    world.make(0, "fetched");
    await clock.finish(keep().done);
    expect(world.messagesOf("r")).toHaveLength(1);
    expect(shownOf(world)?.removed).toBe(true);
    expect(world.rows.posts.find(({ kind }) => kind === "notice")?.state).toBe("folded");
  });

  it("that appears after the end is reported as superfluous", async () => {
    const { clock, world, keep } = setUpReconciling(OPTIONS);
    world.make(0, "fetched");
    await clock.finish(keep().done);
    expect(await show(world)).toBe(false);
  });
});
