import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asking, sayOnce, sayUntilAccepted } from "../support/fault/fault-asking.ts";
import { type Asked, audit, expectedFiles, settled, unmade } from "../support/fault/fault-ledger.ts";
import { createSums, emptyLedger, NOTHING_WRONG } from "../support/fault/fault-sums.ts";
import { type FaultWorld, openFaultWorld, pause, type Replica } from "../support/fault/fault-world.ts";
import { despiteDeadlocks } from "../support/database/despite-deadlocks.ts";
import { type RestartingPostgres, startRestartingPostgres } from "../support/process/restarting-postgres.ts";
import { startTcpProxy, type TcpProxy } from "../support/process/tcp-proxy.ts";

/** Every request must be answered within this time, accepted or not. Includes some slack for a busy machine. */
const HONEST_WITHIN_MS = 2_500 + 500;
const PENDING_MS = 20_000;
const SERVING_AGAIN_MS = 5_000;

const sums = createSums();
let server: RestartingPostgres;
let world: FaultWorld;
let wire: TcpProxy;
let replicas: Replica[];

beforeAll(async () => {
  server = await startRestartingPostgres();
  world = await openFaultWorld({ database: server });
  const address = new URL(server.url);
  wire = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
  address.host = `127.0.0.1:${wire.port}`;
  replicas = [await world.start(address.href), await world.start(address.href)];
});

afterAll(async () => {
  await world.close();
  await wire.close();
  sums.report("the database restarted, unreachable, locked and full");
});

const anyone = (): Replica => replicas[Math.floor(Math.random() * replicas.length)] ?? never();

function never(): never {
  throw new Error("there is no replica");
}

async function count(asked: readonly Asked[]): Promise<void> {
  const ledger = emptyLedger();
  try {
    expect(await settled(world, 60_000)).toEqual([]);
    expect(await audit(world, asked, ledger)).toEqual([]);
    expect(ledger).toMatchObject(NOTHING_WRONG);
    expect(await unmade(world, asked)).toEqual([]);
    expect(ledger.made + ledger.unknown).toBe(expectedFiles(asked));
    expect(asked.every((one) => one.acknowledged)).toBe(true);
    // No process gave up: the same ones are still running.
    expect(replicas.some((replica) => replica.isGone())).toBe(false);
  } finally {
    sums.add(ledger);
    await world.ageUnknown();
  }
}

/** Sends a request every second until `over` aborts; resolves when all have been accepted. */
async function askContinuously(what: string, over: AbortSignal): Promise<Asked[]> {
  const asked: Asked[] = [];
  const said: Promise<void>[] = [];
  for (let index = 0; !over.aborted; index++) {
    const one = asking(index % 4 === 3 ? "video" : "image", `${what} ${index}`, index % 4 === 0 ? 2 : 1);
    asked.push(one);
    said.push(sayUntilAccepted(one, anyone, 120_000));
    await pause(1_000);
  }
  await Promise.all(said);
  return asked;
}

describe("a database that is restarted every 5 s for two minutes", () => {
  it("loses nothing and does nothing twice", async () => {
    const over = new AbortController();
    const allAsked = askContinuously("between restarts", over.signal);
    const began = performance.now();
    for (let restart = 0; performance.now() - began < 120_000; restart++) {
      const next = pause(5_000);
      await server.restart(restart % 2 === 0 ? "immediate" : "fast", restart % 3 === 2 ? 1_000 : 0);
      await next;
    }
    over.abort();
    const asked = await allAsked;
    expect(asked.length).toBeGreaterThan(20);
    await count(asked);
  });
});

describe.each([
  ["resumes the open connections", () => wire.swallow(), () => wire.heal()],
  ["has dropped the open connections", () => wire.swallow(), () => wire.healForNew()],
] as const)("a network to the database that loses everything for 30 s, and then %s", (what, lose, heal) => {
  it("answers in time without accepting anything, and serves again immediately afterwards", async () => {
    const before = [
      asking("image", `under way for longer, ${what} [slow:32]`),
      asking("image", `under way, ${what}`, 4),
      asking("video", `clip under way, ${what}`),
    ];
    for (const one of before) await sayUntilAccepted(one, anyone);
    lose();
    const swallowed = performance.now();
    const tried: Asked[] = [];
    const waited: number[] = [];
    const calls: Promise<void>[] = [];
    while (performance.now() - swallowed < 30_000) {
      const one = asking("image", `into the dark ${tried.length}, ${what}`);
      tried.push(one);
      calls.push(measure(() => sayOnce(one, anyone(), PENDING_MS)).then((ms) => void waited.push(ms)));
      calls.push(measure(() => read(`${anyone().url}/api/channels/general/messages?as=member`)).then(expectSoon));
      await pause(500);
    }
    heal();
    const healed = performance.now();
    await Promise.all(calls);
    expect(Math.max(...waited)).toBeLessThan(HONEST_WITHIN_MS);
    // The last requests may have reached a database that was already back.
    expect(tried.slice(0, -6).some((one) => one.acknowledged)).toBe(false);

    const next = Array.from({ length: 8 }, (_, index) => asking("image", `afterwards ${index}, ${what}`));
    const said = Promise.all(next.map((one) => sayUntilAccepted(one, anyone)));
    const results = async (): Promise<number> => {
      const counts = await Promise.all(next.map(resultsOf));
      return counts.filter((found) => found > 0).length;
    };
    await until(SERVING_AGAIN_MS - (performance.now() - healed), async () => (await results()) > 0);
    await said;
    // A process without notifications would check only twice a minute.
    await until(10_000, async () => (await results()) === next.length);
    // Refused requests are resent, as platforms and people do, and each is made once.
    await Promise.all(tried.map((one) => sayUntilAccepted(one, anyone)));
    await count([...before, ...tried, ...next]);
  });
});

function expectSoon(ms: number): void {
  expect(ms).toBeLessThan(PENDING_MS);
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Replicas cap every wait at two seconds, so a slow reader is disconnected after two, not sixty. That counts as an answer. */
async function read(url: string): Promise<void> {
  const answered = fetch(url).then((response) => response.arrayBuffer());
  await answered.catch((error: unknown) => {
    if (!(error instanceof TypeError && String(error.cause).includes("other side closed"))) throw error;
  });
}

async function resultsOf(one: Asked): Promise<number> {
  const rows = await world.sql`
    select id from console_messages
    where reply_to = ${one.id} and author = 'easel' and content->'progress' is null and not removed`;
  return rows.length;
}

async function until(ms: number, condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not within ${Math.round(ms)} ms`);
    await pause(25);
  }
}

describe("a database whose connections are all in use", () => {
  it.each([
    ["statements that wait for locks", holdLocks],
    ["statements that sleep", sleepInStatements],
    ["other clients, so that the server has none left", takeAllConnections],
  ])("by %s: people get an error in time, and work continues once they are free", async (what, take) => {
    const before = [asking("image", `before ${what}`, 4), asking("video", `clip before ${what}`)];
    await Promise.all(before.map((one) => sayUntilAccepted(one, anyone)));
    const free = await take();
    const tried: Asked[] = [];
    const waited: number[] = [];
    const calls: Promise<void>[] = [];
    for (const began = performance.now(); performance.now() - began < 12_000;) {
      const one = asking("image", `full of ${what} ${tried.length}`);
      tried.push(one);
      calls.push(measure(() => sayOnce(one, anyone(), PENDING_MS)).then((ms) => void waited.push(ms)));
      await pause(200);
    }
    await free();
    await Promise.all(calls);
    expect(Math.max(...waited)).toBeLessThan(HONEST_WITHIN_MS);
    await Promise.all(tried.map((one) => sayUntilAccepted(one, anyone)));
    await count([...before, ...tried]);
  });
});

async function holdLocks(): Promise<() => Promise<void>> {
  const holder = await world.sql.reserve();
  await despiteDeadlocks(async () => {
    await holder`begin`;
    await holder`lock table jobs, batches in access exclusive mode`.catch(async (error: unknown) => {
      await holder`rollback`;
      throw error;
    });
  });
  return async () => {
    await holder`rollback`;
    holder.release();
  };
}

async function sleepInStatements(): Promise<() => Promise<void>> {
  const run = (statement: string) => despiteDeadlocks(() => world.sql.unsafe(statement));
  await run(`
    create function sleep_long() returns trigger language plpgsql as $$
    begin perform pg_sleep(60); return new; end $$`);
  await run("create trigger sleep_long before insert or update on jobs execute function sleep_long()");
  await run("create trigger sleep_long before insert on batches execute function sleep_long()");
  return () => run("drop function sleep_long() cascade");
}

async function takeAllConnections(): Promise<() => Promise<void>> {
  const hogs: postgres.Sql[] = [];
  const over = new AbortController();
  // Repeatedly takes the connections that Easel has just lost.
  const hogging = (async () => {
    while (!over.signal.aborted) {
      await world.sql`
        select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'easel'`.catch(() => {});
      const more = Array.from({ length: 25 }, () =>
        postgres(server.url, { max: 1, onnotice: () => {}, connect_timeout: 2 }),
      );
      const had = await Promise.allSettled(more.map((hog) => hog`select 1`));
      for (const [index, hog] of more.entries()) {
        if (had[index]?.status === "fulfilled") hogs.push(hog);
        else await hog.end({ timeout: 0 });
      }
      await pause(50);
    }
  })();
  return async () => {
    over.abort();
    await hogging;
    await Promise.all(hogs.map((hog) => hog.end({ timeout: 1 })));
  };
}
