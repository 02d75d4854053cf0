import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runEaselProcess } from "../../support/process/easel-process.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

let folder: string;
let database: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-last-words-"));
  database = await createTestDatabase();
  environment = {
    DATA_DIR: folder,
    PORT: "0",
    LOG_LEVEL: "silent",
    DATABASE_URL: database.url,
    SECRET_KEY: "a secret key that is used by tests alone",
  };
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function sql(statement: string): Promise<void> {
  const client = postgres(database.url, { max: 1, onnotice: () => {} });
  await client.unsafe(statement);
  await client.end();
}

/** The environment that makes Easel's process run this code. */
async function preload(code: string): Promise<Record<string, string>> {
  const file = join(folder, "beside.mjs");
  await writeFile(file, code);
  return { NODE_OPTIONS: `--import=${pathToFileURL(file).href}` };
}

describe("the line that says why a process ended", () => {
  it("contains no parameter of the query that failed", async () => {
    await sql("alter table credentials rename column masked to hidden");
    const { code, out, err } = await runEaselProcess(environment);
    await sql("alter table credentials rename column hidden to masked");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(err)).toMatchObject({ level: "fatal", msg: "Easel can't start" });
    expect(err).toContain("Failed query");
    expect(err).toContain("masked");
    expect(err).not.toMatch(/v1\.[\w-]+\./);
    expect(err).not.toContain("params");
    expect(err).not.toContain(new URL(database.url).password);
  });

  it.each([
    ["thrown", "throw error"],
    ["rejected", "Promise.reject(error)"],
  ])("contains no secret of an uncaught error that was %s", async (_how, fate) => {
    const error = "new Error('on\\npostgres://easel:hunter2@db/easel with a secret key that is used by tests alone')";
    const { code, err } = await runEaselProcess({
      ...environment,
      ...(await preload(`setTimeout(() => { const error = ${error}; ${fate}; }, 300)`)),
    });
    expect(code).toBe(1);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(err)).toMatchObject({ level: "fatal", err: { type: "Error" } });
    expect(err).not.toContain("hunter2");
    expect(err).not.toContain("used by tests alone");
  });
});

describe("a database of a newer Easel", () => {
  it("is reported with the version that can read it, and left unchanged", async () => {
    await sql(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of-tomorrow', ${Date.UTC(2100, 0)})`,
    );
    await sql("comment on schema drizzle is 'Easel 7.8.9'");
    const { code, err } = await runEaselProcess(environment);
    expect(code).toBe(1);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(err).toMatch(
      /^Easel can't start\. DATABASE_URL: .*written by a newer Easel.*start version 7\.8\.9 or later/,
    );
  });

  it("is reported even if its version is unknown", async () => {
    await sql("comment on schema drizzle is null");
    const { err } = await runEaselProcess(environment);
    expect(err).toMatch(/written by a newer Easel.*start the version that wrote it, or a later one/);
    await sql("delete from drizzle.__drizzle_migrations where hash = 'of-tomorrow'");
  });
});
