import { afterAll, expect, it } from "vitest";
import { asking, sayUntilAccepted } from "../../support/fault/fault-asking.ts";
import { type Asked, audit, expectedFiles, settled, unmade } from "../../support/fault/fault-ledger.ts";
import { createSums, emptyLedger, NOTHING_WRONG } from "../../support/fault/fault-sums.ts";
import { openFaultWorld, pause, type Replica } from "../../support/fault/fault-world.ts";
import { createTestDatabase } from "../../support/database/postgres.ts";
import { copyFormerVersion, findFormerVersion } from "../../support/process/former-version.ts";

/** How long requests are sent in each phase of the replacement. */
const PHASE_MS = 2_500;
const BETWEEN_REQUESTS_MS = 250;

const sums = createSums();
const formerName = await findFormerVersion();

afterAll(() => sums.report("processes of two versions on one database"));

it.skipIf(formerName === undefined)(
  `processes of ${formerName ?? "the former version"} and of this one serve side by side, and nothing is lost or done twice`,
  async () => {
    await using cleanUp = new AsyncDisposableStack();
    const former = cleanUp.adopt(await copyFormerVersion(formerName ?? ""), (copy) => copy.remove());
    const world = cleanUp.adopt(await openFaultWorld({ database: await createTestDatabase("template0") }), (opened) =>
      opened.close(),
    );
    const startFormer = (ROLE: string): Promise<Replica> => world.start(world.databaseUrl, { ROLE }, former.folder);
    const start = (ROLE: string): Promise<Replica> => world.start(world.databaseUrl, { ROLE });

    // The first process creates the schema in the former version.
    const formerChat = await startFormer("chat");
    const formerWorker = await startFormer("worker");
    const schemaBefore = await schemaNumber();
    let serving = [formerChat];
    const over = new AbortController();
    const asked: Asked[] = [];
    const said: Promise<void>[] = [];
    const askingOn = (async () => {
      for (let index = 0; !over.signal.aborted; index++) {
        const one = asking(index % 4 === 3 ? "video" : "image", `two versions, ${index}`, index % 4 === 0 ? 3 : 1);
        const asks = serving[index % serving.length] ?? formerChat;
        asked.push(one);
        said.push(sayUntilAccepted(one, () => asks));
        await pause(BETWEEN_REQUESTS_MS);
      }
    })();

    await pause(PHASE_MS);
    // The new worker migrates the database while the former version uses it.
    const worker = await start("worker");
    expect(await schemaNumber()).toBeGreaterThanOrEqual(schemaBefore);
    await pause(PHASE_MS);
    const chat = await start("chat");
    serving = [formerChat, chat];
    await pause(PHASE_MS);
    expect(await Promise.all([formerChat, chat].map(readiness))).toEqual([200, 200]);
    // First only the former worker serves the new chat process, and then only the new one.
    await worker.kill();
    await world.declareAllDead();
    serving = [chat];
    await pause(PHASE_MS);
    expect(formerChat.isGone() || formerWorker.isGone()).toBe(false);
    await start("worker");
    await formerChat.kill();
    await formerWorker.kill();
    await world.declareAllDead();
    await pause(PHASE_MS);
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
      // Every request was answered with a notice and a result. A private answer would be an excuse.
      const excuses = await world.sql`
        select content from console_messages where author = 'easel' and visible_to is not null`;
      expect([...excuses]).toEqual([]);
    } finally {
      sums.add(ledger);
    }

    async function schemaNumber(): Promise<number> {
      const [row] = await world.sql<{ count: number }[]>`
        select count(*)::integer as count from drizzle.__drizzle_migrations`;
      return row?.count ?? 0;
    }
  },
);

async function readiness({ url }: Replica): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}
