import { join } from "node:path";
import postgres from "postgres";
import { Agent } from "undici";
import { atLeast, type Bench } from "./harness/bench.ts";
import { watchDatabase } from "./harness/database-activity.ts";
import { batchesClosed, createDatabase, raiseConcurrency, serverCpuMs } from "./database.ts";
import { say } from "./messages.ts";
import { startPart, type Part } from "./harness/part.ts";
import type { AppGiven } from "./part/whole-app.ts";
import type { ProfileLine, ProfileSummary } from "./harness/profile.ts";

/** The concurrency of the only key, and of the floor. */
const AT_ONCE = 64;
/** Messages that are sent to the Console concurrently. */
const SENDERS = 16;
const WARM_UP_BATCHES = 100;
const LOOK_MS = 20;
const LOADS = [
  { what: "one picture a request", count: 1, batches: 600 },
  { what: "ten pictures a request", count: 10, batches: 60 },
] as const;
const FLOOR_JOBS = 2_000;

export const lifecycle: Bench = {
  name: "lifecycle",
  floor: "the same five HTTP calls a job from a bare undici loop, as many at once, to the same gateway",
  async run({ folder, server, say: tell }) {
    const { url: serverUrl, pid } = await server();
    const databaseUrl = await createDatabase(serverUrl, "lifecycle");
    const gateway = startPart("instant-gateway");
    const app = startPart("whole-app");
    const bare = startPart("bare-loop");
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    const console = new Agent();
    try {
      const gatewayUrl = await gateway.ask<string>("listen");
      const given: AppGiven = { databaseUrl, gatewayUrl, dataDir: join(folder, "lifecycle"), timed: false };
      const url = await app.ask<string>("start", given);
      await raiseConcurrency(sql, AT_ONCE);
      const world: World = { sql, console, url, app, gateway, serverPid: pid };
      const floor = (): Promise<number> =>
        bare.ask<number>("run", { url: gatewayUrl, jobs: FLOOR_JOBS, atOnce: AT_ONCE });
      await runBatches(world, WARM_UP_BATCHES, 1);

      const figures = [];
      const notes = [];
      for (const { what, count, batches } of LOADS) {
        const run = await runBatches(world, batches, count);
        const floorRate = await floor();
        figures.push({
          what: `whole lifecycle, ${what}`,
          unit: "jobs/s" as const,
          value: run.jobsPerSecond,
          floor: floorRate,
          aims: [atLeast(500), atLeast(1 / 3, "ratio")],
        });
        notes.push(`${what}: ${perJob(run)}`);
        tell(`  lifecycle: ${what} done`);
      }
      for (const { what, count, batches } of LOADS) {
        await app.ask("startProfile");
        const stopWatching = watchDatabase(sql);
        const seen: string[] = [];
        try {
          await runBatches(world, Math.ceil(batches / 2), count);
        } finally {
          seen.push(...(await stopWatching()));
        }
        notes.push(
          "",
          `Profile, ${what} (a separate run, slowed by the profiler):`,
          ...profileLines(await app.ask("stopProfile")),
          "connections on average, and what they are busy with or wait for:",
          ...seen,
        );
      }
      return { figures, notes };
    } finally {
      await Promise.all([app.stop(), bare.stop()]);
      await Promise.all([gateway.stop(), console.close(), sql.end()]);
    }
  },
};

interface World {
  readonly sql: postgres.Sql;
  readonly console: Agent;
  readonly url: string;
  readonly app: Part;
  readonly gateway: Part;
  readonly serverPid: number;
}

interface Run {
  readonly jobs: number;
  readonly jobsPerSecond: number;
  /** Processor time. */
  readonly appMs: number;
  readonly databaseMs: number;
  readonly gatewayMs: number;
  readonly transactions: number;
  readonly walBytes: number;
  /** Updates of `jobs` and `slots`, and how many of them changed no index (HOT). */
  readonly updates: number;
  readonly hotUpdates: number;
}

/** Measures from the first message until the last batch is closed. */
async function runBatches(world: World, batches: number, count: number): Promise<Run> {
  const { sql, console, url } = world;
  const [before] = await sql<{ all: number }[]>`select count(*)::int as all from batches`;
  const start = await readingsOf(world);
  const began = performance.now();
  let left = batches;
  const sender = async (): Promise<void> => {
    while (left-- > 0) {
      // The Console limits each person to a thousand actions a minute, and a run has more messages.
      const as = left % 2 === 0 ? "admin" : "member";
      await say(console, url, `/imagine a lighthouse at dusk, number ${left} --count ${count}`, as);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  await batchesClosed(sql, (before?.all ?? 0) + batches, LOOK_MS);
  const seconds = (performance.now() - began) / 1_000;
  const end = await readingsOf(world);
  const jobs = batches * count;
  const created = end.creates - start.creates;
  // A fast run with missing or extra work is not comparable.
  if (created !== jobs || end.delivered - start.delivered !== jobs) {
    throw new Error(`${jobs} jobs, ${created} creates, ${end.delivered - start.delivered} delivered`);
  }
  return {
    jobs,
    jobsPerSecond: jobs / seconds,
    appMs: end.appMs - start.appMs,
    databaseMs: end.databaseMs - start.databaseMs,
    gatewayMs: end.gatewayMs - start.gatewayMs,
    transactions: end.transactions - start.transactions,
    walBytes: end.walBytes - start.walBytes,
    updates: end.updates - start.updates,
    hotUpdates: end.hotUpdates - start.hotUpdates,
  };
}

async function readingsOf({ sql, app, gateway, serverPid }: World) {
  const [made] = await sql<{ delivered: number }[]>`
    select count(*)::int as delivered from artifacts
    join posts on posts.batch_id = artifacts.batch_id and posts.kind = artifacts.post
    where artifacts.state = 'fetched' and posts.state = 'posted'`;
  await sql`select pg_stat_clear_snapshot()`;
  const [activity] = await sql<{ transactions: number; walBytes: number; updates: number; hotUpdates: number }[]>`
    select (xact_commit + xact_rollback)::int as transactions,
      (pg_current_wal_insert_lsn() - '0/0')::float8 as "walBytes",
      (select sum(n_tup_upd)::int from pg_stat_user_tables where relname in ('jobs', 'slots')) as updates,
      (select sum(n_tup_hot_upd)::int from pg_stat_user_tables where relname in ('jobs', 'slots')) as "hotUpdates"
    from pg_stat_database where datname = current_database()`;
  return {
    delivered: made?.delivered ?? 0,
    transactions: activity?.transactions ?? 0,
    walBytes: activity?.walBytes ?? 0,
    updates: activity?.updates ?? 0,
    hotUpdates: activity?.hotUpdates ?? 0,
    creates: await gateway.ask<number>("creates"),
    appMs: await app.ask<number>("cpuMs"),
    gatewayMs: await gateway.ask<number>("cpuMs"),
    databaseMs: await serverCpuMs(serverPid),
  };
}

function perJob({ jobs, appMs, databaseMs, gatewayMs, transactions, walBytes, updates, hotUpdates }: Run): string {
  const ms = (sum: number): string => `${(sum / jobs).toFixed(2)} ms`;
  return (
    `processor time a job: Easel ${ms(appMs)}, PostgreSQL ${ms(databaseMs)}, the gateway ${ms(gatewayMs)}; ` +
    `${(transactions / jobs).toFixed(1)} transactions and ${(walBytes / jobs / 1_000).toFixed(0)} kB of write-ahead log a job; ` +
    // PostgreSQL's processes report what they did up to a second later.
    `about ${((hotUpdates / updates) * 100).toFixed(0)} % of the updates of jobs and slots are HOT`
  );
}

function profileLines({ idle, functions, places }: ProfileSummary): string[] {
  const line = ({ name, share }: ProfileLine): string => `  ${(share * 100).toFixed(1).padStart(5)} %  ${name}`;
  return [
    `idle ${(idle * 100).toFixed(0)} % of the time; of the busy time, by package or folder:`,
    ...places.map(line),
    "and by function, without what it calls:",
    ...functions.map(line),
  ];
}
