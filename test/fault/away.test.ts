import { afterAll, expect, it } from "vitest";
import { asking, sayUntilAccepted } from "../support/fault/fault-asking.ts";
import { audit, expectedFiles, settled, unmade } from "../support/fault/fault-ledger.ts";
import { createSums, emptyLedger, NOTHING_WRONG } from "../support/fault/fault-sums.ts";
import { openFaultWorld, pause } from "../support/fault/fault-world.ts";
import { startTcpProxy } from "../support/process/tcp-proxy.ts";

const STEPS = 12;
const STEP_MS = 5 * 60_000;

const sums = createSums();

afterAll(() => sums.report("the gateway away for an hour"));

it.each(["refuses connections", "accepts connections but never answers"])(
  "while the gateway %s for an hour, requests wait, say so, and are finished afterwards",
  async (how) => {
    const world = await openFaultWorld();
    const gateway = new URL(world.sandboxUrl);
    const wire = await startTcpProxy({ host: gateway.hostname, port: Number(gateway.port) });
    const ledger = emptyLedger();
    try {
      const address = `http://127.0.0.1:${wire.port}`;
      const replica = await world.start(undefined, { IMAGE_BASE_URL: address, VIDEO_BASE_URL: address });
      const refuses = how === "refuses connections";
      if (refuses) await wire.refuse();
      else wire.swallow();
      const asked = [
        ...Array.from({ length: 8 }, (_, index) => asking("image", `${how}, number ${index}`)),
        asking("video", `${how}, clip 1`),
        asking("video", `${how}, clip 2`),
      ];
      await Promise.all(asked.map((one) => sayUntilAccepted(one, () => replica)));
      for (let step = 0; step < STEPS; step++) {
        await pause(1_500);
        await world.age(STEP_MS);
      }
      const notices = await world.sql<{ label: string }[]>`
        select content->'progress'->'items'->0->>'label' as label from console_messages
        where author = 'easel' and not removed and content->'progress' is not null`;
      if (refuses) {
        // Requests that wait for a slot have not reached the gateway yet.
        expect(notices).toHaveLength(asked.length);
        expect(notices.filter(({ label }) => /can't be reached|free slot/.test(label))).toHaveLength(asked.length);
        expect(notices.some(({ label }) => label.includes("can't be reached"))).toBe(true);
        expect(await world.sql`select id from jobs where state <> 'waiting'`).toEqual([]);
      } else {
        // A create that may have been sent is never resent, and holds its slot. The others wait for a slot.
        expect(notices.every(({ label }) => label !== "")).toBe(true);
        expect(await world.sql`select id from jobs where state in ('running', 'succeeded', 'failed')`).toEqual([]);
      }
      if (refuses) await wire.accept();
      else wire.heal();
      for (let step = 0; step < STEPS && (await settled(world, 5_000)).length > 0; step++) {
        await world.age(STEP_MS);
        await world.ageUnknown();
      }
      expect(await settled(world, 30_000)).toEqual([]);
      expect(await audit(world, asked, ledger)).toEqual([]);
      expect(ledger).toMatchObject(NOTHING_WRONG);
      expect(await unmade(world, asked)).toEqual([]);
      expect(ledger.made + ledger.unknown).toBe(expectedFiles(asked));
      // A create without an answer holds its slot only for a while, so within the hour each is sent once and gets no answer.
      expect(ledger.unknown).toBe(refuses ? 0 : asked.length);
    } finally {
      sums.add(ledger);
      await world.close();
      await wire.close();
    }
  },
);
