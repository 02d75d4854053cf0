import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import type { App } from "./app/app.ts";
import { readConfig, secretsIn } from "./config/config.ts";
import { loadEnvFile } from "./config/env-file.ts";
import { createFatalErrorLog } from "./lib/log/fatal-error-log.ts";
import { createLog } from "./lib/log/log.ts";
import { readyBlock } from "./app/ready.ts";

/** A slower stop is forced, so that a stuck part can't keep the process alive. */
const STOP_MS = 9_500;

/** Caches compiled code for the next start. The code is executed, so others must not be able to write to this folder. */
const COMPILE_CACHE = join(import.meta.dirname, "../node_modules/.cache/easel");

/** How long the process may linger after everything has stopped, even if something still holds the event loop. */
const LINGER_MS = 1_000;

await main();

async function main(): Promise<void> {
  // Before the first file is created: only this user may read what this process and its children write.
  process.umask(0o077);
  let secrets: readonly string[] = [];
  const lastWords = createFatalErrorLog(() => secrets);
  lastWords.watchProcess();
  const interrupt = new AbortController();
  let app: App | undefined;
  let stopping: Promise<void> | undefined;
  const stop = (): void => {
    interrupt.abort(new Error("told to stop"));
    if (app) stopping ??= stopApp(app);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  try {
    loadEnvFile(process.env, process.cwd());
    const config = readConfig(process.env, process.cwd());
    secrets = secretsIn(config);
    enableCompileCache(COMPILE_CACHE);
    // Loaded after the configuration is validated, so that its mistakes are reported immediately.
    const { createApp } = await import("./app/app.ts");
    const log = createLog(config.logLevel, undefined, {
      secrets,
      role: config.role,
      isTraced: config.traces !== undefined,
    });
    app = await createApp(config, log, interrupt.signal);
    if (interrupt.signal.aborted) stop();
    else console.log(readyBlock(app.ready));
    // Write the cache now: a killed process could not.
    flushCompileCache();
  } catch (error) {
    if (interrupt.signal.aborted) return;
    process.exitCode = 1;
    lastWords.ofStart(error);
    endSoon();
  }
}

async function stopApp(app: App): Promise<void> {
  const force = setTimeout(() => {
    console.error("Easel did not stop in time and was ended by force.");
    process.exit(1);
  }, STOP_MS);
  force.unref();
  await app.stop();
  clearTimeout(force);
  endSoon();
}

/** Ends the process although a call that can't be aborted may still be in progress. */
function endSoon(): void {
  setTimeout(() => process.exit(), LINGER_MS).unref();
}
