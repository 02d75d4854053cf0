import { sql } from "drizzle-orm";
import { pino } from "pino";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase } from "../../../src/db/connection.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { workers } from "../../../src/db/schema/jobs.ts";
import { DatabaseUnavailableError } from "../../../src/lib/errors.ts";
import { createTestDatabase, execute, type TestDatabase } from "../../support/database/postgres.ts";
import {
  type PgBouncer,
  PGBOUNCER_PREPARES,
  pgBouncerMissing,
  startPgBouncer,
} from "../../support/process/pgbouncer.ts";

const log = pino({ level: "silent" });
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe.skipIf(pgBouncerMissing !== undefined)("statements through a pooler in transaction mode", () => {
  let pooler: PgBouncer;
  let pooledUrl: string;
  beforeAll(async () => {
    // PgBouncer keeps prepared statements by default since 1.24, and does not know the setting before 1.21.
    const keepsNone = PGBOUNCER_PREPARES ? { max_prepared_statements: 0 } : {};
    pooler = await startPgBouncer(database.url, { pool_mode: "transaction", default_pool_size: 3, ...keepsNone });
    pooledUrl = pooler.urlFor(database.url);
  });
  afterAll(() => pooler.stop());

  const settings = sql`
    select current_user as role, current_setting('jit') as jit, current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('transaction_timeout') as transaction`;

  it("run with the settings of Easel's sessions, and don't leak them to other clients", async () => {
    const role = await migrate(database.url);
    const db = connectDatabase(database.url, log, role, { url: pooledUrl, tag: undefined });
    const limits = { role, jit: "off", statement: "10s", lock: "5s", idle: "10s", transaction: "15s" };
    const other = postgres(pooledUrl, { max: 3, prepare: false });
    try {
      for (const run of [db.run, db.transaction, db.runDirect]) {
        expect([...(await run((queries) => queries.execute(settings)))]).toEqual([limits]);
      }
      expect([...(await db.runSoon((queries) => queries.execute(settings)))]).toEqual([{ ...limits, lock: "1750ms" }]);
      const left = await Promise.all([0, 1, 2].map(() => other`select current_user <> ${role ?? ""} as own`));
      expect(left.flat()).toEqual([{ own: true }, { own: true }, { own: true }]);
    } finally {
      await Promise.all([db.close(), other.end()]);
    }
  });

  it("read and write rows, fail with the usual errors, and share a few sessions", async () => {
    const db = connectDatabase(database.url, log, undefined, { url: pooledUrl, tag: undefined });
    try {
      const ids = Array.from({ length: 30 }, () => crypto.randomUUID());
      await Promise.all(ids.map((id) => db.run((queries) => queries.insert(workers).values({ id }))));
      const rows = await db.runSoon((queries) => queries.select({ id: workers.id }).from(workers));
      expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      const again = db.run((queries) => queries.insert(workers).values({ id: String(ids[0]) }));
      await expect(again).rejects.toMatchObject({ cause: { code: "23505" } });
      await expect(
        db.transaction(async (queries) => {
          await queries.delete(workers);
          throw new Error("changed its mind");
        }),
      ).rejects.toThrow("changed its mind");
      expect(await db.run((queries) => queries.select().from(workers))).toHaveLength(30);
    } finally {
      await db.close();
    }
  });

  it("lose nothing when the pooler has dropped the prepared statements", async () => {
    const said: string[] = [];
    const listening = pino({ level: "warn" }, { write: (line) => said.push(line) });
    const db = connectDatabase(database.url, listening, undefined, { url: pooledUrl, tag: "1.1" });
    // A statement without values is not prepared, but the `commit` of postgres.js is.
    const plain = (id: string) => sql.raw(`insert into workers (id) values ('${id}')`);
    const insert = async (id: string, index: number): Promise<string> => {
      if (index % 2 === 0) await db.run((queries) => queries.execute(plain(id)));
      else if (index % 4 === 1) await db.run((queries) => queries.insert(workers).values({ id }));
      else await db.transaction((queries) => queries.insert(workers).values({ id }));
      return id;
    };
    const ids = (): string[] => Array.from({ length: 100 }, () => crypto.randomUUID());
    try {
      const before = ids().map((id) => db.run((queries) => queries.execute(plain(id))).then(() => id));
      const acknowledged = [...(await Promise.all(before)), ...(await Promise.all(ids().map(insert)))];
      const rows = await db.run((queries) => queries.select({ id: workers.id }).from(workers));
      const stored = new Set(rows.map(({ id }) => id));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      expect(await Promise.all(ids().map(insert))).toHaveLength(100);
      expect(said.filter((line) => line.includes("does not keep prepared statements"))).toHaveLength(1);
    } finally {
      await db.close();
    }
  });

  it.runIf(PGBOUNCER_PREPARES)("are prepared once for each of its sessions", async () => {
    const keeping = await startPgBouncer(database.url, {
      pool_mode: "transaction",
      default_pool_size: 1,
      max_prepared_statements: 100,
    });
    const pooled = { url: keeping.urlFor(database.url), tag: "1.1" };
    const db = connectDatabase(database.url, log, undefined, pooled);
    try {
      const ask = () => db.run((queries) => queries.execute(sql`select ${"asked"}::text as word`));
      await Promise.all(Array.from({ length: 50 }, ask));
      const [kept] = await db.run((queries) =>
        queries.execute(sql`
          select count(*)::integer as texts, sum(generic_plans + custom_plans)::integer as plans
          from pg_prepared_statements where statement like '/* 1.1 */ select $1::text as word%'`),
      );
      expect(kept).toEqual({ texts: 1, plans: 50 });
    } finally {
      await db.close();
      await keeping.stop();
    }
  });

  it("fail while the pooler is unavailable, and leases are kept without it", async () => {
    const other = await startPgBouncer(database.url, { pool_mode: "transaction" });
    const db = connectDatabase(database.url, log, undefined, { url: other.urlFor(database.url), tag: undefined });
    const told: string[] = [];
    db.onStatus((status) => told.push(status));
    const ask = (way: typeof db.run) => way((queries) => queries.execute(sql`select 1 as one`));
    try {
      await ask(db.run);
      await other.stop();
      await expect(ask(db.run)).rejects.toBeInstanceOf(DatabaseUnavailableError);
      expect([...(await ask(db.runDirect))]).toEqual([{ one: 1 }]);
      // An answer that bypasses the pooler doesn't make the status `up`.
      expect(told).toEqual(["up", "away"]);
    } finally {
      await db.close();
    }
  });

  it("send notifications that direct sessions receive", async () => {
    const db = connectDatabase(database.url, log, undefined, { url: pooledUrl, tag: undefined });
    try {
      const heard = Promise.withResolvers<string>();
      await db.listen("easel_test", heard.resolve, () => {});
      await db.run((queries) => queries.execute(sql`select pg_notify('easel_test', 'news')`));
      expect(await heard.promise).toBe("news");
    } finally {
      await db.close();
    }
  });
});

describe("statements that a pooler keeps", () => {
  it("are no longer prepared when a migration has changed what they return", async () => {
    await execute(database.url, "create table planned (id integer)");
    // Connects without a pooler: PostgreSQL keeps statements in the same way.
    const db = connectDatabase(database.url, log, undefined, { url: database.url, tag: "1.1" });
    const readAll = () =>
      Promise.allSettled(
        Array.from({ length: 30 }, () =>
          db.run((queries) => queries.execute(sql`select * from planned where ${1} = 1`)),
        ),
      );
    try {
      expect((await readAll()).filter(({ status }) => status === "rejected")).toEqual([]);
      await execute(database.url, "alter table planned add column more text");
      expect((await readAll()).filter(({ status }) => status === "rejected")).toEqual([]);
    } finally {
      await db.close();
    }
  });

  it("fail alone: other running calls finish, and a call that may have had an effect is not repeated", async () => {
    await execute(database.url, "create table replanned (id integer)");
    const db = connectDatabase(database.url, log, undefined, { url: database.url, tag: "1.1" });
    const read = sql`select * from replanned where ${1} = 1`;
    const all = Array.from({ length: 10 });
    try {
      // Prepares it on every connection.
      await Promise.all(all.map(() => db.transaction((queries) => queries.execute(read))));
      const [begun, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const underWay = db.transaction(async (queries) => {
        await queries.execute(sql`select ${1}::integer as one`);
        begun.resolve();
        await changed.promise;
        return queries.execute(sql`select ${2}::integer as two`);
      });
      await begun.promise;
      await execute(database.url, "alter table replanned add column more text");
      const id = crypto.randomUUID();
      const twoSteps = db.run(async (queries) => {
        await queries.insert(workers).values({ id });
        await Promise.all(all.map(() => queries.execute(read)));
      });
      await expect(twoSteps).rejects.toMatchObject({ code: "database_unavailable", mayHaveRun: true });
      expect(await db.run((queries) => queries.execute(sql`select 3 as three`))).toHaveLength(1);
      changed.resolve();
      expect([...(await underWay)]).toEqual([{ two: 2 }]);
    } finally {
      await db.close();
    }
  });
});
