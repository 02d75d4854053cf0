import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import postgres from "postgres";
import { createApp, type App, type Overrides } from "../../../src/app/app.ts";
import { readConfig, type Role } from "../../../src/config/config.ts";
import { startSandbox } from "../../../src/sandbox/sandbox.ts";
import { createConsoleClient, type ConsoleClient } from "../console/console-client.ts";
import { createCheckedLog } from "../checked-log.ts";
import { createTestDatabase } from "../database/postgres.ts";

/** What several processes share: a database, a media folder, and a gateway whose key allows four concurrent jobs. */
export interface Fleet {
  readonly sandboxUrl: string;
  /** Direct access to the tables. */
  readonly sql: postgres.Sql;
  /** The environment for a separate process. */
  environment(role: Role): Record<string, string>;
  /** Starts a member of the fleet in this process. Its log is searched for secrets and prompts at the stop. */
  start(role: Role, overrides?: Overrides): Promise<App>;
  /** Expires a killed worker's lease immediately. */
  expire(workerId: string): Promise<void>;
  /** A person at a member's Console. */
  visit(app: App): ConsoleClient;
  /** Stops everything that was started here. */
  close(): Promise<void>;
}

/** `more`: additional environment variables for every member. */
export async function openFleet(more: Readonly<Record<string, string>> = {}): Promise<Fleet> {
  await using opened = new AsyncDisposableStack();
  const database = opened.adopt(await createTestDatabase(), (it) => it.drop());
  const folder = opened.adopt(await mkdtemp(join(tmpdir(), "easel-fleet-")), (it) =>
    rm(it, { recursive: true, force: true }),
  );
  const shown = process.env["TEST_LOG"];
  const log = pino({ level: shown ?? "silent" }, pino.destination(2));
  const sandbox = opened.adopt(
    await startSandbox({ port: 0, dataDir: join(folder, "gateway"), speed: 0, media: "tiny", log }),
    (it) => it.stop(),
  );
  const sql = opened.adopt(postgres(database.url, { max: 1, onnotice: () => {} }), (it) => it.end());
  const environment = (role: Role): Record<string, string> => ({
    ROLE: role,
    PORT: "0",
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: database.url,
    SECRET_KEY: "a secret key that is used by tests alone",
    IMAGE_BASE_URL: sandbox.url,
    IMAGE_API_KEY: "sk-sandbox-four",
    LOG_LEVEL: "warn",
    ...more,
  });
  const parts = opened.move();
  return {
    sandboxUrl: sandbox.url,
    sql,
    environment,
    async start(role, overrides) {
      const config = readConfig(environment(role), folder);
      const checked = createCheckedLog(config);
      const app = await createApp(
        config,
        shown === undefined ? checked.log : log,
        new AbortController().signal,
        overrides,
      );
      let stopped: Promise<void> | undefined;
      const once = { ready: app.ready, stop: () => (stopped ??= app.stop().then(() => checked.check(database.url))) };
      parts.defer(() => once.stop());
      return once;
    },
    async expire(workerId) {
      await sql`update workers set beat = now() - interval '1 minute' where id = ${workerId}`;
    },
    visit: (app) => parts.adopt(createConsoleClient(app.ready.url ?? ""), (it) => it.close()),
    close: () => parts.disposeAsync(),
  };
}
