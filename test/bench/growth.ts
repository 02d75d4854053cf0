import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pino } from "pino";
import postgres from "postgres";
import { Agent } from "undici";
import type { Conversation } from "../../src/core/chat/conversation.ts";
import { createAccountStore } from "../../src/db/accounts/account-store.ts";
import { createAuditLog } from "../../src/db/accounts/audit-log.ts";
import { createOrganisationStore } from "../../src/db/accounts/organisation-store.ts";
import { createQuotaStore } from "../../src/db/accounts/quota-store.ts";
import { createUsageStore } from "../../src/db/usage/usage-store.ts";
import { connectDatabase, type Database } from "../../src/db/connection.ts";
import { createDeliveryStore } from "../../src/db/delivery/delivery-store.ts";
import { createMediaLedger } from "../../src/db/delivery/media-ledger.ts";
import { createResultStore } from "../../src/db/delivery/result-store.ts";
import { createJobStore } from "../../src/db/jobs/job-store.ts";
import { migrate } from "../../src/db/migrate.ts";
import { DAY_MS } from "../../src/lib/limits.ts";
import { readHistory } from "../../src/platforms/console/store/history.ts";
import { readChanges } from "../../src/platforms/console/store/reading.ts";
import { fillHistory } from "../support/database/history.ts";
import { createDatabase, raiseConcurrency, serverCpuMs } from "./database.ts";
import { atMost, type Bench, type BenchContext, type Figure } from "./harness/bench.ts";
import { inBulk } from "./harness/bulk.ts";
import { startPart } from "./harness/part.ts";
import { median } from "./harness/statistics.ts";
import { until } from "./harness/until.ts";
import { say } from "./messages.ts";
import { onePicture } from "./one-picture.ts";
import type { AppGiven } from "./part/whole-app.ts";

/** The number of closed batches and of messages. The ledger has ten times as many rows. */
export const GROWTH_SIZE = 1_000_000;
/** The size of the database to compare with: enough to fill a page of every list. */
const SMALL_SIZE = 200;
const LEDGER_ROWS = 10;
const YEAR_SECONDS = 365 * 24 * 3_600;
/** How often each statement is measured, alternating between the databases. */
const SAMPLES = 60;
const WARM_UP = 10;
/** Runs of the whole program, alternating between the databases. */
const ROUNDS = 3;
const WARM_UP_JOBS = 50;
const JOBS = 300;
const SENDERS = 16;
const AT_ONCE = 64;
const IDLE_MS = 15_000;
const PLACE: Conversation = { platform: "console", workspace: "main", channel: "general" };
const SETTER = { accountId: undefined, name: "Ada", workspace: "console:main" } as const;
const log = pino({ level: "silent" });

export const growth: Bench = {
  name: "growth",
  floor: `the same in a database with the last ${SMALL_SIZE} of each only`,
  onlyIfNamed: true,
  async run(context) {
    const { size, say: tell } = context;
    const grown = await openWorld(context, "grown", size);
    tell(`  growth: ${size.toLocaleString("en")} batches are there`);
    const little = await openWorld(context, "little", SMALL_SIZE);
    try {
      const figures = await statements(grown, little);
      // Filling the database takes long, so a later failure, for example on a busy machine, must not lose these figures.
      for (const { what, value, floor = 0 } of figures) tell(`  growth: ${what}: ${(value / floor).toFixed(2)} x`);
      await Promise.all([grown.db.close(), little.db.close()]);
      return { figures: [...(await wholePrograms(context, grown, little)), ...figures], notes: notesOf(size) };
    } finally {
      await Promise.all([grown.close(), little.close()]);
    }
  },
};

function notesOf(size: number): string[] {
  const rows = (count: number): string => count.toLocaleString("en");
  return [
    `${rows(size)} closed batches, ${rows(size * LEDGER_ROWS)} rows of the ledger and ${rows(size)} messages over a year,`,
    "all of one member in one channel.",
    `Statements: medians of ${SAMPLES}. Whole programs: medians of ${ROUNDS} runs with ${JOBS} jobs each, one job a request.`,
  ];
}

interface World {
  readonly url: string;
  readonly name: string;
  readonly db: Database;
  readonly organisationId: string;
  readonly accountId: string;
  close(): Promise<void>;
}

async function openWorld({ server }: BenchContext, name: string, batches: number): Promise<World> {
  const url = await createDatabase((await server()).url, `growth_${name}`);
  await migrate(url);
  const db = connectDatabase(url, log);
  const organisationId = await createOrganisationStore(db).consoleOrganisation();
  const identity = { platform: "console", workspace: "main", userId: "member", displayName: "Max" };
  const accountId = await createAccountStore(db).accountOf(organisationId, identity);
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  const overSeconds = (YEAR_SECONDS * batches) / GROWTH_SIZE;
  await inBulk(sql, () =>
    fillHistory(sql, {
      organisationId,
      accountId,
      batches,
      messages: batches,
      ledgerRows: batches * LEDGER_ROWS,
      overSeconds,
    }),
  );
  await sql.end();
  const quota = { scope: { kind: "account", id: accountId }, unit: "images", span: "day" } as const;
  await createQuotaStore(db).set({ organisationId, actor: SETTER }, quota, 1_000_000_000);
  return { url, name, db, organisationId, accountId, close: () => db.close() };
}

/** Every list and every decision, in milliseconds. */
async function statements(grown: World, little: World): Promise<Figure[]> {
  const [all, few] = [actionsOf(grown), actionsOf(little)];
  const figures: Figure[] = [];
  for (const [what, act] of Object.entries(all)) {
    const floor = few[what];
    if (!floor) continue;
    const [values, floors]: [number[], number[]] = [[], []];
    for (let sample = 0; sample < WARM_UP + SAMPLES; sample++) {
      const [floorMs, ms] = [await timed(floor), await timed(act)];
      if (sample < WARM_UP) continue;
      floors.push(floorMs);
      values.push(ms);
    }
    figures.push({ what, unit: "ms", value: median(values), floor: median(floors), aims: [atMost(1.5, "ratio")] });
  }
  return figures;
}

function actionsOf({ db, organisationId, accountId }: World): Readonly<Record<string, () => Promise<unknown>>> {
  const jobs = createJobStore(db, { changed() {}, freed() {}, time() {} });
  const usage = createUsageStore(db);
  const results = createResultStore(db, createDeliveryStore(db, { changed() {} }));
  const media = createMediaLedger(db, Date.now);
  const audit = createAuditLog(db);
  const quotas = createQuotaStore(db);
  const worker = randomUUID();
  const registered = jobs.register(worker);
  const scopes = ["organisation", "workspace:console:main", "channel:console:main:general", `account:${accountId}`];
  const history = (before?: number) => readHistory(db, { channel: "general", person: "member", before }, 50);
  return {
    "/jobs, own": () => jobs.latestBatches(organisationId, { kind: "account", accountId }, 10),
    "/jobs, a channel's": () => jobs.latestBatches(organisationId, { kind: "channel", conversation: PLACE }, 50),
    "/jobs, a workspace's": () => jobs.latestBatches(organisationId, { kind: "workspace", conversation: PLACE }, 50),
    "/usage": () => usage.own(organisationId, accountId, "console:main"),
    "/usage, the table": () => usage.days(organisationId, "console:main", "month", 30_000, accountId),
    "/easel-admin usage of a month, by member": () => usage.shares(organisationId, "console:main", "month", "member"),
    "what a message requested": () => results.latestFor({ conversation: PLACE, id: "history-7" }),
    "the newest result of a thread": () => results.latestIn(PLACE),
    "/easel-admin audit of a person": () => audit.recent(organisationId, { who: { name: "kim" } }, 16),
    "/easel-admin quota refund": () => quotas.refundable(organisationId),
    "the Console's newest messages": () => history(),
    "a page of its older messages": () => history(SMALL_SIZE / 2),
    "what is new in the Console": async () => {
      await readChanges(db, "member", Number.MAX_SAFE_INTEGER, 100);
    },
    "a request accepted under a quota": () =>
      jobs.insertBatch(onePicture({ organisationId, accountId, conversation: PLACE, scopes })),
    "a claim without a free key": async () => {
      await registered;
      await jobs.claim(worker, { image: "http://gateway.test", video: undefined });
    },
    "a sweep for abandoned work": async () => {
      await registered;
      await jobs.takeOver(worker, false);
    },
    "a sweep of the media store": async () => {
      await registered;
      await media.holdSweep(worker);
      await media.doom(worker, Date.now() - 30 * DAY_MS, 100);
    },
  };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

interface Costs {
  /** PostgreSQL's processor time in milliseconds: for a job from message to result, and for an idle second. */
  readonly perJob: number;
  readonly perIdleSecond: number;
}

async function wholePrograms(context: BenchContext, grown: World, little: World): Promise<Figure[]> {
  const [costs, floors]: [Costs[], Costs[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(await runWhole(context, little, round));
    costs.push(await runWhole(context, grown, round));
    context.say(`  growth: round ${round + 1} of ${ROUNDS} done`);
  }
  const figure = (what: string, bound: number, of: (cost: Costs) => number): Figure => ({
    what,
    unit: "ms",
    value: median(costs.map(of)),
    floor: median(floors.map(of)),
    aims: [atMost(bound, "ratio")],
  });
  return [
    figure("PostgreSQL's processor time of a job", 1.1, ({ perJob }) => perJob),
    figure("PostgreSQL's processor time of an idle second", 1, ({ perIdleSecond }) => perIdleSecond),
  ];
}

async function runWhole({ folder, server }: BenchContext, world: World, round: number): Promise<Costs> {
  const { pid } = await server();
  const [gateway, app] = [startPart("instant-gateway"), startPart("whole-app")];
  const sql = postgres(world.url, { max: 1, onnotice: () => {} });
  const console = new Agent();
  try {
    // Otherwise, the program would make the jobs that the measured statements have created.
    await sql`update jobs set state = 'cancelled', ended_at = now() where ended_at is null`;
    await sql`update batches set closed_at = now(), intake = null where closed_at is null`;
    const given: AppGiven = {
      databaseUrl: world.url,
      gatewayUrl: await gateway.ask<string>("listen"),
      dataDir: join(folder, `growth-${world.name}-${round}`),
      timed: false,
    };
    const url = await app.ask<string>("start", given);
    await raiseConcurrency(sql, AT_ONCE);
    await runJobs({ sql, console, url, accountId: world.accountId }, WARM_UP_JOBS);
    const began = await serverCpuMs(pid);
    await runJobs({ sql, console, url, accountId: world.accountId }, JOBS);
    const worked = await serverCpuMs(pid);
    await new Promise((resolve) => {
      setTimeout(resolve, IDLE_MS);
    });
    const rested = await serverCpuMs(pid);
    return { perJob: (worked - began) / JOBS, perIdleSecond: ((rested - worked) / IDLE_MS) * 1_000 };
  } finally {
    await app.stop();
    await Promise.all([gateway.stop(), console.close(), sql.end()]);
  }
}

interface Running {
  readonly sql: postgres.Sql;
  readonly console: Agent;
  readonly url: string;
  readonly accountId: string;
}

/** Runs from the first message until the last batch is closed. Counts only the batches of this run. */
async function runJobs({ sql, console, url, accountId }: Running, jobs: number): Promise<void> {
  const [clock] = await sql<{ began: string }[]>`select now()::text as began`;
  let left = jobs;
  const sender = async (): Promise<void> => {
    while (left-- > 0) await say(console, url, `/imagine a lighthouse at dusk, number ${left}`);
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  await until(async () => {
    const [row] = await sql<{ closed: number }[]>`
      select count(closed_at)::int as closed from batches
      where account_id = ${accountId} and created_at >= ${clock?.began ?? ""}::timestamptz`;
    return row?.closed === jobs;
  });
}
