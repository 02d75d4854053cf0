import { sql } from "drizzle-orm";
import { pino } from "pino";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { databaseErrorCode } from "../../../src/db/database-failure.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { createOwnedDatabase } from "../../support/database/owned-database.ts";
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

describe("an append-only table", () => {
  it("can't be changed by the program's own connections, which lack the permission", async () => {
    const role = await migrate(database.url);
    const db = connectDatabase(database.url, log, role);
    for (const change of CHANGES) expect(await codeOf(db, change), change).toBe(NOT_ALLOWED);
    const rows = await db.run((queries) => queries.execute(sql`select current_user as name, action from audit`));
    expect(rows).toEqual([{ name: role, action: "key.added" }]);
    await db.run((queries) =>
      queries.execute(sql`
        insert into audit (organisation_id, actor_name, workspace, action)
        values (${ORGANISATION}::uuid, 'Ada', 'console:main', 'key.removed')`),
    );
    await db.close();
  });

  it("can't be changed by the tables' owner either", async () => {
    const db = connectDatabase(database.url, log);
    for (const change of CHANGES) expect(await codeOf(db, change), change).toBe(REFUSED);
    await db.close();
  });

  it("allows ledger rows to change owner, but not amount", async () => {
    const db = connectDatabase(database.url, log, await migrate(database.url));
    const other = "00000000-0000-4000-8000-000000000002";
    expect(await codeOf(db, `update ledger set account_id = '${other}'`)).toBeUndefined();
    const rows = await db.run((queries) => queries.execute(sql`select account_id, amount::integer from ledger`));
    expect(rows).toEqual([{ account_id: other, amount: 1 }]);
    await db.close();
  });
});

describe("the application's role", () => {
  it("exists if the user may create roles", async () => {
    const { url, drop } = await createOwnedDatabase("createrole");
    const role = await migrate(url);
    expect(role).toMatch(/^easel_app_[0-9]+$/);
    const db = connectDatabase(url, log, role);
    expect(await codeOf(db, "delete from audit")).toBe(NOT_ALLOWED);
    await db.close();
    await drop();
  });

  it("is missing for other users until the logged statements are run", async () => {
    const { url, drop } = await createOwnedDatabase("");
    const said: string[] = [];
    const listening = pino({ level: "warn" }, { write: (line) => said.push(line) });
    expect(await migrate(url, { log: listening })).toBeUndefined();
    const plain = connectDatabase(url, log);
    await plain.run((queries) =>
      queries.execute(sql`
        insert into audit (organisation_id, actor_name, workspace, action)
        values (${ORGANISATION}::uuid, 'Ada', 'console:main', 'key.added')`),
    );
    expect(await codeOf(plain, "delete from audit")).toBe(REFUSED);
    await plain.close();

    const { run } = z.object({ run: z.string() }).parse(JSON.parse(said.join("")));
    await owner.unsafe(run);
    const role = await migrate(url, { log: listening });
    expect(role).toMatch(/^easel_app_[0-9]+$/);
    expect(said).toHaveLength(1);
    const db = connectDatabase(url, log, role);
    expect(await codeOf(db, "delete from audit")).toBe(NOT_ALLOWED);
    expect(await codeOf(db, "insert into organisations default values")).toBeUndefined();
    await db.close();
    await drop();
  });
});
