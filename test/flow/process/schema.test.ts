import { readdir } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, inject, it } from "vitest";
import { migrate } from "../../../src/db/migrate.ts";
import { describeSchema } from "../../support/database/describe-schema.ts";
import { createTestDatabase, dropDatabase, execute, withDatabase } from "../../support/database/postgres.ts";

const SCHEMA = new URL("../../../src/db/schema/", import.meta.url);

/** Parts that the schema files can't express: functions and triggers, storage, and drizzle's own tables. */
function declared(lines: readonly string[]): string[] {
  return lines
    .filter((line) => /^(?:table|column|constraint|index) (?!.*drizzle\.)/.test(line))
    .map((line) => line.replace(/^(table \S+ \S) .*/, "$1").replace(/ \{easel.*\}$/, ""));
}

it("the migrations produce the schema that src/db/schema declares", async () => {
  const modules = await Promise.all(
    (await readdir(SCHEMA)).map((file) => import(new URL(file, SCHEMA).href) as Promise<Record<string, unknown>>),
  );
  const statements = await generateMigration(
    generateDrizzleJson({}),
    generateDrizzleJson(Object.assign({}, ...modules)),
  );
  const server = inject("databaseServer");
  const name = `easel_declared_${randomBytes(6).toString("hex")}`;
  const migrated = await createTestDatabase();
  await execute(server, `create database ${name}`);
  try {
    const url = withDatabase(server, name);
    await execute(url, statements.join("\n"));
    await migrate(migrated.url);
    const expected = declared(await describeSchema(url));
    expect(expected.length).toBeGreaterThan(500);
    expect(declared(await describeSchema(migrated.url))).toEqual(expected);
  } finally {
    await migrated.drop();
    await dropDatabase(server, name);
  }
});
