import { describe, expect, it, vi } from "vitest";
import { createBus, type JobProgress } from "../../../../src/core/job/bus.ts";

const progress: JobProgress = {
  jobId: "j-1",
  batchId: "b-1",
  snapshot: {
    phase: "running",
    queuePosition: undefined,
    percent: 40,
    message: undefined,
    startedAt: undefined,
    finishedAt: undefined,
    fault: undefined,
    usage: undefined,
  },
};

/** A listener that shows progress, or not. */
const listener = (shows: boolean) => vi.fn<() => boolean>(() => shows);

describe("a job's progress", () => {
  it.each([
    ["nobody listens", [], true],
    ["one listener shows it", [true], false],
    ["no listener shows it", [false, false], true],
    ["the first of two shows it", [true, false], false],
    ["the second of two shows it", [false, true], false],
  ])("when %s: listeners %j, broadcast: %s", (_when, shown, isTold) => {
    const tellOthers = vi.fn<(progress: JobProgress) => void>();
    const bus = createBus(tellOthers);
    const listeners = shown.map(listener);
    for (const one of listeners) bus.subscribe(one);
    bus.publish(progress);
    expect(tellOthers.mock.calls).toEqual(isTold ? [[progress]] : []);
    for (const one of listeners) expect(one.mock.calls).toEqual([[progress, false]]);
  });

  it("from another process is marked as heard, and not broadcast", () => {
    const tellOthers = vi.fn<(progress: JobProgress) => void>();
    const bus = createBus(tellOthers);
    const silent = listener(false);
    bus.subscribe(silent);
    bus.heard(progress);
    expect(silent.mock.calls).toEqual([[progress, true]]);
    expect(tellOthers).not.toHaveBeenCalled();
  });

  it("does not reach an unsubscribed listener", () => {
    const tellOthers = vi.fn<(progress: JobProgress) => void>();
    const bus = createBus(tellOthers);
    const gone = listener(true);
    const unsubscribe = bus.subscribe(gone);
    unsubscribe();
    bus.publish(progress);
    expect(gone).not.toHaveBeenCalled();
    expect(tellOthers).toHaveBeenCalledOnce();
  });
});
