import { CANCEL_RETRY_MS, OVERDUE_POLL_MS } from "../../../../src/worker/watch/watcher.ts";
import { describe, expect, it } from "vitest";
import type { LookOutcome } from "../../../../src/core/job/remote.ts";
import { IMAGE_POLL_MS, MISSING_INTERVAL_MS, MISSING_LOOKS } from "../../../../src/lib/limits.ts";
import { aFault, aSnapshot, EPOCH } from "../../../support/database/jobs.ts";
import { oneByOne } from "../../../support/gateway/scripted-remote.ts";
import { settled } from "../../../support/fault/stepped-clock.ts";
import {
  completed,
  HOUR_MS,
  missing,
  openAfter,
  running,
  saw,
  setUpFollowing as setUp,
  unanswered,
} from "../../../support/fault/following.ts";

const denied: LookOutcome = { kind: "denied", fault: aFault({ status: 403, code: "permission_error" }) };

describe("a cancellation", () => {
  it("is passed on immediately in the middle of an event stream", async () => {
    const { following, cancellation, remote } = setUp({
      events: openAfter(aSnapshot()),
      cancel: () => saw({ phase: "cancelled", startedAt: 1 }),
    });
    const watching = following();
    await settled();
    cancellation.ask();
    expect(await watching).toStrictEqual({ type: "remote_cancelled", started: true });
    expect(remote.calls).toEqual(["events", "cancel"]);
  });

  it("is passed on immediately in the middle of a wait", async () => {
    const { clock, following, cancellation, remote } = setUp({
      look: () => missing,
      cancel: () => saw({ phase: "cancelled" }),
    });
    const watching = following();
    await settled();
    expect(clock.sleepers()).toBe(1);
    cancellation.ask();
    expect(await watching).toMatchObject({ type: "remote_cancelled" });
    expect(remote.calls).toEqual(["look", "cancel"]);
    expect(clock.now()).toBe(EPOCH.getTime());
  });

  it.each([0, 1, 2, 3, 4, 5, 6])("is passed on immediately although it came %s turns after a poll", async (turns) => {
    const { clock, following, cancellation, remote } = setUp({
      look: () => {
        void askAfter(turns);
        return running;
      },
      cancel: () => saw({ phase: "cancelled" }),
    });
    async function askAfter(left: number): Promise<void> {
      for (let turn = 0; turn < left; turn++) await Promise.resolve();
      cancellation.ask();
    }
    expect(await following()).toMatchObject({ type: "remote_cancelled" });
    expect(remote.calls).toEqual(["look", "cancel"]);
    expect(clock.now()).toBe(EPOCH.getTime());
  });

  it("that precedes the watch is sent first", async () => {
    const { following, cancellation, remote } = setUp({
      events: openAfter(),
      cancel: () => saw({ phase: "cancelled" }),
    });
    cancellation.ask();
    await following();
    expect(remote.calls).toEqual(["cancel"]);
  });

  it("is repeated until it is answered", async () => {
    const { clock, following, cancellation, remote } = setUp({
      events: openAfter(),
      cancel: oneByOne<LookOutcome>(unanswered, unanswered, unanswered, saw({ phase: "cancelled" })),
      look: () => running,
    });
    cancellation.ask();
    expect(await clock.finish(following())).toMatchObject({ type: "remote_cancelled" });
    expect(remote.calls).toEqual(["cancel", "look", "cancel", "look", "cancel", "look", "cancel"]);
    expect(clock.sleeps).toEqual([CANCEL_RETRY_MS, CANCEL_RETRY_MS, CANCEL_RETRY_MS]);
  });

  it.each([
    { name: "is refused", refusal: unanswered },
    { name: "is denied", refusal: denied },
    { name: "does not find the job", refusal: missing },
  ])("that $name does not hide the job's end: polls go on", async ({ refusal }) => {
    const { clock, following, cancellation, remote } = setUp({ cancel: () => refusal, look: () => completed });
    cancellation.ask();
    expect(await clock.finish(following())).toMatchObject({ type: "remote_completed" });
    expect(remote.calls).toEqual(["cancel", "look"]);
    expect(clock.now() - EPOCH.getTime()).toBeLessThanOrEqual(CANCEL_RETRY_MS);
  });

  it("that is refused while the job is queued is repeated until it works", async () => {
    const { clock, following, cancellation, remote } = setUp({
      events: openAfter(),
      cancel: oneByOne<LookOutcome>(unanswered, unanswered, saw({ phase: "cancelled", startedAt: 1 })),
      look: oneByOne<LookOutcome>(saw({ phase: "queued" }), running),
    });
    cancellation.ask();
    expect(await clock.finish(following())).toStrictEqual({ type: "remote_cancelled", started: true });
    expect(remote.calls).toEqual(["cancel", "look", "cancel", "look", "cancel"]);
    expect(clock.sleeps).toEqual([CANCEL_RETRY_MS, CANCEL_RETRY_MS]);
  });

  it("waits as long as the gateway says before it is repeated", async () => {
    const { clock, following, cancellation } = setUp({
      cancel: oneByOne<LookOutcome>({ ...unanswered, retryAfterMs: 20_000 }, saw({ phase: "cancelled" })),
      look: () => running,
    });
    cancellation.ask();
    expect(await clock.finish(following())).toMatchObject({ type: "remote_cancelled" });
    expect(clock.sleeps).toEqual([20_000]);
  });

  it("does not decide the outcome: a job that was still made counts as made", async () => {
    const { clock, following, cancellation } = setUp({ cancel: () => completed });
    cancellation.ask();
    expect(await clock.finish(following())).toMatchObject({ type: "remote_completed" });
  });

  it.each([
    { name: "with events", events: openAfter(aSnapshot()) },
    { name: "without events", events: undefined },
  ])("that is answered with a running job is not repeated, and causes no hot loop, $name", async ({ events }) => {
    const { clock, following, cancellation, count, stop } = setUp({
      cancel: () => running,
      look: () => running,
      ...(events && { events }),
    });
    cancellation.ask();
    const watching = following();
    await clock.pass(60_000);
    expect(count("cancel")).toBe(1);
    expect(count("look")).toBeLessThan((60_000 / IMAGE_POLL_MS) * 1.5);
    stop.abort(new Error("stopping"));
    await expect(watching).rejects.toThrow("stopping");
  });

  it("brings a poll forward, which does not count as additional proof of a missing job", async () => {
    const { clock, following, cancellation, remote } = setUp({ look: () => missing, cancel: () => missing });
    const watching = following();
    await settled();
    cancellation.ask();
    const end = await clock.finish(watching);
    expect(end).toMatchObject({ type: "remote_gone" });
    expect(remote.calls.slice(0, 2)).toEqual(["look", "cancel"]);
    expect(clock.now() - EPOCH.getTime()).toBeGreaterThanOrEqual((MISSING_LOOKS - 1) * MISSING_INTERVAL_MS);
  });

  it("is not sent to a service that can't cancel", async () => {
    const { clock, following, cancellation, remote } = setUp({ look: oneByOne(running, running, completed) });
    cancellation.ask();
    expect(await clock.finish(following())).toMatchObject({ type: "remote_completed" });
    expect(remote.calls).toEqual(["look", "look", "look"]);
  });
});

describe("a deadline", () => {
  const deadlineAt = EPOCH.getTime() + 60_000;

  it("that passes is reported once, and the job is asked to stop", async () => {
    const { clock, following, overdues, count, stop } = setUp(
      { events: openAfter(aSnapshot()), look: () => running, cancel: () => running },
      { deadlineAt },
    );
    const watching = following();
    await clock.pass(59_999);
    expect([overdues(), count("cancel")]).toEqual([0, 0]);
    await clock.pass(1);
    expect([overdues(), count("cancel")]).toEqual([1, 1]);
    const looksBefore = count("look");
    await clock.pass(HOUR_MS);
    expect([overdues(), count("cancel")]).toEqual([1, 1]);
    // Polls are slow, and there are no more events: the job is unlikely to end.
    expect(count("look") - looksBefore).toBeLessThanOrEqual(HOUR_MS / OVERDUE_POLL_MS);
    expect(count("look") - looksBefore).toBeGreaterThan(HOUR_MS / OVERDUE_POLL_MS / 2);
    expect(count("events")).toBe(1);
    stop.abort(new Error("stopping"));
    await expect(watching).rejects.toThrow("stopping");
  });

  it("is followed by a poll before the job is asked to stop: it may have just ended", async () => {
    const { clock, following, overdues, remote } = setUp(
      { events: openAfter(aSnapshot()), look: () => (clock.now() < deadlineAt ? running : completed) },
      { deadlineAt },
    );
    expect(await clock.finish(following())).toMatchObject({ type: "remote_completed" });
    expect(clock.now()).toBe(deadlineAt);
    expect([overdues(), remote.calls.includes("cancel")]).toEqual([0, false]);
  });

  it("asks nothing to stop before a poll is answered", async () => {
    const { clock, following, overdues, count, stop } = setUp(
      { look: () => unanswered, cancel: () => running },
      { deadlineAt },
    );
    const watching = following();
    await clock.pass(HOUR_MS);
    expect([overdues(), count("cancel")]).toEqual([1, 0]);
    stop.abort(new Error("stopping"));
    await expect(watching).rejects.toThrow("stopping");
  });

  it("moves with the guidance of a snapshot", async () => {
    const guidance = { tier: undefined, timeoutSeconds: 600, milestones: [] };
    const { clock, following, guidances, overdues, count, stop } = setUp(
      { events: openAfter(aSnapshot()), look: () => saw({ guidance }), cancel: () => running },
      { deadlineAt },
    );
    const watching = following();
    await clock.pass(600_000 - 1);
    expect(guidances[0]).toEqual(guidance);
    expect([overdues(), count("cancel")]).toEqual([0, 0]);
    await clock.pass(1);
    expect([overdues(), count("cancel")]).toEqual([1, 1]);
    stop.abort(new Error("stopping"));
    await expect(watching).rejects.toThrow("stopping");
  });

  it("ends nothing by itself: the picture may still come", async () => {
    const { clock, following } = setUp(
      {
        look: () => (clock.now() - EPOCH.getTime() > 6 * HOUR_MS ? completed : running),
        cancel: () => running,
      },
      { deadlineAt },
    );
    expect(await clock.finish(following())).toMatchObject({ type: "remote_completed" });
  });

  it("that passed before a restart is not reported again", async () => {
    const { clock, following, overdues, remote } = setUp(
      { look: oneByOne(running, completed), cancel: () => running },
      { deadlineAt: EPOCH.getTime() - 1, overdue: true },
    );
    await clock.finish(following());
    expect(overdues()).toBe(0);
    expect(remote.calls).toEqual(["look", "cancel", "look"]);
  });

  it("of a job that can't be cancelled only slows polling", async () => {
    const { clock, following, overdues, count, stop } = setUp({ look: () => running }, { deadlineAt });
    const watching = following();
    await clock.pass(60_000 + HOUR_MS);
    expect(overdues()).toBe(1);
    expect(count("look")).toBeLessThan(HOUR_MS / OVERDUE_POLL_MS + 70_000 / IMAGE_POLL_MS);
    stop.abort(new Error("stopping"));
    await expect(watching).rejects.toThrow("stopping");
  });
});
