import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { WORKER_EXPIRED_MS } from "../../src/lib/limits.ts";
import { asking, liftWaitingBound, sayUntilAccepted } from "../support/fault/fault-asking.ts";
import { type Asked, audit, expectedFiles, settled, unmade } from "../support/fault/fault-ledger.ts";
import { createSums, emptyLedger, NOTHING_WRONG } from "../support/fault/fault-sums.ts";
import { type FaultWorld, openFaultWorld, pause, type Replica } from "../support/fault/fault-world.ts";
import { type PgBouncer, PGBOUNCER_PREPARES, pgBouncerMissing, startPgBouncer } from "../support/process/pgbouncer.ts";

/** Fewer sessions than one process has connections, so that transactions have to share them. */
const SESSIONS = 6;
const CHATS = 2;
const WORKERS = 2;
/** How long the pooler is away each time: once for longer than a worker may be silent (`WORKER_EXPIRED_MS`). */
const AWAY_MS = [0, 1_500, 16_000, 0];

const sums = createSums();
let world: FaultWorld;
let pooler: PgBouncer;

beforeEach(async () => {
  world = await openFaultWorld();
});
afterEach(async () => {
  await world.close();
  await pooler?.stop();
});
afterAll(() => sums.report("a pooler in transaction mode restarted, and workers killed behind it"));

const VARIANTS = [
  ["without prepared statements", PGBOUNCER_PREPARES ? { max_prepared_statements: 0 } : {}, false],
  ["with prepared statements", { max_prepared_statements: 500 }, !PGBOUNCER_PREPARES],
] as const;

describe.skipIf(pgBouncerMissing !== undefined)("PgBouncer in transaction mode", () => {
  for (const [name, more, isMissing] of VARIANTS) {
    it.skipIf(isMissing)(
      `${name}: nothing is lost or done twice while it restarts and workers are killed`,
      async () => {
        pooler = await startPgBouncer(world.databaseUrl, {
          pool_mode: "transaction",
          default_pool_size: SESSIONS,
          ...more,
        });
        const start = (ROLE: string): Promise<Replica> =>
          world.start(pooler.urlFor(world.databaseUrl), { ROLE, DATABASE_DIRECT_URL: world.databaseUrl });
        const chats = await Promise.all(Array.from({ length: CHATS }, () => start("chat")));
        const workers = await Promise.all(Array.from({ length: WORKERS }, () => start("worker")));
        const anyChat = (index: number): Replica => chats[index % CHATS] ?? never();
        await liftWaitingBound(anyChat(0));

        const over = new AbortController();
        const asked: Asked[] = [];
        const said: Promise<void>[] = [];
        const askingOn = (async () => {
          for (let index = 0; !over.signal.aborted; index++) {
            const one = asking(
              index % 4 === 3 ? "video" : "image",
              `pooled ${index}, ${name}`,
              index % 4 === 0 ? 3 : 1,
            );
            asked.push(one);
            said.push(sayUntilAccepted(one, () => anyChat(index)));
            await pause(300);
          }
        })();
        for (const [round, awayMs] of AWAY_MS.entries()) {
          await pause(4_000);
          const before = new Set((await aliveWorkers()).map(({ id }) => id));
          await workers[round % WORKERS]?.kill();
          await pooler.restart(awayMs);
          if (awayMs > WORKER_EXPIRED_MS) {
            // The other worker kept its lease, because it renews the lease without the pooler.
            expect((await aliveWorkers()).filter(({ id }) => before.has(id))).toHaveLength(WORKERS - 1);
          } else {
            await pause(1_000);
            await world.declareAllDead();
          }
          workers[round % WORKERS] = await start("worker");
        }
        over.abort();
        await askingOn;
        await Promise.all(said);

        const ledger = emptyLedger();
        try {
          expect(await settled(world, 60_000, () => world.endSetAside())).toEqual([]);
          expect(await audit(world, asked, ledger)).toEqual([]);
          expect(ledger).toMatchObject(NOTHING_WRONG);
          expect(await unmade(world, asked)).toEqual([]);
          expect(ledger.made + ledger.unknown).toBe(expectedFiles(asked));
          expect(asked.every((one) => one.acknowledged)).toBe(true);
          // The remaining processes ran all the time.
          expect([...chats, ...workers].some((replica) => replica.isGone())).toBe(false);
          expect(asked.length).toBeGreaterThan(40);
        } finally {
          sums.add(ledger);
        }
      },
    );
  }
});

function aliveWorkers() {
  return world.sql<{ id: string }[]>`
    select id from workers where beat > now() - ${WORKER_EXPIRED_MS} * interval '1 millisecond'`;
}

function never(): never {
  throw new Error("there is no such process");
}
