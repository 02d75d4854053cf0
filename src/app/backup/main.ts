import { readConfig, secretsIn, type Config } from "../../config/config.ts";
import { loadEnvFile } from "../../config/env-file.ts";
import { EaselError, rootCode } from "../../lib/errors.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log/log.ts";
import { createLineRedaction } from "../../lib/log/redact.ts";
import { readArguments, type Asked } from "./arguments.ts";
import { backUp } from "./back-up.ts";
import { backedUpReport, restoredReport, settledReport, verifiedReport } from "./report.ts";
import { restore, settle } from "./restore.ts";
import { verify } from "./verify.ts";

/** `npm run backup` and `npm run restore`. The exit code is 1 if the copy was not made or restored, or is damaged. */
process.umask(0o077);
const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupt.abort());
try {
  const asked = readArguments(process.argv.slice(2));
  if (asked.work === "verify") print(await check(asked.folder));
  else {
    loadEnvFile(process.env, process.cwd());
    const config = readConfig(process.env, process.cwd());
    await run(asked, config).then(print, (error: unknown) => fail(error, secretsIn(config)));
  }
} catch (error) {
  fail(error, []);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(error: unknown, secrets: readonly string[]): void {
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

/** A copy may be checked where Easel is not configured. */
async function check(folder: string): Promise<string> {
  const { text, isWell } = verifiedReport(folder, await verify(folder, interrupt.signal));
  if (!isWell) process.exitCode = 1;
  return text;
}

async function run(
  { work, folder, at, flags }: Exclude<Asked, { readonly work: "verify" }>,
  config: Config,
): Promise<string> {
  const log = createLog("warn", undefined, { secrets: secretsIn(config) });
  const since = flags["stopped-since"] ? "stopped" : flags["keys-changed"] ? "keys-changed" : "ran";
  if (work === "backup") {
    const options = { withMedia: !flags["without-media"] };
    return backedUpReport(folder, await backUp(config, folder, options, log, interrupt.signal));
  }
  if (work === "settle") {
    return settledReport(at, await settle(config, at, since, log, interrupt.signal), new Date(systemClock.now()));
  }
  const options = { since, withoutKeys: flags["new-secret"] } as const;
  return restoredReport(await restore(config, folder, options, log, interrupt.signal));
}
