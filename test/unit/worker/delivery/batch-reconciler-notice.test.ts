import { describe, expect, it } from "vitest";
import { PlatformError } from "../../../../src/core/chat/errors.ts";
import { aMilestone, aSnapshot } from "../../../support/database/jobs.ts";
import { settled } from "../../../support/fault/stepped-clock.ts";
import { failing, INTERVAL_MS, setUpReconciling as setUp, texts } from "../../../support/media/reconciling.ts";

describe("the notice", () => {
  it("is edited only when it changes, and no more often than the platform allows", async () => {
    const { clock, world, keep, stop } = setUp({ capabilities: { noticeIntervalMs: INTERVAL_MS } });
    const reconciler = keep();
    const jobId = world.rows.jobs[0]?.id ?? "";
    for (let second = 0; second < 60; second++) {
      for (let news = 0; news < 10; news++) reconciler.progress(jobId, aSnapshot({ percent: second }));
      await clock.pass(1_000);
    }
    const at = world.edits.map((edit) => edit.at);
    expect(at.length).toBeGreaterThanOrEqual(10);
    expect(at.length).toBeLessThanOrEqual(12);
    for (const [index, time] of at.slice(1).entries())
      expect(time - (at[index] ?? 0)).toBeGreaterThanOrEqual(INTERVAL_MS);
    const before = world.edits.length;
    await clock.pass(INTERVAL_MS);
    const settledAt = world.edits.length;
    for (let second = 0; second < 60; second++) {
      reconciler.progress(jobId, aSnapshot({ percent: 59 }));
      await clock.pass(1_000);
    }
    expect(settledAt - before).toBeLessThanOrEqual(1);
    // Once more, because the time by which it was expected has passed.
    expect(world.edits.length).toBe(settledAt + 1);
    expect(world.edits.at(-1)?.message.progress?.items[0]?.label).toContain(texts.notice.late);
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("costs no database read while polls bring nothing new", async () => {
    const views: string[] = [];
    const { clock, world, keep, stop } = setUp({}, async (call, act) => {
      if (call === "view") views.push(call);
      return act();
    });
    const reconciler = keep();
    const jobId = world.rows.jobs[0]?.id ?? "";
    reconciler.progress(jobId, aSnapshot({ percent: 1 }));
    await clock.pass(2 * INTERVAL_MS);
    const before = views.length;
    for (let second = 0; second < 10; second++) {
      reconciler.progress(jobId, aSnapshot({ percent: 1 }));
      await clock.pass(1_000);
    }
    expect(views.length - before).toBeLessThanOrEqual(1);
    reconciler.progress(jobId, aSnapshot({ percent: 2 }));
    await settled();
    expect(views.length - before).toBeGreaterThanOrEqual(1);
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("shows its own news at the next allowed edit, and handles other news immediately", async () => {
    const views: string[] = [];
    const { clock, keep, stop } = setUp({ capabilities: { noticeIntervalMs: INTERVAL_MS } }, async (call, act) => {
      if (call === "view") views.push(call);
      return act();
    });
    const reconciler = keep();
    await settled();
    const before = views.length;
    for (let news = 0; news < 10; news++) {
      reconciler.wakeForNotice();
      await clock.pass(100);
    }
    expect(views.length - before).toBe(0);
    reconciler.wake();
    await settled();
    expect(views.length - before).toBe(1);
    await clock.pass(INTERVAL_MS - 1_001);
    expect(views.length - before).toBe(1);
    await clock.pass(1);
    expect(views.length - before).toBe(2);
    reconciler.wakeForNotice();
    await settled();
    expect(views.length - before).toBe(3);
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
    expect(clock.sleepers()).toBe(0);
  });

  it("shows the latest news when it may be edited, not the oldest", async () => {
    const { clock, world, keep, stop } = setUp({ capabilities: { noticeIntervalMs: INTERVAL_MS } });
    const reconciler = keep();
    await settled();
    for (const queuePosition of [9, 8, 7]) {
      reconciler.progress(world.rows.jobs[0]?.id ?? "", aSnapshot({ phase: "queued", queuePosition }));
      await clock.pass(100);
    }
    await clock.pass(INTERVAL_MS);
    expect(world.edits).toHaveLength(1);
    expect(world.edits[0]?.message.progress?.items[0]?.label).toBe(texts.notice.queued(7));
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("shows its own echoed progress only if nothing newer is known", async () => {
    const { clock, world, keep, stop } = setUp({ capabilities: { noticeIntervalMs: INTERVAL_MS } });
    const reconciler = keep();
    await settled();
    const jobId = world.rows.jobs[0]?.id ?? "";
    const label = (): string | undefined => world.edits.at(-1)?.message.progress?.items[0]?.label;
    reconciler.progress(jobId, aSnapshot({ phase: "queued", queuePosition: 2 }), true);
    await clock.pass(2 * INTERVAL_MS);
    expect(label()).toBe(texts.notice.queued(2));
    reconciler.progress(jobId, aSnapshot());
    reconciler.progress(jobId, aSnapshot({ phase: "queued", queuePosition: 2 }), true);
    await clock.pass(2 * INTERVAL_MS);
    expect(label()).toBe(texts.notice.running);
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("changes by itself when a milestone has passed", async () => {
    const { clock, world, keep, stop } = setUp();
    const guidance = { tier: "1K", timeoutSeconds: 60, milestones: [aMilestone(7, "Most pictures are done by now")] };
    world.changeJob(0, { guidance });
    const reconciler = keep();
    reconciler.progress(world.rows.jobs[0]?.id ?? "", aSnapshot());
    await clock.pass(6_999);
    expect(world.messages[0]?.message.text).not.toContain("Most pictures");
    await clock.pass(4_000);
    expect(world.messages[0]?.message.text).toContain(texts.notice.waitHint("Most pictures are done by now"));
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("shows one expected end: when that has passed, it says so and shows no other", async () => {
    const { clock, world, keep, stop } = setUp({ capabilities: { noticeIntervalMs: INTERVAL_MS } });
    const reconciler = keep();
    await settled();
    const jobId = world.rows.jobs[0]?.id ?? "";
    const promised: number[] = [];
    for (let second = 0; second < 300; second++) {
      // It reaches 90 % fast and then becomes slow. Each single reading would suggest that it is nearly done.
      const percent = second < 30 ? second * 3 : Math.min(99, 90 + Math.floor((second - 30) / 20));
      reconciler.progress(jobId, aSnapshot({ percent }));
      await clock.pass(1_000);
      const item = world.messages[0]?.message.progress?.items[0];
      if (item?.expectedAt !== undefined && item.expectedAt > clock.now()) promised.push(second);
      if (second > 75) expect(item).toMatchObject({ label: expect.stringContaining(texts.notice.late) });
    }
    expect(promised.length).toBeGreaterThan(10);
    expect(Math.max(...promised)).toBeLessThan(60);
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
  });

  it("does not delay the result if a person deleted it", async () => {
    const gone = (): PlatformError => new PlatformError("gone", "deleted");
    const failures = { edit: [gone(), gone(), gone(), gone()], remove: [gone()] };
    const { clock, world, keep } = setUp({}, failing(failures));
    const reconciler = keep();
    await settled();
    reconciler.progress(world.rows.jobs[0]?.id ?? "", aSnapshot({ percent: 5 }));
    await clock.pass(2 * INTERVAL_MS);
    reconciler.progress(world.rows.jobs[0]?.id ?? "", aSnapshot({ percent: 50 }));
    await clock.pass(2 * INTERVAL_MS);
    world.make(0, "fetched");
    reconciler.wake();
    await clock.finish(reconciler.done);
    expect(world.messagesOf("r")).toHaveLength(1);
    // Once the platform has said that it is gone, it is neither edited nor removed.
    expect(failures.edit).toHaveLength(3);
    expect(failures.remove).toHaveLength(1);
  });

  it("of a cancelled batch says so in place, and no result follows", async () => {
    const { clock, world, keep } = setUp({ jobs: 2 });
    const reconciler = keep();
    await settled();
    for (const index of [0, 1]) world.changeJob(index, { state: "cancelled" });
    reconciler.wake();
    await clock.finish(reconciler.done);
    expect(world.messages).toHaveLength(1);
    expect(world.messages[0]?.message.text).toContain(texts.result.cancelled("Max"));
    expect(world.messages[0]?.message.buttons).toBeUndefined();
    expect(world.rows.closed).toBe(true);
  });

  it("of a batch that was cancelled before it was posted is the final message itself", async () => {
    const { clock, world, keep } = setUp();
    world.changeJob(0, { state: "cancelled" });
    await clock.finish(keep().done);
    expect(world.messagesOf("n").map((message) => message.message.text)).toEqual([
      expect.stringContaining(texts.result.cancelled("Max")),
    ]);
  });
});
