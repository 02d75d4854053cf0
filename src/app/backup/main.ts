import { existsSync } from "node:fs";
import { readConfig, secretsIn, type Config } from "../../config/config.ts";
import { EaselError, rootCode } from "../../lib/errors.ts";
import { createLog } from "../../lib/log/log.ts";
import { createLineRedaction } from "../../lib/log/redact.ts";
import { readArguments } from "./arguments.ts";
import { backUp } from "./back-up.ts";
import { backedUpReport, restoredReport, settledReport } from "./report.ts";
import { restore, settle } from "./restore.ts";

/** `npm run backup` and `npm run restore`. The exit code is 1 if the copy was not made or restored. */
process.umask(0o077);
let secrets: readonly string[] = [];
const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupt.abort());
try {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig(process.env, process.cwd());
  secrets = secretsIn(config);
  process.stdout.write(`${await run(config)}\n`);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${createLineRedaction(secrets)(reasonOf(error))}\n`);
}

/** The reason on one line. */
function reasonOf(error: unknown): string {
  if (interrupt.signal.aborted) return "Told to stop before the end.";
  if (error instanceof EaselError) return error.message.replaceAll(/\s*\n\s*/g, " ");
  const code = rootCode(error);
  return `It failed${code === undefined ? "" : ` (${code})`}: ${error instanceof Error ? error.message : typeof error}`;
}

async function run(config: Config): Promise<string> {
  const log = createLog("warn", undefined, { secrets });
  const { work, folder, at, flags } = readArguments(process.argv.slice(2));
  const since = flags["stopped-since"] ? "stopped" : flags["keys-changed"] ? "keys-changed" : "ran";
  if (work === "backup") {
    const options = { withMedia: !flags["without-media"] };
    return backedUpReport(folder, await backUp(config, folder, options, log, interrupt.signal));
  }
  if (work === "settle") return settledReport(at, await settle(config, at, since, log, interrupt.signal));
  const options = { since, withoutKeys: flags["new-secret"] } as const;
  return restoredReport(await restore(config, folder, options, log, interrupt.signal));
}
