import { expect, it } from "vitest";
import { leaseParts } from "../../../src/app/service-status.ts";
import { createCurrentLoop } from "../../../src/worker/current-loop.ts";
import type { WorkerLoop } from "../../../src/worker/worker-loop.ts";
import { createManualClock } from "../../support/manual-clock.ts";

const MINUTE_MS = 60_000;
const loop = {} as WorkerLoop;

it("counts the leases that were lost in the last 15 minutes", () => {
  const clock = createManualClock();
  const currentLoop = createCurrentLoop(clock);
  // A lease that never began is not lost.
  currentLoop.change(undefined);
  for (let time = 0; time < 3; time++) {
    currentLoop.change(loop);
    expect(currentLoop.get()).toBe(loop);
    currentLoop.change(undefined);
    clock.advance(MINUTE_MS);
  }
  expect([currentLoop.get(), currentLoop.lost()]).toEqual([undefined, 3]);
  clock.advance(12 * MINUTE_MS);
  expect(currentLoop.lost()).toBe(2);
  clock.advance(15 * MINUTE_MS);
  expect(currentLoop.lost()).toBe(0);
});

it("is reported as a part that needs attention from the third loss on", () => {
  expect(leaseParts(2)).toEqual([]);
  expect(leaseParts(3)).toEqual([
    { name: "lease", isUp: false, summary: expect.stringMatching(/^lost 3 times in the last 15 minutes, .*processor/) },
  ]);
});
