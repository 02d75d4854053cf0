import { expect, it } from "vitest";
import { audit, settled } from "../support/fault/fault-ledger.ts";
import { letItStorm } from "../support/fault/fault-storm.ts";
import { emptyLedger, NOTHING_WRONG } from "../support/fault/fault-sums.ts";
import { openFaultWorld } from "../support/fault/fault-world.ts";

// Short storms with known seeds. Add seeds that failed in `storm.test.ts`.
it.each([7])(
  "keeps every promise while processes are killed, the database goes away and the gateway fails (seed %i)",
  async (seed) => {
    const world = await openFaultWorld();
    const ledger = emptyLedger();
    try {
      const { asked, crashes } = await letItStorm(world, { seed, kills: 2, replicas: 2 });
      expect(await settled(world, 60_000)).toEqual([]);
      expect(await audit(world, asked, ledger)).toEqual([]);
      expect(ledger).toMatchObject(NOTHING_WRONG);
      expect(crashes).toBe(0);
      expect(ledger.made).toBeGreaterThan(0);
    } finally {
      await world.close();
    }
  },
  120_000,
);
