import { afterAll, describe, expect, it } from "vitest";
import { FAULT_POINTS } from "../support/fault/fault-points.ts";
import { asking, sayUntilAccepted } from "../support/fault/fault-asking.ts";
import { type Asked, audit, expectedFiles, settled, unmade } from "../support/fault/fault-ledger.ts";
import { faultOptions } from "../support/fault/fault-options.ts";
import { createSums, emptyLedger, NOTHING_WRONG } from "../support/fault/fault-sums.ts";
import { openFaultWorld, pause, type Replica, within } from "../support/fault/fault-world.ts";

const { rounds } = faultOptions();
const sums = createSums();

afterAll(() => {
  sums.report(`killed ${rounds} times at each of ${FAULT_POINTS.length} points`);
});

describe("a process that is killed", () => {
  it.concurrent.each(FAULT_POINTS)("at %s leaves only work that another process finishes once", async (point) => {
    // Only a real picture arrives in several chunks: the process is killed at the first one, then at the second, and so on.
    const chunks = point === "store:chunk";
    const world = await openFaultWorld(chunks ? { media: "full" } : {});
    const ledger = emptyLedger();
    try {
      let serving = await world.start();
      const asked: Asked[] = [];
      const said: Promise<void>[] = [];
      const say = (one: Asked): void => {
        asked.push(one);
        said.push(sayUntilAccepted(one, () => serving));
      };
      for (let round = 1; round <= rounds; round++) {
        await serving.arm({ point, hit: chunks ? round : 1 + (round % 2), signal: "SIGKILL" });
        say(asking("image", `${point} picture ${round}`, 3));
        say(asking("video", `${point} clip ${round}`));
        await untilGone(serving, point, (more) => say(asking("image", `${point} picture ${round}, more ${more}`)));
        await world.declareAllDead();
        serving = await world.start();
        await Promise.all(said);
        expect(await settled(world, 45_000)).toEqual([]);
        await world.ageUnknown();
      }
      expect(await audit(world, asked, ledger)).toEqual([]);
      expect(ledger).toMatchObject(NOTHING_WRONG);
      expect(await unmade(world, asked)).toEqual([]);
      expect(ledger.made + ledger.unknown).toBe(expectedFiles(asked));
    } finally {
      sums.add(ledger);
      await world.close();
    }
  });
});

/** Two requests can pass a point together. It then takes another request for the process to reach it a second time. */
async function untilGone(replica: Replica, point: string, ask: (more: number) => void): Promise<void> {
  for (let more = 1; more <= 10; more++) {
    await Promise.race([replica.gone, pause(2_000)]);
    if (replica.isGone()) return;
    ask(more);
  }
  await within(20_000, `reached ${point}`, replica.gone);
}
