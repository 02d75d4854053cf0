import { randomUUID } from "node:crypto";
import { pino } from "pino";
import postgres from "postgres";
import type { Job, JobStore } from "../../src/core/job/job-store.ts";
import { transition, type JobEvent } from "../../src/core/job/transition.ts";
import { connectDatabase } from "../../src/db/connection.ts";
import { createJobStore } from "../../src/db/jobs/job-store.ts";
import { migrate } from "../../src/db/migrate.ts";
import { fillWaiting } from "../support/database/waiting.ts";
import { createDatabase } from "./database.ts";
import { atMost, type Bench, type BenchContext, type Figure } from "./harness/bench.ts";
import { median } from "./harness/statistics.ts";
import { onePicture } from "./one-picture.ts";

/** Organisations besides the one with many requests. */
const OTHERS = 999;
/** A claim considers at most this many organisations, so more of them must not cost more. */
const SOME_ORGANISATIONS = 100;
const MANY_ORGANISATIONS = 1_000;
/** Measurements of each step, alternating between the databases. */
const SAMPLES = 100;
const WARM_UP = 20;
const URLS = { image: "http://gateway.test", video: undefined };
const REFUSED: JobEvent = { type: "refused", failure: { reason: "gateway" } };
const WAITS_AGAIN: JobEvent = { type: "not_sent", delayMs: 0 };

export const fairness: Bench = {
  name: "fairness",
  floor: "the same while one picture waits, with fewer organisations, or without the one that asks for much",
  onlyIfNamed: true,
  async run(context) {
    const much = Math.max(1, Math.round(context.size / 10));
    const figures = [
      ...(await claimsOfJobs(context)),
      await claimsOfOrganisations(context),
      ...(await firstPictures(context, much)),
    ];
    return {
      figures,
      notes: [
        `Medians of ${SAMPLES}. One member waits for all pictures, except in the claims of 20.`,
        `Every organisation has its own key, for one picture at once. First pictures: ${OTHERS} organisations, beside one with`,
        `${much.toLocaleString("en")} waiting pictures, from the request until the picture has its slot.`,
      ],
    };
  },
};

interface World extends AsyncDisposable {
  readonly sql: postgres.Sql;
  readonly store: JobStore;
  readonly worker: string;
}

async function openWorld({ server }: BenchContext, name: string): Promise<World> {
  const url = await createDatabase((await server()).url, `fairness_${name}`);
  await migrate(url);
  const db = connectDatabase(url, pino({ level: "silent" }));
  const store = createJobStore(db, { changed() {}, freed() {}, time() {} });
  const worker = randomUUID();
  await store.register(worker);
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  return {
    sql,
    store,
    worker,
    async [Symbol.asyncDispose]() {
      await Promise.all([db.close(), sql.end()]);
    },
  };
}

/** The cost of claiming one picture while one, some or many pictures wait. */
async function claimsOfJobs(context: BenchContext): Promise<Figure[]> {
  const counts = [1, Math.max(1, Math.round(context.size / 100)), context.size];
  await using opened = new AsyncDisposableStack();
  const worlds: World[] = [];
  for (const [index, jobsEach] of counts.entries()) {
    const world = opened.use(await openWorld(context, `jobs_${index}`));
    await fillWaiting(world.sql, { organisations: 1, jobsEach });
    worlds.push(world);
  }
  context.say("  fairness: the pictures are there");
  const [floor, ...values] = await inTurns(
    worlds.map((world) => async () => {
      const [ms, [job]] = await timed(() => world.store.claim(world.worker, URLS));
      await apply(world, job, WAITS_AGAIN);
      return ms;
    }),
  );
  return values.map((value, index) => ({
    what: `a claim while ${counts[index + 1]?.toLocaleString("en")} pictures wait`,
    unit: "ms",
    value,
    ...(floor === undefined ? {} : { floor }),
    aims: [atMost(1.2, "ratio")],
  }));
}

/** The cost of a claim of maximum size while some or many organisations wait. */
async function claimsOfOrganisations(context: BenchContext): Promise<Figure> {
  await using opened = new AsyncDisposableStack();
  const worlds: World[] = [];
  for (const organisations of [SOME_ORGANISATIONS, MANY_ORGANISATIONS]) {
    const world = opened.use(await openWorld(context, `organisations_${organisations}`));
    await fillWaiting(world.sql, { organisations, jobsEach: 10 });
    worlds.push(world);
  }
  const [floor = 0, value = 0] = await inTurns(
    worlds.map((world) => async () => {
      const [ms, jobs] = await timed(() => world.store.claim(world.worker, URLS));
      await Promise.all(jobs.map((job) => apply(world, job, WAITS_AGAIN)));
      return ms;
    }),
  );
  return {
    what: `a claim of 20 while ${MANY_ORGANISATIONS.toLocaleString("en")} organisations wait, not ${SOME_ORGANISATIONS}`,
    unit: "ms",
    value,
    floor,
    aims: [atMost(1.2, "ratio")],
  };
}

/** How long other organisations' first pictures wait while one organisation has requested many. */
async function firstPictures(context: BenchContext, much: number): Promise<Figure[]> {
  await using alone = await openWorld(context, "alone");
  await using beside = await openWorld(context, "beside");
  const [large] = await fillWaiting(beside.sql, { organisations: 1, jobsEach: much });
  const atOnce: number[] = [];
  const asking = [];
  for (const world of [alone, beside]) {
    const others = await fillWaiting(world.sql, { organisations: OTHERS, jobsEach: 1 });
    atOnce.push((await timed(() => makeAll(world, new Set(others))))[0]);
    asking.push(await oneAfterAnother(world, large));
  }
  const [floor = 0, value = 0] = await inTurns(asking);
  const [floorAtOnce = 0, valueAtOnce = 0] = atOnce;
  const aims = [atMost(1.2, "ratio")];
  return [
    { what: "another organisation's first picture", unit: "ms", value, floor, aims },
    { what: `${OTHERS} first pictures requested at once`, unit: "ms", value: valueAtOnce, floor: floorAtOnce, aims },
  ];
}

/** Claims and ends pictures until each of these organisations has had one. */
async function makeAll(world: World, left: Set<string>): Promise<void> {
  while (left.size > 0) {
    const jobs = await world.store.claim(world.worker, URLS);
    for (const job of jobs) left.delete(job.organisationId);
    await Promise.all(jobs.map((job) => apply(world, job, REFUSED)));
  }
}

/** Measures how long the next organisation's picture waits for a slot, while the large organisation has a picture in progress. */
async function oneAfterAnother(world: World, large: string | undefined): Promise<() => Promise<number>> {
  const members = await world.sql<{ organisation: string; account: string }[]>`
    select organisation_id as organisation, id as account from accounts
    where organisation_id is distinct from ${large ?? null}::uuid order by id`;
  let next = 0;
  let ofLarge: Job | undefined;
  return async () => {
    const member = members[next++ % members.length];
    if (!member) throw new Error("there are no members");
    if (ofLarge) await apply(world, ofLarge, REFUSED);
    [ofLarge] = await world.store.claim(world.worker, URLS);
    const batch = onePicture({
      organisationId: member.organisation,
      accountId: member.account,
      conversation: { platform: "console", workspace: "main", channel: "general" },
      scopes: ["organisation", `account:${member.account}`],
    });
    const [ms, [own]] = await timed(async () => {
      await world.store.insertBatch({ ...batch, workerId: world.worker, jobsLater: true });
      return world.store.claim(world.worker, URLS, [batch.id]);
    });
    if (own?.batchId !== batch.id) throw new Error("the first claim did not have the picture");
    await apply(world, own, REFUSED);
    return ms;
  };
}

async function apply({ store }: World, job: Job | undefined, event: JobEvent): Promise<void> {
  const move = job && transition(job, event);
  if (!job || !move || !(await store.apply(job, move))) throw new Error(`${event.type} was not written`);
}

/** The median of each step's milliseconds. */
async function inTurns(steps: readonly (() => Promise<number>)[]): Promise<number[]> {
  const values: number[][] = steps.map(() => []);
  for (let sample = 0; sample < WARM_UP + SAMPLES; sample++) {
    for (const [index, step] of steps.entries()) {
      const ms = await step();
      if (sample >= WARM_UP) values[index]?.push(ms);
    }
  }
  return values.map(median);
}

async function timed<T>(act: () => Promise<T>): Promise<[ms: number, result: T]> {
  const began = performance.now();
  const result = await act();
  return [performance.now() - began, result];
}
