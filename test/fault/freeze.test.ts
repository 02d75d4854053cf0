import { afterAll, describe, expect, it } from "vitest";
import { FAULT_POINTS } from "../support/fault/fault-points.ts";
import { asking, sayUntilAccepted } from "../support/fault/fault-asking.ts";
import { audit, expectedFiles, settled, unmade } from "../support/fault/fault-ledger.ts";
import { createSums, emptyLedger, NOTHING_WRONG } from "../support/fault/fault-sums.ts";
import { openFaultWorld, pause, within } from "../support/fault/fault-world.ts";

/** Longer than the time after which the process counts as dead (15 s). */
const FROZEN_MS = 20_000;

const sums = createSums();

afterAll(() => {
  sums.report(`frozen for 20 s at each of ${FAULT_POINTS.length} points`);
});

describe("a process that is frozen until another has taken over, and then continues", () => {
  it.concurrent.each(FAULT_POINTS)("at %s repeats nothing", async (point) => {
    const world = await openFaultWorld();
    const ledger = emptyLedger();
    try {
      const frozen = await world.start();
      let serving = frozen;
      await frozen.arm({ point, hit: 1, signal: "SIGSTOP" });
      const asked = [asking("image", `${point} picture`, 3), asking("video", `${point} clip`)];
      const said = Promise.allSettled(asked.map((one) => sayUntilAccepted(one, () => serving)));
      await within(20_000, `reached ${point}`, frozen.frozen());
      const over = pause(FROZEN_MS);
      serving = await world.start();
      await said;
      await over;
      frozen.thaw();
      // It must still work, and must not lose the requests that it accepts now.
      const next = [asking("image", `${point} afterwards`, 2), asking("image", `${point} elsewhere`, 2)];
      await sayUntilAccepted(next[0] ?? asking("image", ""), () => frozen);
      await sayUntilAccepted(next[1] ?? asking("image", ""), () => serving);
      const all = [...asked, ...next];
      expect(await settled(world, 45_000)).toEqual([]);
      expect(await audit(world, all, ledger)).toEqual([]);
      expect(ledger).toMatchObject(NOTHING_WRONG);
      expect(await unmade(world, all)).toEqual([]);
      expect(ledger.made + ledger.unknown).toBe(expectedFiles(all));
    } finally {
      sums.add(ledger);
      await world.close();
    }
  });
});
