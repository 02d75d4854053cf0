import { randomUUID } from "node:crypto";
import { pino } from "pino";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseLines } from "../../../src/app/self-check/database.ts";
import { connectDatabase } from "../../../src/db/connection.ts";
import { databaseFindings } from "../../../src/db/doctor/doctor-store.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { knownSchema } from "../../../src/db/schema-version.ts";
import {
  hashOfAll,
  readRevision,
  readSqlFunctions,
  replaceFunctions,
  type SqlFunction,
  type SqlFunctions,
} from "../../../src/db/sql-functions.ts";
import { describeSchema } from "../../support/database/describe-schema.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

let database: TestDatabase;
let sql: postgres.Sql;
let ours: SqlFunctions;

beforeEach(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, { max: 1, fetch_types: false, onnotice: () => {} });
  ours = await readSqlFunctions();
});

afterEach(async () => {
  await sql.end();
  await database.drop();
});

/** A function `probe` with a later revision. */
function probe(text: string, hash = text): SqlFunction {
  return { name: "probe", hash, text: `create or replace function probe${text}` };
}

/** Easel's functions plus others, one revision later. */
function withOthers(...others: SqlFunction[]): SqlFunctions {
  return { revision: ours.revision + 1, functions: [...ours.functions, ...others] };
}

/** All functions of this name, with their oids and parameters. */
async function found(name: string): Promise<{ oid: string; parameters: string }[]> {
  return sql`select oid::text, pg_get_function_identity_arguments(oid) as parameters from pg_proc where proname = ${name}`;
}

describe("the files of src/db/functions", () => {
  it("contain one replaceable function each, and are named after it", () => {
    expect(ours.functions.length).toBeGreaterThan(20);
    for (const { name, text } of ours.functions) {
      const created = [...text.matchAll(/^CREATE .*?FUNCTION (\w+)/gm)];
      expect(
        created.map(([, created_name]) => created_name),
        name,
      ).toEqual([name]);
      const statements = [...text.matchAll(/^CREATE (?!OR REPLACE (?:FUNCTION|TRIGGER) )/gm)];
      expect(statements, name).toEqual([]);
    }
  });

  it("begin with the function's purpose", () => {
    for (const { name, text } of ours.functions) expect(text, name).toMatch(/^-- [A-Z]/);
  });

  it("have a revision: `npm run db:functions` gives changed ones the next", async () => {
    expect((await readRevision()).hash).toBe(hashOfAll(ours.functions));
  });

  it("have bodies that PostgreSQL finds valid", async () => {
    const checked = await sql`
      select p.proname as name,
        case l.lanname when 'sql' then fmgr_sql_validator(p.oid) else plpgsql_validator(p.oid) end::text as valid
      from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace`;
    expect(checked.map(({ name }) => String(name)).toSorted()).toEqual(ours.functions.map(({ name }) => name));
    const broken = probe("() returns integer language sql as 'select no_such_column from jobs'");
    await replaceFunctions(sql, withOthers(broken));
    await expect(sql`select fmgr_sql_validator('probe'::regproc)`).rejects.toThrow("no_such_column");
  });
});

describe("functions that hot statements call", () => {
  it.each([
    "select quota_unit(service) from jobs",
    "select u.jobs from lanes l, jobs_at_gateway(l.organisation_id, l.account_id, l.service) u",
    "select k.free from lanes l, usable_keys(l.organisation_id, l.service) k",
  ])("are inlined: %s", async (statement) => {
    const plan = await sql.unsafe(`explain (verbose, costs off) ${statement}`);
    const lines = plan.map((row) => String(row["QUERY PLAN"])).join("\n");
    expect(lines).not.toMatch(/quota_unit|jobs_at_gateway|usable_keys|key_slots|slots_of_key/);
    expect(lines).toMatch(/Scan .*on public\.(?:jobs|lanes)/);
  });
});

describe("a start", () => {
  it("leaves unchanged functions alone", async () => {
    const before = await sql`select oid, xmin from pg_proc where pronamespace = 'public'::regnamespace order by oid`;
    expect(await replaceFunctions(sql, ours)).toBe(false);
    await migrate(database.url);
    expect(await sql`select oid, xmin from pg_proc where pronamespace = 'public'::regnamespace order by oid`).toEqual(
      before,
    );
  });

  it("replaces only changed functions, and keeps their oid, which other sessions use", async () => {
    await replaceFunctions(sql, withOthers(probe("() returns integer language sql as 'select 1'")));
    const before = await sql`select oid, xmin from pg_proc where proname = 'claim_jobs'`;
    const [former] = await found("probe");
    const changed = withOthers(probe("() returns integer language sql as 'select 2'"));
    expect(await replaceFunctions(sql, changed)).toBe(true);
    expect(await sql`select probe() as value`).toEqual([{ value: 2 }]);
    expect(await found("probe")).toEqual([former]);
    expect(await sql`select oid, xmin from pg_proc where proname = 'claim_jobs'`).toEqual(before);
  });

  it.each([
    ["a parameter of another type", "(given text) returns integer language sql as 'select 2'"],
    ["another parameter", "(given integer, other integer) returns integer language sql as 'select 2'"],
    ["a parameter of another name", "(taken integer) returns integer language sql as 'select 2'"],
    ["another result", "(given integer) returns text language sql as $$ select '2' $$"],
  ])("leaves one function per name, even with %s", async (_what, text) => {
    await replaceFunctions(sql, withOthers(probe("(given integer) returns integer language sql as 'select 1'")));
    await replaceFunctions(sql, withOthers(probe(text)));
    const all = await found("probe");
    expect(all).toHaveLength(1);
    const parameters = all[0]?.parameters
      .split(", ")
      .map(() => "null")
      .join(", ");
    const [row] = await sql.unsafe(`select probe(${parameters})::text as value`);
    expect(row).toEqual({ value: "2" });
  });

  it("drops functions without a file", async () => {
    await replaceFunctions(sql, withOthers(probe("() returns integer language sql as 'select 1'")));
    await replaceFunctions(sql, { ...ours, revision: ours.revision + 2 });
    expect(await found("probe")).toEqual([]);
  });

  it("writes all of them or none", async () => {
    const before = await describeSchema(database.url);
    const good = { ...probe("() returns integer language sql as 'select 1'"), name: "a_probe" };
    await expect(replaceFunctions(sql, withOthers(good, probe("() returns integer langage")))).rejects.toThrow(
      "syntax",
    );
    expect(await describeSchema(database.url)).toEqual(before);
    expect(await replaceFunctions(sql, ours)).toBe(false);
  });

  it("fails if a newer Easel wrote the functions, and leaves them alone", async () => {
    const [first, ...rest] = ours.functions;
    const newer = {
      ...first,
      hash: "newer",
      text: (first?.text ?? "").replace("$$", () => "$$ -- newer\n"),
    } as SqlFunction;
    await replaceFunctions(sql, { revision: ours.revision + 1, functions: [newer, ...rest] });
    const before = await describeSchema(database.url);
    await expect(migrate(database.url)).rejects.toThrow(
      /^DATABASE_URL: the database was written by a newer Easel \(schema \d+\.\d+; this one, .*, knows schema \d+\.\d+\)/,
    );
    expect(await describeSchema(database.url)).toEqual(before);
  });
});

describe("the doctor", () => {
  it("notices that another Easel has changed the functions", async () => {
    const db = connectDatabase(database.url, pino({ level: "silent" }), await migrate(database.url));
    const examine = async () => (await databaseFindings(db, "00000000-0000-4000-8000-000000000001", systemClock))[0];
    const { migrations } = await knownSchema();
    const known = `${migrations}.${ours.revision}`;
    expect(await examine()).toMatchObject({ schema: known, expectedSchema: known });
    await replaceFunctions(sql, withOthers());
    expect(await examine()).toMatchObject({ schema: `${migrations}.${ours.revision + 1}`, expectedSchema: known });
    await db.close();
  });

  it("notices running processes of older and newer versions", async () => {
    const db = connectDatabase(database.url, pino({ level: "silent" }), await migrate(database.url));
    const others = async () =>
      (await databaseFindings(db, "00000000-0000-4000-8000-000000000001", systemClock)).filter(
        ({ part }) => part === "other_version",
      );
    await createJobStore(db, { changed() {}, freed() {}, time() {} }).register(randomUUID());
    expect(await others()).toEqual([]);
    const { migrations } = await knownSchema();
    const { functions } = await knownSchema();
    const older = { part: "other_version", kind: "worker", isNewer: false } as const;
    await sql`
      insert into workers (id, version, migrations, functions, beat) values
        (gen_random_uuid(), '0.9.0', 9, 999, now()), (gen_random_uuid(), '0.9.0', 9, 999, now()),
        (gen_random_uuid(), '9.0.0', ${migrations + 1}, 1, now()), (gen_random_uuid(), null, null, null, now()),
        (gen_random_uuid(), '0.1.0', 1, 1, now() - interval '1 hour')`;
    await sql`
      insert into chat_processes (id, version, migrations, functions, beat) values
        (gen_random_uuid(), '0.0.9', ${migrations}, ${functions}, now()),
        (gen_random_uuid(), '0.0.8', 1, 1, now() - interval '1 hour')`;
    expect(await others()).toEqual([
      { ...older, version: { name: "0.9.0", schema: "9.999" }, processes: 2 },
      { ...older, isNewer: true, version: { name: "9.0.0", schema: `${migrations + 1}.1` }, processes: 1 },
      { ...older, version: undefined, processes: 1 },
      { ...older, kind: "chat", version: { name: "0.0.9", schema: `${migrations}.${functions}` }, processes: 1 },
    ]);
    await db.close();
    const lines = await databaseLines({ url: database.url, directUrl: undefined }, systemClock);
    expect(lines.filter(({ isWell }) => !isWell).map(({ text }) => text)).toEqual([
      "Workers: 2 run an older version of Easel (0.9.0, schema 9.999): replace them with this one.",
      `Workers: 1 runs a newer version of Easel (9.0.0, schema ${migrations + 1}.1): install it here too.`,
      "Workers: 1 runs an older version of Easel: replace it with this one.",
      `Processes that take requests: 1 runs an older version of Easel (0.0.9, schema ${migrations}.${functions}): replace it with this one.`,
    ]);
  });
});

describe("the program's own connections", () => {
  it("can't record other functions", async () => {
    const role = await migrate(database.url);
    const [may] = await sql`
      select has_table_privilege(${role ?? ""}, 'sql_functions', 'insert, update, delete, truncate') as write,
        has_table_privilege(${role ?? ""}, 'sql_functions', 'select') as read`;
    expect(may).toEqual({ write: false, read: true });
  });
});
