import { sql } from "drizzle-orm";
import { pino } from "pino";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { z } from "zod";
import { checkConnection } from "../../../src/db/check-connection.ts";
import { connectDatabase } from "../../../src/db/connection.ts";
import { databaseFindings } from "../../../src/db/doctor/doctor-store.ts";
import { databaseErrorCode } from "../../../src/db/database-failure.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { createOwnedDatabase, type OwnedDatabase } from "../../support/database/owned-database.ts";
import { execute, withDatabase } from "../../support/database/postgres.ts";

/** Two installations on one PostgreSQL server can't read each other's data. */
const ORGANISATION = "00000000-0000-4000-8000-000000000001";
const NOT_ALLOWED = "42501";

const made: OwnedDatabase[] = [];
let server: string;
let admin: postgres.Sql;

beforeAll(() => {
  server = inject("databaseServer");
  admin = connect(server);
});

afterEach(async () => {
  for (const database of made.splice(0)) await database.drop();
});

afterAll(() => admin.end());

async function make(...wanted: Parameters<typeof createOwnedDatabase>): Promise<OwnedDatabase> {
  const database = await createOwnedDatabase(...wanted);
  made.push(database);
  return database;
}

function connect(url: string): postgres.Sql {
  return postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
}

/** The error code of a failing statement; undefined if it succeeds. */
async function codeOf(url: string, ...statements: string[]): Promise<string | undefined> {
  const client = connect(url);
  try {
    for (const statement of statements) await client.unsafe(statement);
    return undefined;
  } catch (error) {
    return databaseErrorCode(error);
  } finally {
    await client.end();
  }
}

async function connectedTo<T>({ url }: OwnedDatabase, ask: (client: postgres.Sql) => Promise<T>): Promise<T> {
  const client = connect(url);
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

/** The second database's address for the first user. */
function across(from: OwnedDatabase, to: OwnedDatabase): string {
  return withDatabase(from.url, to.name);
}

/** The name of a database's application role. */
async function nameOfRole({ name }: OwnedDatabase): Promise<string> {
  const [found] = await admin<
    { role: string }[]
  >`select 'easel_app_' || oid as role from pg_database where datname = ${name}`;
  return found?.role ?? "";
}

/** The statements that a start suggests to a user with more rights. */
async function missingAt(url: string): Promise<string> {
  const said: string[] = [];
  await migrate(url, { log: pino({ level: "warn" }, { write: (line) => said.push(line) }) });
  return said.map((line) => z.object({ run: z.string() }).parse(JSON.parse(line)).run).join("\n");
}

describe("a second installation on the same server", () => {
  it("can neither connect to the first one's database nor read it", async () => {
    const first = await make("createrole");
    const second = await make("createrole");
    const [role = "", other = ""] = [await migrate(first.url), await migrate(second.url)];
    expect(role).not.toBe(other);
    expect(await codeOf(across(second, first), "select 1")).toBe(NOT_ALLOWED);
    expect(await codeOf(second.url, `set role ${role}`)).toBe(NOT_ALLOWED);
    expect(await codeOf(first.url, `set role ${other}`)).toBe(NOT_ALLOWED);
    // Even if it is let in by mistake, neither its user nor its role can read anything.
    await admin.unsafe(`grant connect on database ${first.name} to ${second.name}`);
    for (const table of ["organisations", "jobs", "audit"]) {
      expect(await codeOf(across(second, first), `select * from ${table}`), table).toBe(NOT_ALLOWED);
      expect(await codeOf(across(second, first), `set role ${other}`, `select * from ${table}`), table).toBe(
        NOT_ALLOWED,
      );
    }
    // Its own installation works as before.
    expect(await codeOf(second.url, `set role ${other}`, "insert into organisations default values")).toBeUndefined();
  });

  it("reads nothing through the formerly shared role, which is dropped when unused", async () => {
    const first = await make("createrole");
    const second = await make("createrole");
    for (const { url } of [first, second]) await migrate(url);
    // The state that an older Easel leaves behind.
    await admin.unsafe("create role easel_app nologin");
    for (const { name, url } of [first, second]) {
      await admin.unsafe(`grant easel_app to ${name}; grant connect on database ${name} to public`);
      await execute(url, "grant usage on schema public, drizzle to easel_app");
      await execute(url, "grant select, insert, update, delete on all tables in schema public to easel_app");
      await execute(url, "grant update (organisation_id) on ledger to easel_app");
    }
    expect(await codeOf(across(second, first), "select * from organisations")).toBeUndefined();
    await migrate(first.url);
    await admin.unsafe(`grant connect on database ${first.name} to ${second.name}`);
    expect(await codeOf(across(second, first), "select * from organisations")).toBe(NOT_ALLOWED);
    // A running older Easel keeps working.
    expect(await codeOf(second.url, "set role easel_app", "select * from organisations")).toBeUndefined();
    await migrate(second.url);
    await admin.unsafe("drop role easel_app");
  });

  it("is refused with an error that says that its user may not connect there", async () => {
    const first = await make("createrole");
    const second = await make("createrole");
    await migrate(first.url);
    await expect(checkConnection(across(second, first))).rejects.toThrow("may not connect to this database");
  });

  it("is refused with an error that says that the server has no connection left", async () => {
    const { name, url } = await make("connection limit 0");
    await expect(checkConnection(url)).rejects.toThrow(/^DATABASE_URL: the server has no connection left for Easel;/);
    await admin.unsafe(`alter role ${name} connection limit -1`);
    expect(await checkConnection(url)).toBe("postgres");
  });

  it("gains nothing from creating the role before the first start", async () => {
    const first = await make("createrole");
    const neighbour = await make("createrole");
    const role = await nameOfRole(first);
    await execute(neighbour.url, `create role ${role} login password 'secret'`);
    await execute(neighbour.url, `grant ${role} to ${neighbour.name} with set true`);
    const statements = await missingAt(first.url);
    expect(await codeOf(across(neighbour, first), "select 1")).toBe(NOT_ALLOWED);
    // Neither the suggested statements nor letting it in by mistake helps the neighbour.
    await admin.unsafe(statements);
    expect(await missingAt(first.url)).toBe("");
    expect(await migrate(first.url)).toBe(role);
    expect(await codeOf(neighbour.url, `set role ${role}`)).toBe(NOT_ALLOWED);
    await admin.unsafe(`grant connect on database ${first.name} to ${neighbour.name}`);
    expect(await codeOf(across(neighbour, first), `set role ${role}`)).toBe(NOT_ALLOWED);
  });

  it("gains nothing from creating the role during the first start", async () => {
    const first = await make("superuser");
    const neighbour = await make("createrole");
    const role = await nameOfRole(first);
    const held = connect(neighbour.url);
    try {
      await held.unsafe(`begin; create role ${role}; grant ${role} to ${neighbour.name} with set true`);
      const started = missingAt(first.url);
      await expect
        .poll(
          () =>
            admin`select from pg_stat_activity where wait_event_type = 'Lock' and query like ${`create role ${role}%`}`,
        )
        .toHaveLength(1);
      await held.unsafe("commit");
      await started;
    } finally {
      await held.end();
    }
    const [{ reads } = { reads: undefined }] = await connectedTo(
      first,
      (client) => client<{ reads: boolean }[]>`select has_table_privilege(${role}, 'organisations', 'select') as reads`,
    );
    expect(reads).toBe(false);
  });

  it("reads nothing even if it created the role of a superuser's database", async () => {
    const first = await make("superuser");
    const neighbour = await make("createrole");
    const role = await nameOfRole(first);
    await execute(neighbour.url, `create role ${role}`);
    await execute(neighbour.url, `grant ${role} to ${neighbour.name} with set true`);
    expect(await migrate(first.url)).toBe(undefined);
    expect(await missingAt(first.url)).toContain(`REVOKE ${role} FROM ${neighbour.name} CASCADE`);
    await admin.unsafe(`grant connect on database ${first.name} to ${neighbour.name}`);
    expect(await codeOf(across(neighbour, first), `set role ${role}`, "select * from organisations")).toBe(NOT_ALLOWED);
    // An earlier start let it in; this one removes it.
    await migrate(first.url);
    expect(await codeOf(across(neighbour, first), "select 1")).toBe(NOT_ALLOWED);
  });

  it.each(["superuser", "createrole"] as const)(
    "lets no other user in through such a role if a %s owns the database",
    async (rights) => {
      const first = await make(rights);
      const neighbour = await make("createrole");
      const [member, inheriting, unrelated] = [await make(""), await make(""), await make("")];
      const role = await nameOfRole(first);
      await execute(neighbour.url, `create role ${role}`);
      await execute(neighbour.url, `grant ${role} to ${member.name}`);
      await admin.unsafe(`grant ${neighbour.name} to ${inheriting.name}`);
      // An earlier start let them in, without checking who had created the role.
      for (const { name } of [neighbour, member, inheriting, unrelated]) {
        await execute(first.url, `grant connect on database ${first.name} to ${name}`);
      }
      await migrate(first.url);
      for (const one of [neighbour, member, inheriting]) {
        expect.soft(await codeOf(across(one, first), "select 1"), one.name).toBe(NOT_ALLOWED);
      }
      expect(await codeOf(across(unrelated, first), "select 1")).toBeUndefined();
      expect(await codeOf(first.url, "select 1")).toBeUndefined();
    },
  );

  it("gives its user the role's rights only after switching to it", async () => {
    const { url, name } = await make("createrole");
    const role = await migrate(url);
    const [membership] = await admin<{ inherits: boolean }[]>`
      select bool_or(inherit_option) as inherits from pg_auth_members
      where roleid = ${role ?? ""}::regrole and member = ${name}::regrole`;
    expect(membership).toEqual({ inherits: false });
  });
});

describe("the database", () => {
  it("is closed again at the next start, except for users of Easel's role", async () => {
    const database = await make("createrole");
    const { url, name } = database;
    const role = await migrate(url);
    const other = await make("");
    await admin.unsafe(
      `grant connect on database ${name} to public; grant ${role} to ${other.name} with inherit false`,
    );
    await migrate(url);
    expect(await codeOf(across(other, database), "select 1")).toBeUndefined();
    const outsider = await make("");
    expect(await codeOf(across(outsider, database), "select 1")).toBe(NOT_ALLOWED);
  });

  it("is closed by the suggested statements if another user owns it", async () => {
    const database = await make("", { owner: false });
    const theirs = connect(withDatabase(server, database.name));
    await theirs.unsafe(
      `grant create on database ${database.name} to ${database.name}; grant create on schema public to ${database.name}`,
    );
    const statements = await missingAt(database.url);
    expect(statements).toContain("CREATE ROLE easel_app_");
    expect(statements).toContain("REVOKE CONNECT");
    await theirs.unsafe(statements);
    await theirs.end();
    expect(await missingAt(database.url)).toBe("");
    const outsider = await make("");
    expect(await codeOf(across(outsider, database), "select 1")).toBe(NOT_ALLOWED);
  });

  it("is a doctor finding while open", async () => {
    const { url, name } = await make("createrole");
    const db = connectDatabase(url, pino({ level: "silent" }), await migrate(url));
    await db.run((queries) => queries.execute(sql`select 1`));
    const closed = { part: "database", missingRole: undefined, isOpenToServer: false };
    expect((await databaseFindings(db, ORGANISATION, systemClock))[0]).toMatchObject(closed);
    await admin.unsafe(`grant connect on database ${name} to public`);
    expect((await databaseFindings(db, ORGANISATION, systemClock))[0]).toMatchObject({
      ...closed,
      isOpenToServer: true,
    });
    await db.close();
  });
});

describe("a server before PostgreSQL 18", () => {
  it("is refused, naming its version and the required one", async () => {
    const { url, name } = await make("");
    // The server reports an older version.
    const old = connect(url);
    await old.unsafe(`
      create schema old;
      create function old.current_setting(name text) returns text language sql return
        case name when 'server_version_num' then '170006' when 'server_version' then '17.6' else pg_catalog.current_setting(name) end`);
    await admin.unsafe(`alter database ${name} set search_path = old, pg_catalog, public`);
    await old.end();
    await expect(checkConnection(url)).rejects.toThrow(
      "DATABASE_URL: the server runs PostgreSQL 17.6, but Easel needs PostgreSQL 18 or later",
    );
  });
});
