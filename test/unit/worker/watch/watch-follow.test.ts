import type { LookOutcome } from "../../../../src/core/job/remote.ts";
import { describe, expect, it } from "vitest";
import { IMAGE_POLL_MS, MISSING_INTERVAL_MS, MISSING_LOOKS, RUNNING_LIMIT_MS } from "../../../../src/lib/limits.ts";
import { aFault, aSnapshot, EPOCH } from "../../../support/database/jobs.ts";
import { aborted, oneByOne, type RemoteScript } from "../../../support/gateway/scripted-remote.ts";
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

describe("what ends a job", () => {
  it.each([
    { phase: "completed", event: { type: "remote_completed", usage: undefined } },
    { phase: "failed", event: { type: "remote_failed", failure: { reason: "gateway" }, usage: undefined } },
    { phase: "cancelled", event: { type: "remote_cancelled", started: false } },
    { phase: "expired", event: { type: "remote_gone", failure: { reason: "expired" } } },
  ] as const)("the phase $phase", async ({ phase, event }) => {
    const { clock, following } = setUp({ look: () => saw({ phase }) });
    expect(await clock.finish(following())).toStrictEqual(event);
  });

  it("the phase cancelled, with whether the job had started", async () => {
    const { clock, following } = setUp({ look: () => saw({ phase: "cancelled", startedAt: 5 }) });
    expect(await clock.finish(following())).toStrictEqual({ type: "remote_cancelled", started: true });
  });

  it("keeps the usage, and the gateway's own words for a failure", async () => {
    const done = setUp({ look: () => completed });
    expect(await done.clock.finish(done.following())).toMatchObject({ usage: { images: 1 } });
    const fault = aFault({ code: "content_moderation", requestId: "q-1" });
    const failed = setUp({ look: () => saw({ phase: "failed", fault, usage: { billing_status: "free" } }) });
    expect(await failed.clock.finish(failed.following())).toStrictEqual({
      type: "remote_failed",
      failure: { reason: "gateway", code: "content_moderation", requestId: "q-1" },
      usage: { billing_status: "free" },
    });
  });

  it("410: it has expired at the gateway", async () => {
    const { clock, following } = setUp({ look: () => ({ kind: "expired", fault: aFault({ status: 410 }) }) });
    const end = await clock.finish(following());
    expect(end).toMatchObject({ type: "remote_gone", failure: { reason: "expired", status: 410 } });
  });

  it("404 on three polls, each an hour apart, however many are in between", async () => {
    const { clock, following, count } = setUp({ look: () => missing });
    const end = await clock.finish(following());
    expect(end).toMatchObject({ type: "remote_gone", failure: { reason: "expired", status: 404, code: "not_found" } });
    expect(clock.now() - EPOCH.getTime()).toBe((MISSING_LOOKS - 1) * MISSING_INTERVAL_MS);
    expect(count("look")).toBeLessThan(60);
  });

  it("404 with unanswered polls in between, which prove nothing", async () => {
    let polls = 0;
    const { clock, following } = setUp({ look: () => (++polls % 5 === 0 ? unanswered : missing) });
    expect(await clock.finish(following())).toMatchObject({ type: "remote_gone", failure: { reason: "expired" } });
    expect(clock.now() - EPOCH.getTime()).toBeLessThan(MISSING_LOOKS * MISSING_INTERVAL_MS);
  });

  it("not a 404 in between, if the job is found again", async () => {
    const { clock, following } = setUp({
      look: () => {
        const hours = (clock.now() - EPOCH.getTime()) / MISSING_INTERVAL_MS;
        if (hours > 3.5) return completed;
        return hours > 1.5 && hours < 1.7 ? running : missing;
      },
    });
    expect(await clock.finish(following())).toMatchObject({ type: "remote_completed" });
  });

  it("a single 404 is only a hiccup: the next poll follows soon", async () => {
    const { clock, following } = setUp({ look: oneByOne(missing, completed) });
    expect(await clock.finish(following())).toMatchObject({ type: "remote_completed" });
    expect(clock.now() - EPOCH.getTime()).toBeLessThanOrEqual(IMAGE_POLL_MS);
  });

  it("no answer at all for 72 hours, and not before", async () => {
    const { clock, following } = setUp({ look: () => unanswered });
    const end = await clock.finish(following(), 20_000);
    expect(end).toStrictEqual({ type: "remote_gone", failure: { reason: "never_answered" } });
    expect(clock.now() - EPOCH.getTime()).toBeGreaterThan(RUNNING_LIMIT_MS);
    expect(clock.now() - EPOCH.getTime()).toBeLessThan(RUNNING_LIMIT_MS + HOUR_MS);
  });

  it("not a key that may no longer read: the job is watched for those 72 hours", async () => {
    const { clock, following } = setUp({ look: () => ({ kind: "denied", fault: aFault({ status: 401 }) }) });
    const end = await clock.finish(following(), 20_000);
    expect(end).toMatchObject({ type: "remote_gone", failure: { reason: "never_answered" } });
    expect(clock.now() - EPOCH.getTime()).toBeGreaterThan(RUNNING_LIMIT_MS);
  });

  it("not a single unanswered poll after days of answers", async () => {
    const { clock, following } = setUp(
      {
        look: () => {
          const age = clock.now() - EPOCH.getTime();
          if (age < RUNNING_LIMIT_MS + HOUR_MS) return running;
          return age < RUNNING_LIMIT_MS + 2 * HOUR_MS ? unanswered : completed;
        },
      },
      { overdue: true },
    );
    expect(await clock.finish(following(), 20_000)).toMatchObject({ type: "remote_completed" });
  });
});

describe("polls without an answer", () => {
  it("wait longer each time, up to a limit", async () => {
    const { clock, following, stop } = setUp({ look: () => unanswered });
    const watching = following();
    await clock.pass(10 * 60_000);
    const waits = clock.sleeps;
    expect(waits.slice(0, 5)).toEqual(waits.slice(0, 5).toSorted((one, other) => one - other));
    expect(waits[0]).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
    stop.abort(new Error("stopping"));
    await expect(watching).rejects.toThrow("stopping");
  });

  it("wait as long as the gateway asks, but never zero", async () => {
    for (const [asked, least] of [
      [90_000, 90_000],
      [0, 100],
    ] as const) {
      const { clock, following } = setUp({
        look: oneByOne<LookOutcome>({ ...unanswered, retryAfterMs: asked }, completed),
      });
      await clock.finish(following());
      expect(clock.now() - EPOCH.getTime()).toBeGreaterThanOrEqual(least);
    }
  });
});

describe("a stop", () => {
  it.each([
    { name: "while listening", script: { events: openAfter(aSnapshot()) } },
    { name: "between two polls", script: { look: () => running } },
    { name: "while a job is missing", script: { look: () => missing } },
    {
      name: "while polling",
      script: {
        look: async (_remote: unknown, signal: AbortSignal) => {
          await aborted(signal);
          return unanswered;
        },
      },
    },
  ] satisfies { name: string; script: RemoteScript }[])(
    "$name rejects with its reason and leaves no timer",
    async ({ script }) => {
      const { clock, following, stop } = setUp(script, { deadlineAt: EPOCH.getTime() + HOUR_MS });
      const watching = following();
      await settled();
      stop.abort(new Error("stopping"));
      await expect(watching).rejects.toThrow("stopping");
      expect(clock.sleepers()).toBe(0);
    },
  );

  it("that came first sends nothing to the gateway", async () => {
    const { following, stop, remote } = setUp({ look: () => running });
    stop.abort(new Error("stopping"));
    await expect(following()).rejects.toThrow("stopping");
    expect(remote.calls).toEqual([]);
  });
});
