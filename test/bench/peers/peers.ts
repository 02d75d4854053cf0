import { join } from "node:path";
import postgres from "postgres";
import { Agent } from "undici";
import { createDatabase, raiseConcurrency, serverCpuMs } from "../database.ts";
import { atLeast, type Bench, type BenchContext, type Figure } from "../harness/bench.ts";
import { startPart, type Part } from "../harness/part.ts";
import { median } from "../harness/statistics.ts";
import { until } from "../harness/until.ts";
import { say } from "../messages.ts";
import type { AppGiven } from "../part/whole-app.ts";
import type { PeerGiven } from "./given.ts";

const EASEL = "Easel";
const ENGINES = ["graphile-worker", "pg-boss", "dbos"] as const;
/** Each round measures every program once. Every other round does so in reverse order. */
const ROUNDS = 5;
const WARM_UP_JOBS = 150;
const JOBS = 600;
/** Messages that are sent concurrently, and jobs that may be at the gateway concurrently. */
const SENDERS = 16;
const AT_ONCE = 64;

export const peers: Bench = {
  name: "peers",
  floor: "a pipeline on the engine: row, create, follow, fetch with fsync, post; no policy, quota or notice",
  async run(context) {
    const programs = [await easel(context)];
    for (const engine of ENGINES) programs.push(await peer(context, engine));
    const costs = new Map<string, Cost[]>(programs.map(({ name }) => [name, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const program of round % 2 === 0 ? programs : programs.toReversed()) {
        costs.get(program.name)?.push(await runOnce(context, program));
      }
      context.say(`  peers: round ${round + 1} of ${ROUNDS} done`);
    }
    const middle = (name: string, what: keyof Cost): number =>
      median((costs.get(name) ?? []).map((cost) => cost[what]));
    return {
      figures: ENGINES.flatMap((engine) => figuresOf(engine, (what) => [middle(EASEL, what), middle(engine, what)])),
      notes: [
        `Medians of ${ROUNDS} rounds in turn, each with ${JOBS} jobs of a fresh process, one picture a request, ${AT_ONCE} at once.`,
        ...[...costs].map(
          ([name, all]) => `${name}: ${all.map(({ jobsPerSecond }) => jobsPerSecond.toFixed(0)).join(", ")} jobs/s`,
        ),
      ],
    };
  },
};

function figuresOf(engine: string, of: (what: keyof Cost) => [value: number, floor: number]): Figure[] {
  const figure = (what: string, unit: "jobs/s" | "ms", cost: keyof Cost): Figure => {
    const [value, floor] = of(cost);
    return { what: `${what}, beside ${engine}`, unit, value, floor };
  };
  return [
    { ...figure("whole lifecycle", "jobs/s", "jobsPerSecond"), aims: [atLeast(1, "ratio")] },
    figure("the program's processor time of a job", "ms", "programMs"),
    figure("PostgreSQL's processor time of a job", "ms", "databaseMs"),
  ];
}

interface Cost {
  readonly jobsPerSecond: number;
  /** Milliseconds of processor time a job. */
  readonly programMs: number;
  readonly databaseMs: number;
}

interface Program {
  readonly name: string;
  readonly databaseUrl: string;
  /** Starts the process, which stores its files in `dataDir`. */
  start(): Part;
  /** Starts the peer, and returns the address that accepts messages. */
  begin(part: Part, gatewayUrl: string, dataDir: string, sql: postgres.Sql): Promise<string>;
  /** How many jobs it has posted so far. */
  posted(sql: postgres.Sql): Promise<number>;
}

async function easel({ server }: BenchContext): Promise<Program> {
  const databaseUrl = await createDatabase((await server()).url, "peers_easel");
  return {
    name: EASEL,
    databaseUrl,
    start: () => startPart("whole-app"),
    async begin(part, gatewayUrl, dataDir, sql) {
      const given: AppGiven = { databaseUrl, gatewayUrl, dataDir, timed: false };
      const url = await part.ask<string>("start", given);
      await raiseConcurrency(sql, AT_ONCE);
      return url;
    },
    async posted(sql) {
      const [row] = await sql<{ posted: number }[]>`select count(closed_at)::int as posted from batches`;
      return row?.posted ?? 0;
    },
  };
}

async function peer({ server }: BenchContext, engine: string): Promise<Program> {
  const databaseUrl = await createDatabase((await server()).url, `peers_${engine.replace("-", "_")}`);
  return {
    name: engine,
    databaseUrl,
    start: () => startPart(engine, "peers/engine"),
    begin: async (part, gatewayUrl, dataDir) =>
      part.ask<string>("start", { databaseUrl, gatewayUrl, dataDir, atOnce: AT_ONCE } satisfies PeerGiven),
    async posted(sql) {
      const [row] = await sql<{ posted: number }[]>`select count(*)::int as posted from messages`;
      return row?.posted ?? 0;
    },
  };
}

/** Starts a program, warms it up, measures it, and ends it, so that no other program runs meanwhile. */
async function runOnce({ folder, server }: BenchContext, program: Program): Promise<Cost> {
  const { pid } = await server();
  const [gateway, part] = [startPart("instant-gateway"), program.start()];
  const sql = postgres(program.databaseUrl, { max: 1, onnotice: () => {} });
  const sender = new Agent();
  try {
    const gatewayUrl = await gateway.ask<string>("listen");
    const url = await program.begin(part, gatewayUrl, join(folder, `peers-${program.name}`), sql);
    const make = async (jobs: number): Promise<void> => {
      const before = await program.posted(sql);
      const creates = await gateway.ask<number>("creates");
      await sendAll(sender, url, jobs);
      await until(async () => (await program.posted(sql)) >= before + jobs);
      const [posted, created] = [
        (await program.posted(sql)) - before,
        (await gateway.ask<number>("creates")) - creates,
      ];
      // A fast run with missing or extra work is not comparable.
      if (posted !== jobs || created !== jobs) throw new Error(`${jobs} jobs, ${created} creates, ${posted} posted`);
    };
    await make(WARM_UP_JOBS);
    const [programBefore, databaseBefore] = [await part.ask<number>("cpuMs"), await serverCpuMs(pid)];
    const began = performance.now();
    await make(JOBS);
    const seconds = (performance.now() - began) / 1_000;
    return {
      jobsPerSecond: JOBS / seconds,
      programMs: ((await part.ask<number>("cpuMs")) - programBefore) / JOBS,
      databaseMs: ((await serverCpuMs(pid)) - databaseBefore) / JOBS,
    };
  } finally {
    await part.stop();
    await Promise.all([gateway.stop(), sender.close(), sql.end()]);
  }
}

async function sendAll(console: Agent, url: string, jobs: number): Promise<void> {
  let left = jobs;
  const sender = async (): Promise<void> => {
    while (left-- > 0) await say(console, url, `/imagine a lighthouse at dusk, number ${left}`);
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
}
