import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { databaseErrorCode } from "../../../src/db/failure.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

const log = pino({ level: "silent" });
const ORGANISATION = "00000000-0000-4000-8000-000000000001";
const NOT_ALLOWED = "42501";
const REFUSED = "EA002";

let database: TestDatabase;
let owner: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = postgres(database.url, { max: 1, fetch_types: false, onnotice: () => {} });
  await owner`insert into organisations (id) values (${ORGANISATION})`;
  await owner`insert into audit (organisation_id, actor_name, workspace, action) values (${ORGANISATION}, 'Ada', 'console:main', 'key.added')`;
  await owner`
    insert into ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net, counts_at)
    values (${ORGANISATION}, ${ORGANISATION}, 'console:main', 'console:main:general', ${ORGANISATION}, ${ORGANISATION},
      'm', 'reserved', 'images', 1, 1, now())`;
});

afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** A user of its own for the server, which owns this database; its address. */
async function ownedBy(attributes: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `easel_test_${randomBytes(6).toString("hex")}`;
  const server = new URL(database.url);
  server.pathname = "/postgres";
  const admin = postgres(server.href, { max: 1, fetch_types: false, onnotice: () => {} });
  await admin.unsafe(`create role ${name} login password 'secret' ${attributes}`);
  await admin.unsafe(`create database ${name} owner ${name}`);
  const url = new URL(database.url);
  url.username = name;
  url.password = "secret";
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.unsafe(`drop owned by ${name}`);
      await admin.unsafe(`drop role ${name}`);
      await admin.end();
    },
  };
}

async function codeOf(db: Database, statement: string): Promise<string | undefined> {
  try {
    await db.run((queries) => queries.execute(sql.raw(statement)));
    return undefined;
  } catch (error) {
    return databaseErrorCode(error);
  }
}

const CHANGES = [
  "update audit set actor_name = 'Eve'",
  "delete from audit",
  "truncate audit",
  "update ledger set amount = 0",
  "delete from ledger",
  "truncate ledger",
];

describe("what is only ever added to", () => {
  it("can't be changed by the program's own connections, which may not even try", async () => {
    const db = connectDatabase(database.url, log, await migrate(database.url));
    for (const change of CHANGES) expect(await codeOf(db, change), change).toBe(NOT_ALLOWED);
    const rows = await db.run((queries) => queries.execute(sql`select current_user as name, action from audit`));
    expect(rows).toEqual([{ name: "easel_app", action: "key.added" }]);
    await db.run((queries) =>
      queries.execute(sql`
        insert into audit (organisation_id, actor_name, workspace, action)
        values (${ORGANISATION}::uuid, 'Ada', 'console:main', 'key.removed')`),
    );
    await db.close();
  });

  it("can't be changed by the owner of the tables either", async () => {
    const db = connectDatabase(database.url, log);
    for (const change of CHANGES) expect(await codeOf(db, change), change).toBe(REFUSED);
    await db.close();
  });

  it("may change hands in the ledger, for as much as before", async () => {
    const db = connectDatabase(database.url, log, await migrate(database.url));
    const other = "00000000-0000-4000-8000-000000000002";
    expect(await codeOf(db, `update ledger set account_id = '${other}'`)).toBeUndefined();
    const rows = await db.run((queries) => queries.execute(sql`select account_id, amount::integer from ledger`));
    expect(rows).toEqual([{ account_id: other, amount: 1 }]);
    await db.close();
  });
});

describe("the application's role", () => {
  it("is there for a user who may create roles", async () => {
    const { url, drop } = await ownedBy("createrole");
    // Somebody else's database on this server may have made it: then it is theirs to give.
    const role = await migrate(url);
    const db = connectDatabase(url, log, role);
    expect(await codeOf(db, "delete from audit")).toBe(role === undefined ? REFUSED : NOT_ALLOWED);
    await db.close();
    await drop();
  });

  it("is done without by a user who may not, and is used once it is granted", async () => {
    const { url, drop } = await ownedBy("");
    expect(await migrate(url)).toBeUndefined();
    const plain = connectDatabase(url, log);
    expect(await codeOf(plain, "delete from audit")).toBe(REFUSED);
    await plain.close();

    await owner.unsafe(`grant easel_app to ${new URL(url).username}`);
    expect(await migrate(url)).toBe("easel_app");
    const db = connectDatabase(url, log, "easel_app");
    expect(await codeOf(db, "delete from audit")).toBe(NOT_ALLOWED);
    expect(await codeOf(db, "insert into organisations default values")).toBeUndefined();
    await db.close();
    await drop();
  });
});
