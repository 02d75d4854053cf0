import {
  STREAM_FAILURES_BEFORE_POLLING,
  STREAM_LOOK_MS,
  STREAM_RETRY_MS,
} from "../../../../src/worker/watch/watcher.ts";
import { describe, expect, it } from "vitest";
import { IMAGE_POLL_MS } from "../../../../src/lib/limits.ts";
import type { LookOutcome } from "../../../../src/core/job/remote.ts";
import { aSnapshot, EPOCH } from "../../../support/database/jobs.ts";
import { oneByOne } from "../../../support/gateway/scripted-remote.ts";
import { settled } from "../../../support/fault/stepped-clock.ts";
import {
  broken,
  closedAfter,
  completed,
  HOUR_MS,
  missing,
  openAfter,
  running,
  saw,
  setUpFollowing as setUp,
  NEVER,
  unanswered,
} from "../../../support/fault/following.ts";

describe("events", () => {
  it("are hints: a poll decides", async () => {
    const { clock, following, remote } = setUp({
      events: closedAfter(aSnapshot({ phase: "completed" })),
      look: () => saw({ phase: "failed" }),
    });
    expect(await clock.finish(following())).toMatchObject({ type: "remote_failed" });
    expect(remote.calls).toEqual(["events", "look"]);
  });

  it("are shown as they arrive", async () => {
    const { progress, following, stop } = setUp({
      events: openAfter(aSnapshot({ phase: "queued", queuePosition: 3 }), aSnapshot({ percent: 40 })),
    });
    const watching = following();
    await settled();
    expect(progress.map((snapshot) => [snapshot.phase, snapshot.queuePosition, snapshot.percent])).toEqual([
      ["queued", 3, undefined],
      ["running", undefined, 40],
    ]);
    stop.abort(new Error("stopping"));
    await expect(watching).rejects.toThrow("stopping");
  });

  it("are requested again after a break, with a poll first", async () => {
    let connections = 0;
    const { clock, following, remote } = setUp({
      events: (job, signal) => {
        connections++;
        return connections === 1 ? broken(job, signal) : closedAfter(aSnapshot({ phase: "completed" }))(job, signal);
      },
      look: oneByOne(running, completed),
    });
    await clock.finish(following());
    expect(remote.calls).toEqual(["events", "look", "events", "look"]);
    expect(clock.sleepers()).toBe(0);
  });

  it.each([
    { name: "breaks each time", events: broken },
    { name: "is closed immediately each time", events: closedAfter() },
    { name: "is closed after one event each time", events: closedAfter(aSnapshot()) },
    { name: "reports an end that the poll does not confirm", events: closedAfter(aSnapshot({ phase: "completed" })) },
  ])("give way to polling, without a hot loop, if the stream $name", async ({ events }) => {
    const { clock, following, count, stop } = setUp({ events, look: () => running });
    const watching = following();
    await clock.pass(STREAM_RETRY_MS - 1);
    expect(count("events")).toBe(STREAM_FAILURES_BEFORE_POLLING);
    const polls = STREAM_RETRY_MS / IMAGE_POLL_MS;
    expect(count("look")).toBeGreaterThan(polls / 2);
    expect(count("look")).toBeLessThan(polls * 1.5);
    await clock.pass(10 * STREAM_RETRY_MS);
    // Tried again from time to time, and never faster.
    expect(count("events")).toBeGreaterThan(STREAM_FAILURES_BEFORE_POLLING * 8);
    expect(count("events")).toBeLessThanOrEqual(STREAM_FAILURES_BEFORE_POLLING * 11);
    stop.abort(new Error("stopping"));
    await expect(watching).rejects.toThrow("stopping");
  });

  it("are backed by polls: a silent stream stays open, and a poll within 15 s finds the end", async () => {
    const { clock, following, remote } = setUp({ events: openAfter(aSnapshot()), look: oneByOne(running, completed) });
    expect(await clock.finish(following())).toMatchObject({ type: "remote_completed" });
    expect(remote.calls).toEqual(["events", "look", "look"]);
    expect(clock.now() - EPOCH.getTime()).toBeLessThanOrEqual(2 * STREAM_LOOK_MS);
    expect(clock.sleepers()).toBe(0);
  });

  it("continue after unanswered polls, which are never closer together than the gateway asks", async () => {
    const { clock, following, remote } = setUp({
      events: openAfter(aSnapshot()),
      look: oneByOne<LookOutcome>({ ...unanswered, retryAfterMs: 40_000 }, unanswered, completed),
    });
    await clock.finish(following());
    expect(remote.calls).toEqual(["events", "look", "look", "look"]);
    expect(clock.now() - EPOCH.getTime()).toBeGreaterThanOrEqual(40_000 + 2 * STREAM_LOOK_MS * 0.8);
  });

  it("go on while the gateway does not find the job, which is polled again soon", async () => {
    const { clock, following, remote } = setUp({
      events: openAfter(aSnapshot()),
      look: oneByOne(missing, completed),
    });
    await clock.finish(following());
    expect(remote.calls).toEqual(["events", "look", "look"]);
    expect(clock.now() - EPOCH.getTime()).toBeLessThanOrEqual(STREAM_LOOK_MS + IMAGE_POLL_MS);
    expect(remote.open()).toBe(0);
  });

  it("are closed when a poll shows the end", async () => {
    const { clock, following, remote } = setUp({ events: openAfter(aSnapshot()), look: () => completed });
    await clock.finish(following());
    expect(remote.open()).toBe(0);
  });

  it("are replaced by polling if a service has none", async () => {
    const { clock, following, count } = setUp({ look: oneByOne(running, running, running, completed) });
    await clock.finish(following());
    expect(count("look")).toBe(4);
    expect(clock.now() - EPOCH.getTime()).toBeGreaterThan(3 * IMAGE_POLL_MS * 0.9);
    expect(clock.now() - EPOCH.getTime()).toBeLessThan(3 * IMAGE_POLL_MS * 1.4);
  });

  it("can be followed without any deadline, or with one beyond a timer's range", async () => {
    for (const deadlineAt of [NEVER, EPOCH.getTime() + 400 * 24 * HOUR_MS]) {
      const { clock, following, count, stop } = setUp(
        { events: openAfter(aSnapshot()), look: () => running },
        { deadlineAt },
      );
      const watching = following();
      await clock.pass(HOUR_MS);
      expect(count("events")).toBe(1);
      expect(Math.max(...clock.sleeps)).toBeLessThan(2 ** 31);
      stop.abort(new Error("stopping"));
      await expect(watching).rejects.toThrow("stopping");
    }
  });
});
