import { writeFile } from "node:fs/promises";
import { missedAims } from "./aims.ts";
import { readOptions } from "./options.ts";
import { reportOf } from "./report.ts";
import { soak } from "./run.ts";

/** `npm run soak -- [--minutes 30] [--channels 200] [--report out.md] [--note "what else the machine did"]`. */
const options = readOptions(process.argv.slice(2));
const interrupted = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => interrupted.abort(new Error(`ended by ${name}`)));
}

// Keeps this process alive while it waits for the database's process to end.
const alive = setInterval(() => {}, 60_000);
const say = (text: string): void => void process.stderr.write(`${text}\n`);
try {
  const result = await soak(options, say, interrupted.signal);
  const report = reportOf(result, new Date());
  if (options.report === undefined) process.stdout.write(report);
  else await writeFile(options.report, report);
  const missed = missedAims(result);
  for (const one of missed) say(`missed: ${one}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
} finally {
  clearInterval(alive);
}
