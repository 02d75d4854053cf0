import { afterAll, expect, it } from "vitest";
import { audit, settled } from "../support/fault/fault-ledger.ts";
import { faultOptions } from "../support/fault/fault-options.ts";
import { letItStorm } from "../support/fault/fault-storm.ts";
import { createSums, emptyLedger, NOTHING_WRONG } from "../support/fault/fault-sums.ts";
import { openFaultWorld } from "../support/fault/fault-world.ts";

const sums = createSums();
const { kills, replicas, seed } = faultOptions();

/** A busy machine takes about ten seconds from one kill to the next. */
const TIMEOUT_MS = (300 + kills * 20) * 1_000;

const onKill = (sofar: number): void => {
  if (sofar % 25 === 0) process.stdout.write(`storm, seed ${seed}: ${sofar} of ${kills} kills\n`);
};

afterAll(() => sums.report(`a storm of ${kills} kills (seed ${seed})`));

it(
  `keeps every promise through a storm (seed ${seed})`,
  async () => {
    const world = await openFaultWorld();
    const ledger = emptyLedger();
    try {
      const { asked, ...weather } = await letItStorm(world, { seed, kills, replicas, onKill });
      // Avoids waiting two hours for clips with an unknown outcome and half an hour for jobs that were set aside.
      const open = await settled(world, 120_000, async () => {
        await world.ageUnknown();
        await world.endSetAside();
      });
      const wrong = await audit(world, asked, ledger);
      process.stdout.write(`storm, seed ${seed}: ${JSON.stringify({ ...weather, ...ledger })}\n`);
      expect(weather.crashes).toBe(0);
      expect(open).toEqual([]);
      expect(wrong).toEqual([]);
      expect(ledger).toMatchObject(NOTHING_WRONG);
      expect(asked.every((one) => one.acknowledged)).toBe(true);
    } finally {
      sums.add(ledger);
      await world.close();
    }
  },
  TIMEOUT_MS,
);
