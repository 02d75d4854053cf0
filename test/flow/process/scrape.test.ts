import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { measuredDatabase } from "../../../src/app/metrics/database.ts";
import { createMeters } from "../../../src/app/metrics/meters.ts";
import { showState } from "../../../src/app/metrics/state.ts";
import { DATABASE_POOLS, type Database } from "../../../src/db/connection.ts";
import { createChatProcessStore } from "../../../src/db/processes/chat-process-store.ts";
import type { Queries } from "../../../src/db/queries.ts";
import { readScrapeFacts } from "../../../src/db/scrape-facts.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { BASE_URLS, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { watchAlerts } from "../../support/metrics/alert-watch.ts";
import { totalOf } from "../../support/metrics/samples.ts";
import { portOf } from "../../support/process/port.ts";

let stored: StoredJobs;
let worker: string;

beforeAll(async () => {
  stored = await openStoredJobs();
  worker = randomUUID();
  const account = await stored.account("Max");
  await stored.enterKey(3);
  await stored.store.register(worker);
  await stored.hold(account, 2);
  await stored.accept(account, 5);
  const [first] = await stored.store.claim(worker, BASE_URLS);
  if (!first) throw new Error("nothing was claimed");
  await stored.apply(first, { type: "outcome_unknown" });
  await stored.store.takeOver(worker, false);
});

afterAll(() => stored.close());

/** The database, counting the statements that are sent to it. */
function countStatements(db: Database): { readonly db: Database; readonly statements: () => number } {
  let count = 0;
  const counting = (queries: Queries): Queries =>
    new Proxy(queries, {
      get(target, name) {
        if (name === "execute" || name === "select") count += 1;
        return Reflect.get(target, name, target);
      },
    });
  return {
    statements: () => count,
    db: {
      ...db,
      run: (work, deadlineMs) => db.run((queries) => work(counting(queries)), deadlineMs),
      transaction: () => expect.unreachable("a scrape needs no transaction"),
      runSoon: () => expect.unreachable("nobody waits for a scrape"),
    },
  };
}

it("costs the database one statement, even for several concurrent scrapes", async () => {
  const counted = countStatements(stored.db);
  const meters = createMeters();
  showState(meters, {
    own: () => expect.unreachable("this is no part of the test"),
    databaseUp: () => true,
    diskFree: () => expect.unreachable("this is no part of the test"),
    diskFull: () => false,
    parts: () => [],
    clockAheadMs: () => 0,
    facts: () => readScrapeFacts(counted.db),
    clock: systemClock,
  });
  const [text] = await Promise.all([meters.text(), meters.text(), meters.text()]);
  expect(totalOf(text, "easel_jobs", { state: "held" })).toBe(2);
  expect(counted.statements()).toBe(1);
});

it("reports open jobs, used slots and live workers", async () => {
  const facts = await readScrapeFacts(stored.db);
  const jobs = Object.fromEntries(facts.jobs.map(({ state, model, jobs: count }) => [`${state} ${model}`, count]));
  expect(jobs).toEqual({
    "held provider-a/image-2": 2,
    "waiting provider-a/image-2": 2,
    "submitting provider-a/image-2": 2,
    "unknown provider-a/image-2": 1,
  });
  expect(facts.slots).toEqual([{ key: "sk-…", service: "image", free: 0, used: 2, unknown: 1 }]);
  expect(facts.refused_keys).toEqual({ image: 0, video: 0 });
  expect(facts.workers).toBe(1);
  expect(facts.leases).toEqual([{ lease: "post", held: 1 }]);
});

it("reports how long the oldest job has waited, and how many log-ins are open", async () => {
  await stored.db.run((queries) =>
    queries.execute(sql`update jobs set waiting_since = now() - interval '90 seconds' where state = 'waiting'`),
  );
  await stored.db.run((queries) =>
    queries.execute(sql`
      insert into console_sessions (token_hash, password_mark, created_at, seen_at) values
        ('open', 'p', now(), now()),
        ('unused', 'p', now() - interval '1 day', now() - interval '13 hours'),
        ('old', 'p', now() - interval '8 days', now())`),
  );
  const { jobs, sessions } = await readScrapeFacts(stored.db);
  const waited = jobs.find(({ state }) => state === "waiting")?.waited_ms ?? 0;
  expect(waited).toBeGreaterThanOrEqual(90_000);
  expect(sessions).toBe(1);
});

it("does not name a removed key whose jobs still hold slots, and counts none of its slots as free", async () => {
  await stored.db.run((queries) =>
    queries.execute(sql`
      insert into slots (key_fingerprint, service, n) select key_fingerprint, service, n + 1000 from slots limit 1`),
  );
  await stored.db.run((queries) => queries.execute(sql`update credentials set removed_at = now()`));
  const { slots } = await readScrapeFacts(stored.db);
  expect(slots).toEqual([{ key: "removed", service: "image", free: 0, used: 2, unknown: 1 }]);
});

it.each([
  ["that the gateway refused", sql`invalid_at = now()`, 1],
  ["that is used up", sql`resting_until = now() + interval '1 hour'`, 1],
  ["that has rested long enough", sql`resting_until = now() - interval '1 hour'`, 0],
  ["that an admin also disabled", sql`invalid_at = now(), disabled_at = now()`, 0],
  ["that was removed", sql`invalid_at = now(), removed_at = now()`, 0],
])("counts a key %s as its alert needs it", async (_what, change, counted) => {
  const write = (statement: SQL) => stored.db.run((queries) => queries.execute(statement));
  await write(sql`
    update credentials set invalid_at = null, resting_until = null, disabled_at = null, removed_at = null`);
  await write(sql`update credentials set ${change}`);
  expect((await readScrapeFacts(stored.db)).refused_keys).toEqual({ image: counted, video: 0 });
});

it("counts the results that are being posted, by platform", async () => {
  const write = (statement: SQL) => stored.db.run((queries) => queries.execute(statement));
  await write(sql`
    insert into posts (batch_id, kind, state)
    select id, 'result', case when n = 1 then 'posted' else 'intended' end
    from (select id, row_number() over (order by id) as n from batches where closed_at is null) open where n <= 3`);
  // Notices are intended as well, but don't count.
  expect((await readScrapeFacts(stored.db)).pending_results).toEqual({ console: 1 });
});

it("measures a transaction's wait for a connection separately from its statements", async () => {
  const meters = createMeters();
  const db = measuredDatabase(stored.db, meters);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const began = async () => totalOf(await meters.text(), "easel_database_wait_seconds_count");
  const holders = Array.from({ length: DATABASE_POOLS.background }, () => db.transaction(() => held));
  await expect.poll(began).toBe(holders.length);
  const next = db.transaction(async () => {});
  // Every connection is held, so the next one can't begin.
  expect(totalOf(await meters.text(), "easel_database_calls", { pool: "background" })).toBe(holders.length + 1);
  expect(await began()).toBe(holders.length);
  release();
  await Promise.all([...holders, next]);
  expect(await began()).toBe(holders.length + 1);
});

it("alerts while no process takes requests, the disk has little room, or a platform refuses results for good", async () => {
  const clock = createManualClock();
  const meters = createMeters();
  let room = 5e9;
  showState(meters, {
    own: async () => ({ version: "1.2.0", schema: "3.12" }),
    databaseUp: () => true,
    diskFree: async () => room,
    diskFull: () => false,
    parts: () => [],
    clockAheadMs: () => 0,
    facts: () => readScrapeFacts(stored.db),
    clock,
  });
  const labels = { platform: "slack" };
  meters.count("easel_results_undeliverable_total", labels, 0);
  const server = createServer((_request, response) => void meters.text().then((text) => response.end(text)));
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");

  const chats = createChatProcessStore(stored.db);
  const chat = randomUUID();
  let isRunning = true;
  const meanwhile = async (): Promise<void> => {
    if (isRunning) await chats.beat(chat);
    clock.advance(15_000);
  };
  const watch = await watchAlerts(() => [`http://127.0.0.1:${portOf(server)}`]);
  await watch.pass(12 * 60_000, { meanwhile });
  const quiet = watch.firing();
  for (const name of ["EaselNoChat", "EaselResultsUndeliverable", "EaselDiskLow"]) expect(quiet).not.toContain(name);

  isRunning = false;
  await chats.leave(chat);
  room = 1e9;
  meters.count("easel_results_undeliverable_total", labels, 9);
  await watch.until("EaselNoChat", "fires", { withinMs: 2 * 60_000, meanwhile });
  await watch.until("EaselResultsUndeliverable", "fires", { withinMs: 2 * 60_000, meanwhile });
  await watch.until("EaselDiskLow", "fires", { withinMs: 11 * 60_000, meanwhile });
  isRunning = true;
  room = 5e9;
  await watch.until("EaselNoChat", "is quiet", { withinMs: 60_000, meanwhile });
  await watch.until("EaselDiskLow", "is quiet", { withinMs: 60_000, meanwhile });
  await chats.leave(chat);
});
