import { readFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { viewTexts } from "../../../src/core/chat/message.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { describeSchema } from "../../support/database/describe-schema.ts";
import {
  createTestDatabase,
  dropDatabase,
  execute,
  withDatabase,
  type TestDatabase,
} from "../../support/database/postgres.ts";
import { startTestEasel } from "../../support/easel.ts";

const BEFORE_BASELINE = new URL("../../support/database/before-baseline.sql", import.meta.url);
/** The request that was accepted but not written out when the old Easel's last process died. */
const ACCEPTED = "bebb1eed-4e8d-48c5-b3d4-78241f40d0d6";

let dump: string;
let server: string;
let name: string;
let url: string;
let sql: postgres.Sql;

beforeAll(async () => {
  dump = await readFile(BEFORE_BASELINE, "utf8");
  server = inject("databaseServer");
});

beforeEach(async () => {
  name = `easel_upgrade_${randomBytes(6).toString("hex")}`;
  await execute(server, `create database ${name}`);
  url = withDatabase(server, name);
  await execute(url, dump);
  sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
});

afterEach(async () => {
  await sql.end();
  await dropDatabase(server, name);
});

describe("a database of the last Easel before the baseline", () => {
  let fresh: TestDatabase;

  beforeAll(async () => {
    fresh = await createTestDatabase();
    await migrate(fresh.url);
  });

  afterAll(() => fresh.drop());

  it("has the schema of a new one after the upgrade", async () => {
    await migrate(url);
    expect(await describeSchema(url)).toEqual(await describeSchema(fresh.url));
  });

  it("is upgraded once even if several processes start together", async () => {
    const roles = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(new Set(roles).size).toBe(1);
    expect(await describeSchema(url)).toEqual(await describeSchema(fresh.url));
    const migrations = await sql`select count(*)::integer as count from drizzle.__drizzle_migrations`;
    expect(migrations).toEqual(await journalOf(fresh.url));
  });

  it("is upgraded although a running process uses its tables in another order", async () => {
    let upgraded: Promise<string | undefined> | undefined;
    // The migration notices the deadlock, because it waits longer than the other session is given to notice it.
    await sql.unsafe(`alter database ${name} set deadlock_timeout = '3s'`);
    await sql.begin(async (process) => {
      await process`set local deadlock_timeout = '1min'`;
      await process`lock table drizzle.__drizzle_migrations in share mode`;
      upgraded = migrate(url);
      upgraded.catch(() => {});
      const changed = (): Promise<string[]> =>
        process<{ name: string }[]>`
          select relname as name from pg_locks waiting
          join pg_locks held on held.pid = waiting.pid and held.granted and held.mode = 'AccessExclusiveLock'
          join pg_class on pg_class.oid = held.relation and relkind = 'r' and relnamespace = 'public'::regnamespace
          where waiting.relation = 'drizzle.__drizzle_migrations'::regclass and not waiting.granted`.then((locked) =>
          locked.map((one) => one.name),
        );
      await expect.poll(changed).not.toEqual([]);
      const [table = ""] = await changed();
      await process`select from ${process(table)} limit 1`;
    });
    await upgraded;
    expect(await describeSchema(url)).toEqual(await describeSchema(fresh.url));
  });

  it("keeps every row", async () => {
    const former = await columns();
    const before = await rows(former);
    expect(before.length).toBeGreaterThan(50);
    await migrate(url);
    expect(await rows(former)).toEqual(before);
  });

  it("keeps working: the accepted request is made, old ones are listed, and a new one is accepted", async () => {
    // A day later it would rightly have expired.
    await sql`update batches set created_at = now() where id = ${ACCEPTED}`;
    const easel = await startTestEasel({ DATABASE_URL: url });
    try {
      await easel.console.see("the accepted picture", (all) =>
        all.find(({ files }) => files.some((file) => file.name.startsWith("a-green-door"))),
      );
      await easel.console.say("/imagine a red boat");
      await easel.console.see("the new picture", (all) =>
        all.find(({ files }) => files.some((file) => file.name.startsWith("a-red-boat"))),
      );
      const list = await easel.console.answerTo("/jobs");
      for (const prompt of ["a red boat", "a green door", "a fox in the snow", "a lighthouse at dusk"])
        expect(viewTexts(list)).toContain(prompt);
      const [used] = await sql`select used::integer from quota_windows order by ends_at desc limit 1`;
      expect(used?.["used"]).toBeGreaterThan(0);
    } finally {
      await easel.stop();
    }
  });
});

describe("a database from before that", () => {
  it("is refused, naming what to start first, and left unchanged", async () => {
    await sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`;
    const before = await describeSchema(url);
    await expect(migrate(url)).rejects.toThrow(
      "DATABASE_URL: the database is from before the first release, with 44 of the 45 migrations of that time; " +
        "start Easel at commit 9350e24 on it once, then this one.",
    );
    expect(await describeSchema(url)).toEqual(before);
  });
});

async function journalOf(of: string): Promise<unknown> {
  const client = postgres(of, { max: 1, fetch_types: false, onnotice: () => {} });
  const journal = await client`select count(*)::integer as count from drizzle.__drizzle_migrations`;
  await client.end();
  return journal;
}

/** Columns that the baseline renames. */
const RENAMED = { wishes: "actions_requested", hindered: "blocked_because", doomed_at: "deleting_since" };

/** Each column as `table.column`, with its current name. */
async function columns(): Promise<string[]> {
  const found = await sql<{ column: string }[]>`
    select table_name || '.' || coalesce(${JSON.stringify(RENAMED)}::text::jsonb ->> column_name, column_name) as column
    from information_schema.columns where table_schema = 'public'`;
  return found.map(({ column }) => column);
}

/** All rows of the dump's tables, with the current column names and without the columns that are not in `former`. */
async function rows(former: readonly string[]): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('sql_functions', 'usage_start')`;
  const found: string[] = [];
  for (const { name: table } of tables) {
    const all = await sql<{ row: string }[]>`
      select jsonb_object_agg(e.key, e.value)::text as row
      from ${sql(table)} t, lateral (
        select coalesce(${JSON.stringify(RENAMED)}::text::jsonb ->> one.key, one.key) as key, one.value
        from jsonb_each(to_jsonb(t)) one
      ) e
      where e.value <> 'null' and ${table} || '.' || e.key in (select jsonb_array_elements_text(${JSON.stringify(former)}::text::jsonb))
      group by t.ctid`;
    found.push(...all.map(({ row }) => `${table} ${row}`));
  }
  return found.toSorted();
}
