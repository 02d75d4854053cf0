import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backUp } from "../../../src/app/backup/back-up.ts";
import { databaseLines } from "../../../src/app/self-check/database.ts";
import { checked, type Line } from "../../../src/app/self-check/line.ts";
import { readConfig } from "../../../src/config/config.ts";
import { checkDatabase } from "../../../src/db/pooler/check-database.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import {
  type PgBouncer,
  PGBOUNCER_PREPARES,
  pgBouncerMissing,
  startPgBouncer,
} from "../../support/process/pgbouncer.ts";

const IGNORED =
  "jit,statement_timeout,lock_timeout,idle_in_transaction_session_timeout,transaction_timeout,role,extra_float_digits";
const OWN_ADDRESS = "set DATABASE_DIRECT_URL to PostgreSQL's own address, postgres://user:password@host:5432/database.";

/** PgBouncer keeps prepared statements by default since 1.24, and does not know the setting before 1.21. */
const KEEPS_NONE = PGBOUNCER_PREPARES ? { max_prepared_statements: "0" } : {};

let database: TestDatabase;
let pooler: PgBouncer;
let pooledUrl: string;

beforeAll(async () => {
  database = await createTestDatabase();
  if (pgBouncerMissing !== undefined) return;
  pooler = await startPgBouncer(database.url, { pool_mode: "transaction", default_pool_size: 3, ...KEEPS_NONE });
  pooledUrl = pooler.urlFor(database.url);
});
afterAll(async () => {
  await pooler?.stop();
  await database.drop();
});

/** The findings of the start's check through a pooler with these settings. */
async function checkedWith(settings: Record<string, string>, directUrl?: string) {
  const other = await startPgBouncer(database.url, settings);
  try {
    return await checkDatabase({ url: other.urlFor(database.url), directUrl });
  } catch (error) {
    return error instanceof Error ? error.message : error;
  } finally {
    await other.stop();
  }
}

describe("a start without a pooler", () => {
  it("finds PostgreSQL itself, with or without DATABASE_DIRECT_URL", async () => {
    const none = { mode: "none", dropsSettings: false, prepares: true };
    expect(await checkDatabase({ url: database.url, directUrl: undefined })).toEqual(none);
    expect(await checkDatabase({ url: database.url, directUrl: database.url })).toEqual(none);
  });

  it("refuses a DATABASE_DIRECT_URL that leads to another database", async () => {
    const other = await createTestDatabase();
    await expect(checkDatabase({ url: database.url, directUrl: other.url })).rejects.toThrow(
      "DATABASE_URL and DATABASE_DIRECT_URL lead to different servers, databases or users",
    );
    await other.drop();
  });
});

describe.skipIf(pgBouncerMissing !== undefined)("a start without DATABASE_DIRECT_URL", () => {
  it.each([
    ["that refuses session settings", {}],
    ["that ignores session settings", { ignore_startup_parameters: IGNORED }],
  ])("names the fix for a pooler in transaction mode %s", async (_what, more) => {
    expect(await checkedWith({ pool_mode: "transaction", ...more })).toBe(
      `DATABASE_URL leads to a connection pooler such as PgBouncer, in transaction mode, where notifications and migrations get lost; keep it, and ${OWN_ADDRESS}`,
    );
  });

  it("names the fix for a pooler that hands out its sessions round-robin", async () => {
    const settings = { pool_mode: "transaction", server_round_robin: "1", min_pool_size: "4" };
    expect(await checkedWith(settings)).toContain("in transaction mode");
  });

  it("names the fix for a pooler in session mode that refuses session settings", async () => {
    expect(await checkedWith({ pool_mode: "session" })).toBe(
      `DATABASE_URL leads to a connection pooler such as PgBouncer, that refuses the settings of Easel's sessions; keep it, and ${OWN_ADDRESS}`,
    );
  });

  it("continues with a pooler in session mode that ignores them, and records that", async () => {
    expect(await checkedWith({ pool_mode: "session", ignore_startup_parameters: IGNORED })).toEqual({
      mode: "session",
      dropsSettings: true,
      prepares: true,
    });
  });
});

describe.skipIf(pgBouncerMissing !== undefined)("a start with DATABASE_DIRECT_URL", () => {
  it.each(["transaction", "session"])("finds a pooler in %s mode", async (mode) => {
    expect(await checkedWith({ pool_mode: mode }, database.url)).toMatchObject({ mode, dropsSettings: false });
  });

  it("refuses an address that also leads through a pooler", async () => {
    await expect(checkDatabase({ url: pooledUrl, directUrl: pooledUrl })).rejects.toThrow(
      "DATABASE_DIRECT_URL leads to a connection pooler such as PgBouncer, in transaction mode, where notifications and migrations get lost; set it to PostgreSQL's own address",
    );
  });

  it("refuses a pooler in statement mode", async () => {
    expect(await checkedWith({ pool_mode: "statement" }, database.url)).toBe(
      "DATABASE_URL leads to a connection pooler in statement mode, which refuses transactions; set its pool_mode to transaction.",
    );
  });

  it("finds out whether statements can be prepared, and leaves none behind", async () => {
    const keepingNone = { pool_mode: "transaction", ...KEEPS_NONE };
    expect(await checkedWith(keepingNone, database.url)).toMatchObject({ prepares: false });
    if (!PGBOUNCER_PREPARES) return;
    const keeping = { pool_mode: "transaction", max_prepared_statements: "100" };
    expect(await checkedWith(keeping, database.url)).toMatchObject({ prepares: true });
  });
});

describe.skipIf(pgBouncerMissing !== undefined)("the self-check", () => {
  const linesOf = async (directUrl: string | undefined): Promise<readonly Line[]> =>
    checked("The database", () => databaseLines({ url: pooledUrl, directUrl }, systemClock));

  it("names the fix without DATABASE_DIRECT_URL", async () => {
    expect(await linesOf(undefined)).toEqual([{ isWell: false, text: expect.stringContaining(OWN_ADDRESS) }]);
  });

  it("reports the pooler's mode, and whether it keeps prepared statements", async () => {
    expect(await linesOf(database.url)).toContainEqual({
      isWell: true,
      text: "Pooler: in transaction mode, without prepared statements; DATABASE_DIRECT_URL leads past it. PgBouncer has them from 1.21 on, with max_prepared_statements = 500.",
    });
  });

  it("reports the time limits that a pooler in session mode drops", async () => {
    const other = await startPgBouncer(database.url, { pool_mode: "session", ignore_startup_parameters: IGNORED });
    const lines = await databaseLines({ url: other.urlFor(database.url), directUrl: undefined }, systemClock);
    await other.stop();
    const text = expect.stringMatching(/^Pooler: in session mode, and it drops the time limits/);
    expect(lines).toContainEqual({ isWell: false, text });
  });

  it("still checks PostgreSQL itself while the pooler is unavailable", async () => {
    const other = await startPgBouncer(database.url, { pool_mode: "transaction" });
    await other.stop();
    const lines = await databaseLines({ url: other.urlFor(database.url), directUrl: database.url }, systemClock);
    const text = "DATABASE_URL: nothing listens there; start the server, or correct host and port in the address.";
    expect(lines).toContainEqual({ isWell: false, text });
    expect(lines[0]?.text).toMatch(/^Database: PostgreSQL 18/);
  });
});

describe.skipIf(pgBouncerMissing !== undefined)("Easel behind a pooler in transaction mode", () => {
  let easel: TestEasel;
  beforeAll(async () => {
    easel = await startTestEasel((url) => ({ DATABASE_URL: pooler.urlFor(url), DATABASE_DIRECT_URL: url }));
  });
  afterAll(() => easel.stop());

  it("makes requests, and the doctor reports the pooler in front of PostgreSQL", async () => {
    expect(easel.app.ready.database).toMatch(/^PostgreSQL at \S+, through the pooler at \S+$/);
    await easel.console.say("/imagine a bridge over a pool --count 2");
    await easel.console.see("the result", (messages) => messages.find(({ files }) => files.length === 2));
    const admin = createConsoleClient(easel.url, "admin");
    const { text } = await admin.answerTo("/easel-admin doctor");
    await admin.close();
    expect(text).toContain("✓ A connection pooler in transaction mode is in front of PostgreSQL");
  });

  it("is backed up over the direct connection", async () => {
    const folder = await mkdtemp(join(tmpdir(), "easel-pooler-"));
    const environment = {
      DATABASE_URL: pooler.urlFor(easel.databaseUrl),
      DATABASE_DIRECT_URL: easel.databaseUrl,
      SECRET_KEY: "a secret key that is used by tests alone",
    };
    const { signal } = new AbortController();
    try {
      const config = readConfig(environment, folder);
      const copied = backUp(config, join(folder, "copy"), { withMedia: false }, createLog("silent"), signal);
      await expect(copied).resolves.toMatchObject({ media: undefined });
      const alone = readConfig({ ...environment, DATABASE_DIRECT_URL: "" }, folder);
      const refused = backUp(alone, join(folder, "other"), { withMedia: false }, createLog("silent"), signal);
      await expect(refused).rejects.toThrow(OWN_ADDRESS);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
