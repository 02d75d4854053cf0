import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { addLedger, emptyLedger, Ledger, NOTHING_WRONG } from "../support/fault/fault-sums.ts";

/** `npm run test:fault -- [--rounds 5] [--kills 300] [--replicas 3] [--seed N] [a part of a file's name]`. */
const number = { type: "string" } as const;
const { values, positionals } = parseArgs({
  options: { rounds: number, kills: number, replicas: number, seed: number },
  allowPositionals: true,
});

const folder = await mkdtemp(join(tmpdir(), "easel-fault-sums-"));
const sums = join(folder, "sums");
const env = { ...process.env, FAULT_SUMS: sums };
for (const [name, value] of Object.entries(values)) {
  if (!/^\d+$/.test(value)) throw new RangeError(`--${name} needs a number`);
  Object.assign(env, { [`FAULT_${name.toUpperCase()}`]: value });
}
// A new seed each time, printed so that a failing run can be repeated.
const seed = values.seed ?? process.env["FAULT_SEED"] ?? String(Date.now() % 1_000_000);
process.stdout.write(`fault tests with --seed ${seed}\n`);

const run = spawn("vitest", ["run", "--config", "vitest.fault.config.ts", ...positionals], {
  env: { ...env, FAULT_SEED: seed },
  stdio: "inherit",
});
const [code] = await once(run, "exit");
process.exitCode = typeof code === "number" ? code : 1;

const total = emptyLedger();
const lines = (await readFile(sums, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
for (const line of lines) addLedger(total, Ledger.parse(JSON.parse(line)));
await rm(folder, { recursive: true });
process.stdout.write(`sums over ${lines.length} files (seed ${seed}): ${JSON.stringify(total)}\n`);
for (const [name, value] of Object.entries({ ...total })) {
  if (name in NOTHING_WRONG && value !== 0) process.exitCode = 1;
}
