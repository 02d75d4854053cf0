import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { createApp, type App, type Overrides } from "../../src/app/app.ts";
import { readConfig } from "../../src/config/config.ts";
import type { Logger } from "../../src/lib/log/log.ts";
import { createCheckedLog } from "./checked-log.ts";
import { createConsoleClient, type ConsoleClient } from "./console/console-client.ts";
import { createTestDatabase } from "./database/postgres.ts";

export interface TestEasel {
  readonly app: App;
  readonly url: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  readonly console: ConsoleClient;
  stop(): Promise<void>;
}

/**
 * All of Easel in this process: its own database, the embedded sandbox without delays, the Console. All pictures are the same
 * tiny square unless `overrides` ask for `full` media, because drawing takes most of a test's time. Without a `log`, it is searched
 * for secrets and prompts at the stop; with `TEST_LOG`, it is shown instead.
 */
export async function startTestEasel(
  environment: Record<string, string> | ((databaseUrl: string) => Record<string, string>) = {},
  overrides: Overrides = {},
  log?: Logger,
): Promise<TestEasel> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "easel-test-"));
  const config = readConfig(
    {
      PORT: "0",
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SECRET_KEY: "a secret key that is used by tests alone",
      ...(typeof environment === "function" ? environment(database.url) : environment),
    },
    dataDir,
  );
  const shown = process.env["TEST_LOG"];
  const checked = createCheckedLog(config);
  const usual = shown === undefined ? checked.log : pino({ level: shown }, pino.destination(2));
  const app = await createApp(config, log ?? usual, new AbortController().signal, {
    sandboxSpeed: 0,
    sandboxMedia: "tiny",
    sandboxControl: "open",
    ...overrides,
  });
  const url = app.ready.url ?? "";
  const sandboxUrl = /http:\/\/[^ ,]+/.exec(app.ready.gateway)?.[0] ?? "";
  const client = createConsoleClient(url);
  return {
    app,
    url,
    sandboxUrl,
    databaseUrl: database.url,
    console: client,
    async stop() {
      await client.close();
      await app.stop();
      await checked.check(database.url);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
