import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "../../src/db/embedded/embedded-postgres.ts";
import { createLog } from "../../src/lib/log/log.ts";
import { acceptToWire } from "./accept-to-wire.ts";
import { base64Result } from "./base64-result.ts";
import type { Bench, BenchContext } from "./harness/bench.ts";
import { busyAck } from "./busy-ack.ts";
import { decided } from "./decided.ts";
import { discordAck } from "./discord-ack.ts";
import { eventStreams } from "./event-streams.ts";
import { fairness } from "./fairness.ts";
import { fitClip } from "./fit-clip.ts";
import { growth, GROWTH_SIZE } from "./growth.ts";
import { idleMemory } from "./idle-memory.ts";
import { largeClip } from "./large-clip.ts";
import { lifecycle } from "./lifecycle.ts";
import { longLog } from "./long-log.ts";
import { logPictures } from "./log-pictures.ts";
import { load, thisMachine } from "./harness/machine.ts";
import { manyVideos } from "./many-videos.ts";
import { slackAck } from "./slack-ack.ts";
import { start } from "./start.ts";
import { jsonOf, tableOf, type Measured } from "./harness/table.ts";
import { validation } from "./validation.ts";

const BENCHES: readonly Bench[] = [
  validation,
  base64Result,
  eventStreams,
  start,
  acceptToWire,
  decided,
  discordAck,
  busyAck,
  slackAck,
  lifecycle,
  fitClip,
  manyVideos,
  idleMemory,
  largeClip,
  logPictures,
  longLog,
  growth,
  fairness,
];
const USAGE = `npm run bench -- [--json] [--size N] [--only ${BENCHES.map(({ name }) => name).join("|")}]`;

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { json: { type: "boolean" }, only: { type: "string", multiple: true }, size: { type: "string" } },
  });
  const chosen = BENCHES.filter(({ name, onlyIfNamed }) => values.only?.includes(name) ?? onlyIfNamed !== true);
  const size = Number(values.size ?? GROWTH_SIZE);
  if (chosen.length < (values.only?.length ?? 1) || !Number.isSafeInteger(size) || size < 1) {
    process.stderr.write(`There is no such bench, or no such size. ${USAGE}\n`);
    process.exitCode = 1;
    return;
  }
  const before = load();
  const measured = await measureAll(chosen, size);
  const run = { machine: thisMachine(), load: { before, after: load() }, measured };
  process.stdout.write(`${values.json ? jsonOf(run) : tableOf(run)}\n`);
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
  // The parts end with this process. Only the server and the folder would be left.
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

/** Starts it durable, as in production: the cost of a commit is part of what is measured. */
function serverOf(folder: string, stack: AsyncDisposableStack): BenchContext["server"] {
  let starting: ReturnType<typeof startEmbeddedPostgres> | undefined;
  return async () => {
    starting ??= startEmbeddedPostgres({ dataDir: join(folder, "server"), log: createLog("warn") }).then((server) =>
      stack.adopt(server, (it) => it.stop()),
    );
    return starting;
  };
}
