import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../../src/db/embedded/embedded-postgres.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import type { Bench, BenchContext } from "./bench.ts";
import { load, thisMachine } from "./machine.ts";
import { jsonOf, tableOf, type Measured } from "./table.ts";

/** Runs benches, writes their table or JSON to the standard output, and sets the exit code if one failed. */
export async function measure(
  benches: readonly Bench[],
  { size, asJson }: { readonly size: number; readonly asJson: boolean },
): Promise<void> {
  const before = load();
  const measured = await measureAll(benches, size);
  const run = { machine: thisMachine(), load: { before, after: load() }, measured };
  process.stdout.write(`${asJson ? jsonOf(run) : tableOf(run)}\n`);
  if (measured.some(({ failure }) => failure !== undefined)) process.exitCode = 1;
}

/** Runs them one by one, so that they don't disturb each other. */
async function measureAll(chosen: readonly Bench[], size: number): Promise<Measured[]> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "easel-bench-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const context: BenchContext = {
    folder,
    size,
    server: serverOf(folder, stack),
    say: (text) => process.stderr.write(`${text}\n`),
  };
  // The parts end with this process, but the server and the folder would remain.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      stack.disposeAsync().then(
        () => process.exit(130),
        () => process.exit(1),
      );
    });
  }
  const measured: Measured[] = [];
  for (const bench of chosen) {
    const began = performance.now();
    context.say(`${bench.name} …`);
    try {
      measured.push({ bench, result: await bench.run(context) });
    } catch (error) {
      measured.push({ bench, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    context.say(`${bench.name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  return measured;
}

/** Starts a durable server, as in production: the measurements include the cost of commits. */
function serverOf(folder: string, stack: AsyncDisposableStack): BenchContext["server"] {
  let starting: ReturnType<typeof startEmbeddedPostgres> | undefined;
  return async () => {
    starting ??= startEmbeddedPostgres({ dataDir: join(folder, "server"), log: createLog("warn") }).then((server) =>
      stack.adopt(server, (it) => it.stop()),
    );
    return starting;
  };
}
