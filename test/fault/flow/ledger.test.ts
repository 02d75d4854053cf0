import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { OverQuotaError } from "../../../src/core/account/quota/quota.ts";
import { connectDatabase } from "../../../src/db/connection.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import { reserveHeld } from "../../../src/db/jobs/reserve-held.ts";
import type { JobFailure } from "../../../src/core/job/failure.ts";
import { hasEnded } from "../../../src/core/job/job.ts";
import type { Job, JobStore, NewBatch } from "../../../src/core/job/job-store.ts";
import { transition, type JobEvent } from "../../../src/core/job/transition.ts";
import { clearQuota, refund, setQuota, untilQuotasAreSet, windows, wrongSums } from "../../support/database/quotas.ts";
import { CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const URLS = { image: "http://gateway.test", video: "http://gateway.test" };
const FAILURE: JobFailure = { reason: "gateway" };
/** Events that advance a job are listed several times, so that they are chosen more often. */
const EVENTS: readonly JobEvent[] = [
  CREATED,
  CREATED,
  CREATED,
  { type: "not_sent", delayMs: 0 },
  { type: "refused_for_now", delayMs: 0, failure: FAILURE },
  { type: "refused", failure: FAILURE },
  { type: "outcome_unknown" },
  { type: "unknown_given_up", failure: FAILURE },
  { type: "unknown_given_up", failure: FAILURE },
  { type: "remote_completed", usage: undefined },
  { type: "remote_completed", usage: undefined },
  { type: "remote_failed", failure: FAILURE, usage: undefined },
  { type: "remote_cancelled", started: true },
  { type: "remote_cancelled", started: false },
  { type: "remote_gone", failure: FAILURE },
  { type: "declined", failure: FAILURE },
  { type: "cancel_requested" },
  { type: "waited_too_long", failure: FAILURE },
];
const CHANNELS = ["channel:console:main:general", "channel:console:main:other"];

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("ask" as const), jobs: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("hold" as const), over: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("claim" as const) }) },
  { weight: 16, arbitrary: fc.record({ do: fc.constant("event" as const), which: fc.nat(), event: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("approve" as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refund" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("set" as const), scope: fc.nat(), amount: fc.integer({ min: 0, max: 60 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("clear" as const), scope: fc.nat() }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let stored: StoredJobs;

beforeEach(async () => {
  stored = await openStoredJobs();
});

afterEach(() => stored.close());

const Entry = z.object({
  job: z.string(),
  settlement: z.string(),
  cost: z.number(),
  entries: z.string(),
  net: z.coerce.number(),
});

/** The legal sequences of a job's ledger entries, with its settlement and the share of its cost that still counts. */
const LEGAL: Readonly<Record<string, { settlement: string; keeps: 0 | 1 }>> = {
  reserved: { settlement: "reserved", keeps: 1 },
  "reserved charged": { settlement: "charged", keeps: 1 },
  "reserved released": { settlement: "released", keeps: 0 },
  "reserved assumed": { settlement: "assumed", keeps: 1 },
  "reserved assumed refunded": { settlement: "refunded", keeps: 0 },
};

async function checkSums(): Promise<void> {
  for (const window of await windows(stored)) expect(window).toMatchObject({ used: window.summed });
  expect(await wrongSums(stored)).toEqual([]);
  const rows = await stored.db.run((queries) =>
    queries.execute(sql`
      select jobs.id as job, settlement, cost, coalesce(sum(net), 0) as net,
        coalesce(string_agg(entry, ' ' order by
          array_position(array['reserved', 'charged', 'released', 'assumed', 'refunded'], entry)), '') as entries
      from jobs left join ledger on ledger.job_id = jobs.id and ledger.amount = jobs.cost
      group by jobs.id`),
  );
  for (const { settlement, cost, entries, net } of z.array(Entry).parse([...rows])) {
    // A held job over its quota has reserved nothing, and may have been released since.
    if (entries === "") expect(["reserved", "released"]).toContain(settlement);
    else
      expect({ settlement, net }).toEqual({
        settlement: LEGAL[entries]?.settlement,
        net: cost * (LEGAL[entries]?.keeps ?? -1),
      });
  }
}

/** Runs the steps, and skips those that are impossible in the current state. */
async function play(steps: readonly Step[]): Promise<void> {
  await stored.enterKey(6);
  const [key] = await stored.db.run((queries) =>
    queries.execute<{ id: string }>("update credentials set services = '{image,video}' returning id"),
  );
  const worker = randomUUID();
  await stored.store.register(worker);
  const account = await stored.account("Max");
  const scopes = ["organisation", "workspace:console:main", ...CHANNELS, `account:${account}`, `key:${key?.id}`];
  let asked = 0;
  await setQuota(stored, { scope: "organisation", amount: 40 });
  await setQuota(stored, { scope: `key:${key?.id}`, amount: 30 });

  const ask = async (count: number, held: NewBatch["held"]): Promise<void> => {
    asked++;
    const clip = asked % 3 === 0 ? ({ service: "video", unit: "seconds", cost: 4 } as const) : {};
    const at = ["organisation", "workspace:console:main", CHANNELS[asked % 2] ?? "", `account:${account}`];
    const changes = { scopes: at, ...clip, ...(held ? { held } : {}) };
    try {
      await stored.accept(account, count, randomUUID(), undefined, changes);
    } catch (error) {
      if (!(error instanceof OverQuotaError)) throw error;
    }
  };
  /** A job that has not ended; in three of four cases one at the gateway, if there is any. */
  const pick = async (which: number): Promise<Job | undefined> => {
    const known = await stored.store.latestBatches(stored.organisationId, { kind: "account", accountId: account }, 100);
    const open = known.flatMap(({ jobs }) => jobs).filter((job) => !hasEnded(job.state));
    const away = open.filter((job) => job.state !== "waiting" && job.state !== "held");
    const among = which % 4 > 0 && away.length > 0 ? away : open;
    const picked = among[which % Math.max(1, among.length)];
    return picked && stored.store.find(picked.id);
  };

  for (const one of steps) {
    switch (one.do) {
      case "ask":
        await ask(one.jobs, undefined);
        break;
      case "hold":
        await ask(2, { reasons: [one.over ? "quota" : "threshold"] });
        break;
      case "claim":
        await stored.store.claim(worker, URLS);
        break;
      case "event": {
        const job = await pick(one.which);
        const moves = EVENTS.flatMap((event) => (job && transition(job, event)) ?? []);
        const move = moves[one.event % Math.max(1, moves.length)];
        // A transition that is applied twice must be written once.
        if (job && move) await Promise.all([stored.store.apply(job, move), stored.store.apply(job, move)]);
        break;
      }
      case "approve": {
        const held = (
          await stored.store.latestBatches(stored.organisationId, { kind: "account", accountId: account }, 100)
        ).filter(({ jobs }) => jobs[0]?.state === "held");
        const batch = held[one.which % Math.max(1, held.length)];
        if (!batch) break;
        await stored.db.transaction((queries) => reserveHeld(queries, batch.batch.id));
        for (const job of await stored.store.jobsOf(batch.batch.id)) {
          const move = transition(job, { type: "approved" });
          if (move) await stored.store.apply(job, move);
        }
        break;
      }
      case "refund":
        for (const { batch } of await stored.store.latestBatches(
          stored.organisationId,
          { kind: "account", accountId: account },
          100,
        )) {
          await refund(stored, batch.id);
        }
        break;
      case "set": {
        const scope = scopes[one.scope % scopes.length] ?? "";
        await setQuota(stored, { scope, amount: one.amount, unit: one.scope % 2 === 0 ? "images" : "seconds" });
        break;
      }
      case "clear":
        await clearQuota(stored, scopes[one.scope % scopes.length] ?? "");
    }
  }
  await checkSums();
}

it("adds up after any events in any order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 90, size: "max" }), async (steps) => {
      await stored.close();
      stored = await openStoredJobs();
      await play(steps);
    }),
    { numRuns: 15, endOnFailure: true },
  );
}, 300_000);

it("adds up, without deadlocks, while four processes do everything concurrently", async () => {
  const account = await stored.account("Max");
  await stored.enterKey(30);
  const [key] = await stored.db.run((queries) => queries.execute<{ id: string }>("select id from credentials"));
  const worker = randomUUID();
  await stored.store.register(worker);
  const scopes = [...CHANNELS, `account:${account}`, `key:${key?.id}`, "organisation", "workspace:console:main"];
  for (const scope of scopes) await setQuota(stored, { scope, amount: 100_000 });
  const pools = Array.from({ length: 4 }, () => connectDatabase(stored.url, pino({ level: "silent" })));
  const stores = pools.map((db) => createJobStore(db, { changed() {}, freed() {}, time() {} }));

  const inAnyOrder = (index: number): string[] =>
    ["organisation", "workspace:console:main", ...CHANNELS, `account:${account}`].toSorted((one, other) =>
      index % 2 === 0 ? one.localeCompare(other) : other.localeCompare(one),
    );
  async function act(store: JobStore, lap: number): Promise<void> {
    const changes = { scopes: inAnyOrder(lap) };
    const asking = Array.from({ length: 6 }, () =>
      untilQuotasAreSet(() => stored.accept(account, 3, randomUUID(), undefined, changes, store)),
    );
    const ids = await Promise.all(asking);
    const setting =
      lap % 3 === 0 ? setQuota(stored, { scope: scopes[lap % scopes.length] ?? "", amount: 90_000 }) : undefined;
    const claimed = await store.claim(worker, URLS);
    const moves: readonly JobEvent[] = [
      { type: "refused", failure: FAILURE },
      { type: "not_sent", delayMs: 0 },
    ];
    const settling = claimed.map((job, index) => {
      const move = transition(job, moves[index % moves.length] ?? { type: "approved" });
      return move && untilQuotasAreSet(() => store.apply(job, move));
    });
    const waiting = await store.jobsOf(ids[0] ?? "");
    const cancelling = waiting.map((job) => {
      const move = transition(job, { type: "cancel_requested" });
      return move && untilQuotasAreSet(() => store.apply(job, move));
    });
    await Promise.all([...settling, ...cancelling, setting]);
  }
  const laps = Array.from({ length: 8 }, (_, lap) => lap);
  await Promise.all(
    stores.map(async (store) => {
      for (const lap of laps) await act(store, lap);
    }),
  );
  await Promise.all(pools.map((db) => db.close()));
  await checkSums();
  const [row] = await stored.db.run((queries) =>
    queries.execute<{ deadlocks: string }>("select deadlocks from pg_stat_database where datname = current_database()"),
  );
  expect(Number(row?.deadlocks)).toBe(0);
}, 120_000);
