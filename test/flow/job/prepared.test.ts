import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { DatabaseUnavailableError } from "../../../src/lib/errors.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { until } from "../../support/process/processes.ts";
import { startTcpProxy, type TcpProxy } from "../../support/process/tcp-proxy.ts";

let database: TestDatabase;
let wire: TcpProxy;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  const address = new URL(database.url);
  wire = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
  address.host = `127.0.0.1:${wire.port}`;
  db = connectDatabase(address.href, pino({ level: "silent" }));
});

afterAll(async () => {
  wire.heal();
  await db.close();
  await wire.close();
  await database.drop();
});

const twice = (number: number, on: Database["run"] = db.run): Promise<unknown> =>
  on(async (queries) => (await queries.execute(sql`select ${number}::integer * 2 as twice`))[0]?.["twice"], 500);

/** The executions of each prepared statement of a connection. */
const preparedHere = (on: Database["run"]): Promise<readonly Record<string, unknown>[]> =>
  on((queries) =>
    queries.execute(`select statement, generic_plans + custom_plans as runs from pg_prepared_statements
      where statement like '%as twice%'`),
  );

it("prepares a statement once per connection, inside and outside transactions", async () => {
  const seen = await db.transaction(async (queries) => {
    for (let turn = 0; turn < 4; turn++) await queries.execute(sql`select ${turn}::integer * 2 as twice`);
    return queries.execute(`select generic_plans + custom_plans as runs from pg_prepared_statements
      where statement like '%as twice%'`);
  });
  expect(seen.map((row) => Number(row["runs"]))).toEqual([4]);
  expect(await twice(4)).toBe(8);
});

it.each([
  ["is lost", () => wire.cut()],
  ["loses everything, so that the pool is replaced", () => wire.swallow()],
])("survives when the connection that prepared them %s", async (_how, lose) => {
  expect(await twice(1)).toBe(2);
  lose();
  await expect(twice(2)).rejects.toThrow(DatabaseUnavailableError);
  wire.heal();
  await until(() =>
    twice(3).then(
      () => true,
      () => false,
    ),
  );
  expect(await twice(5)).toBe(10);
  expect((await preparedHere(db.run)).length).toBeLessThanOrEqual(1);
});

it("survives a table change under a prepared statement", async () => {
  await db.run((queries) => queries.execute("create table changing (id int); insert into changing values (1)"));
  const read = () => db.run(async (queries) => (await queries.execute(sql`select * from changing where id = ${1}`))[0]);
  for (let turn = 0; turn < 20; turn++) expect(await read()).toEqual({ id: 1 });
  await db.run((queries) => queries.execute("alter table changing add column name text default 'new'"));
  for (let turn = 0; turn < 20; turn++) expect(await read()).toEqual({ id: 1, name: "new" });
});

it("plans claims, reservations and settlements once per connection", async () => {
  const functions = await db.run((queries) =>
    queries.execute(`select proname as name from pg_proc
      where 'plan_cache_mode=force_generic_plan' = any (proconfig) order by proname`),
  );
  // Replacing one of them must repeat the setting.
  expect(functions.map(({ name }) => name)).toEqual([
    "claim_jobs",
    "ensure_room",
    "free_unknown_slots",
    "settle_jobs",
    "take_quota",
    "waiting_organisations",
    "write_jobs",
  ]);
});

it("compiles no statement", async () => {
  const [setting] = await db.run((queries) => queries.execute("show jit"));
  expect(setting).toEqual({ jit: "off" });
});
