import { afterAll, describe, expect, it } from "vitest";
import { FAULT_POINTS } from "../support/fault-points.ts";
import { asking, sayUntilTaken } from "../support/fault-asking.ts";
import { audit, emptyLedger, expectedFiles, NOTHING_WRONG, settled } from "../support/fault-ledger.ts";
import { faultOptions } from "../support/fault-options.ts";
import { openFaultWorld, within } from "../support/fault-world.ts";

const { rounds } = faultOptions();
const total = emptyLedger();

afterAll(() => {
  process.stdout.write(`killed ${rounds} times at each of ${FAULT_POINTS.length} points: ${JSON.stringify(total)}\n`);
});

describe("a process that is killed", () => {
  it.concurrent.each(FAULT_POINTS)(
    "at %s leaves nothing that another does not bring to its end, once",
    async (point) => {
      const world = await openFaultWorld();
      try {
        let serving = await world.start();
        const asked = [];
        for (let round = 1; round <= rounds; round++) {
          await serving.arm({ point, hit: 1 + (round % 2), signal: "SIGKILL" });
          const now = [asking("image", `${point} picture ${round}`, 3), asking("video", `${point} clip ${round}`)];
          asked.push(...now);
          const said = Promise.allSettled(now.map((one) => sayUntilTaken(one, () => serving)));
          await within(20_000, `came to ${point}`, serving.gone);
          await world.declareAllDead();
          serving = await world.start();
          await said;
          expect(await settled(world, 45_000)).toEqual([]);
          await world.ageUnknown();
        }
        const ledger = emptyLedger();
        expect(await audit(world, asked, ledger)).toEqual([]);
        expect(ledger).toMatchObject(NOTHING_WRONG);
        expect(ledger.made + ledger.unknown).toBe(expectedFiles(asked));
        for (const [name, value] of Object.entries(ledger)) total[name as keyof typeof total] += value;
      } finally {
        await world.close();
      }
    },
  );
});
