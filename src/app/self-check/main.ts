import { secretsIn, type Config } from "../../config/config.ts";
import { loadEnvFile } from "../../config/env-file.ts";
import { systemClock } from "../../lib/clock.ts";
import { ConfigError } from "../../lib/errors.ts";
import { createLog } from "../../lib/log/log.ts";
import { createLineRedaction } from "../../lib/log/redact.ts";
import { readWhatIsRight } from "./configuration.ts";
import { bad, type Line } from "./line.ts";
import { reportOf, selfCheck } from "./self-check.ts";

/** `npm run doctor`: prints one line per finding. Exits with 1 if any finding needs attention. */
process.umask(0o077);
const { config, lines } = await examine();
const redact = createLineRedaction(config ? secretsIn(config) : []);
process.stdout.write(`${redact(reportOf(lines))}\n`);
// Connections that a check left open must not keep the process alive.
process.exit(lines.every(({ isWell }) => isWell) ? 0 : 1);

async function examine(): Promise<{ readonly config?: Config; readonly lines: readonly Line[] }> {
  const mistake = mistakeInEnvFile();
  if (mistake) return { lines: [mistake] };
  const read = readWhatIsRight(process.env, process.cwd());
  if (!read.config) return { lines: read.problems.map(({ message }) => bad(message)) };
  const context = { clock: systemClock, random: Math.random, log: createLog("silent") };
  return { config: read.config, lines: await selfCheck(read.config, context, new AbortController().signal, read) };
}

function mistakeInEnvFile(): Line | undefined {
  try {
    loadEnvFile(process.env, process.cwd());
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return bad(error.message);
    throw error;
  }
}
