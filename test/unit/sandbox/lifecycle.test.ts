import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ImageJob } from "../../../src/sandbox/image/image-job.ts";
import { hasEnded, isTerminal, startedAt, stepAt, timeline } from "../../../src/sandbox/image/lifecycle.ts";
import { readMarkers, withoutMarkers } from "../../../src/sandbox/image/markers.ts";
import { schedule } from "../../../src/sandbox/image/schedule.ts";

const NO_MARKERS = { failCode: undefined, slowSeconds: undefined, queueSeconds: undefined };

function jobWith(fields: Partial<ImageJob> = {}): ImageJob {
  return {
    id: "job_1",
    owner: "owner",
    createdAt: 1000,
    startAt: 2000,
    endAt: 5000,
    place: 4,
    picture: {
      prompt: "a fox",
      model: "provider-a/image-2",
      width: 1024,
      height: 1024,
      tier: "1K",
      format: "png",
      transparent: false,
      seed: 1,
      images: [],
    },
    ...fields,
  };
}

describe("a job's timeline", () => {
  it("counts down its place in the queue, runs, and completes", () => {
    const seen = timeline(jobWith()).map((step) => [step.at, step.phase, step.queuePosition]);
    expect(seen).toEqual([
      [1000, "queued", 4],
      [1250, "queued", 3],
      [1500, "queued", 2],
      [1750, "queued", 1],
      [2000, "running", undefined],
      [3050, "running", undefined],
      [4250, "running", undefined],
      [5000, "completed", undefined],
    ]);
  });

  it("fails at its end if it has a code", () => {
    expect(stepAt(jobWith({ failCode: "upstream_error" }), 5000).step.phase).toBe("failed");
  });

  it("never starts if it is cancelled in the queue", () => {
    const job = jobWith({ cancelledAt: 1600 });
    expect(stepAt(job, 1599).step.phase).toBe("queued");
    expect(stepAt(job, 9999)).toMatchObject({ step: { at: 1600, phase: "cancelled" }, nextAt: undefined });
    expect(startedAt(job, 9999)).toBeUndefined();
  });

  it("stays completed when it is cancelled afterwards", () => {
    expect(stepAt(jobWith({ cancelledAt: 5000 }), 9999).step.phase).toBe("completed");
  });

  it("does not end while its images are being downloaded, but can be cancelled", () => {
    expect(stepAt(jobWith({ pending: true }), 99_999)).toMatchObject({ step: { phase: "running" }, nextAt: undefined });
    expect(hasEnded(jobWith({ pending: true }), 99_999)).toBe(false);
    expect(stepAt(jobWith({ pending: true, cancelledAt: 90_000 }), 99_999).step.phase).toBe("cancelled");
  });

  it("only goes forward, and ends when hasEnded says so", () => {
    const times = fc.record({
      queue: fc.integer({ min: 0, max: 10_000 }),
      run: fc.integer({ min: 0, max: 10_000 }),
      place: fc.integer({ min: 1, max: 9 }),
      cancelAfter: fc.option(fc.integer({ min: 0, max: 25_000 }), { nil: undefined }),
      look: fc.integer({ min: 0, max: 25_000 }),
    });
    fc.assert(
      fc.property(times, ({ queue, run, place, cancelAfter, look }) => {
        const created = 1000;
        const startAt = created + queue;
        const job = jobWith({
          createdAt: created,
          startAt,
          endAt: startAt + run,
          place,
          ...(cancelAfter === undefined ? {} : { cancelledAt: created + cancelAfter }),
        });
        const order = ["queued", "running", "completed", "cancelled"];
        const steps = timeline(job);
        for (const [index, step] of steps.entries()) {
          const next = steps[index + 1];
          if (!next) continue;
          expect(next.at).toBeGreaterThanOrEqual(step.at);
          expect(order.indexOf(next.phase)).toBeGreaterThanOrEqual(order.indexOf(step.phase));
        }
        const { step } = stepAt(job, created + look);
        expect(isTerminal(step.phase)).toBe(hasEnded(job, created + look));
      }),
    );
  });
});

describe("a job's times", () => {
  it("add up to 1 to 4 seconds at speed 1, including the queue", () => {
    fc.assert(
      fc.property(fc.nat(0xffff_ffff), fc.integer({ min: 1, max: 9 }), (seed, place) => {
        const { startAt, endAt } = schedule({ now: 0, seed, place, speed: 1, markers: NO_MARKERS });
        expect(startAt).toBeGreaterThan(0);
        expect(endAt).toBeGreaterThan(startAt);
        expect(endAt).toBeGreaterThanOrEqual(1000);
        expect(endAt).toBeLessThanOrEqual(4000);
      }),
    );
  });

  it("are divided by the speed, and zero at speed 0", () => {
    const input = { now: 500, seed: 2000, place: 1, markers: NO_MARKERS };
    expect(schedule({ ...input, speed: 10 })).toEqual({ createdAt: 500, startAt: 537, endAt: 800 });
    expect(schedule({ ...input, speed: 0 })).toEqual({ createdAt: 500, startAt: 500, endAt: 500 });
  });

  it("follow [slow] and [queue] at any speed", () => {
    const markers = readMarkers("a fox [queue:5] [slow:30]");
    expect(schedule({ now: 0, seed: 1, place: 1, speed: 0, markers })).toEqual({
      createdAt: 0,
      startAt: 5000,
      endAt: 30_000,
    });
  });
});

describe("markers", () => {
  it("are read from anywhere in a prompt", () => {
    expect(readMarkers("[fail:ERR-1042] a fox")).toEqual({ ...NO_MARKERS, failCode: "ERR-1042" });
    expect(readMarkers("a fox[slow:1.5]")).toEqual({ ...NO_MARKERS, slowSeconds: 1.5 });
  });

  it("are ignored if they are malformed", () => {
    expect(readMarkers("[fail:] [slow:x] [slow:-1] [fail:a b]")).toEqual(NO_MARKERS);
  });

  it("are not painted", () => {
    expect(withoutMarkers("a fox [slow:30]  at night [fail:upstream_error]")).toBe("a fox at night");
  });
});
