import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

/** `npm run test:fault -- [--rounds 5] [--kills 40] [--replicas 3] [--seed N] [a part of a file's name]`. */
const number = { type: "string" } as const;
const { values, positionals } = parseArgs({
  options: { rounds: number, kills: number, replicas: number, seed: number },
  allowPositionals: true,
});

const env = { ...process.env };
for (const [name, value] of Object.entries(values)) {
  if (!/^\d+$/.test(value)) throw new RangeError(`--${name} needs a number`);
  env[`FAULT_${name.toUpperCase()}`] = value;
}
// Another one each time, and printed, so that what one run found can be had again.
env["FAULT_SEED"] ??= String(Date.now() % 1_000_000);
process.stdout.write(`fault tests with --seed ${env["FAULT_SEED"]}\n`);

const run = spawn("vitest", ["run", "--config", "vitest.fault.config.ts", ...positionals], { env, stdio: "inherit" });
run.once("exit", (code) => {
  process.exitCode = code ?? 1;
});
