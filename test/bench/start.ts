import { join } from "node:path";
import { ensurePageBuilt } from "../../src/platforms/console/page-build.ts";
import { createLog } from "../../src/lib/log/log.ts";
import { startEaselProcess } from "../support/process/easel-process.ts";
import { atMost, type Bench } from "./harness/bench.ts";
import { askPart } from "./harness/part.ts";
import { median } from "./harness/statistics.ts";

const ROUNDS = 3;

export const start: Bench = {
  name: "start",
  floor: "the embedded PostgreSQL alone, in a process that is already running",
  async run({ folder, say }) {
    // `npm ci` builds the page. If the page has changed since, building it again must not count.
    await ensurePageBuilt(createLog("warn"));
    const seconds = {
      first: [] as number[],
      warm: [] as number[],
      floorFirst: [] as number[],
      floorWarm: [] as number[],
    };
    for (let round = 1; round <= ROUNDS; round++) {
      const [own, bare] = [join(folder, `start-${round}`), join(folder, `start-floor-${round}`)];
      seconds.floorFirst.push(await askPart<number>("postgres-start", "startAndStop", bare));
      seconds.first.push(await startAndStop(own));
      seconds.floorWarm.push(await askPart<number>("postgres-start", "startAndStop", bare));
      seconds.warm.push(await startAndStop(own));
      say(`  start: round ${round} of ${ROUNDS}`);
    }
    return {
      figures: [
        {
          what: "from the command to ready, in an empty DATA_DIR",
          unit: "s",
          value: median(seconds.first),
          floor: median(seconds.floorFirst),
          aims: [atMost(5)],
        },
        {
          what: "from the command to ready, again",
          unit: "s",
          value: median(seconds.warm),
          floor: median(seconds.floorWarm),
          aims: [atMost(2)],
        },
      ],
      notes: [
        `Medians of ${ROUNDS}. The files of program and database are in the kernel's cache, as after \`npm ci\`.`,
      ],
    };
  },
};

/** Seconds from the command until Easel reports that it is ready. */
async function startAndStop(dataDir: string): Promise<number> {
  const began = performance.now();
  await using easel = await startEaselProcess({ DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn" });
  const seconds = (performance.now() - began) / 1_000;
  await easel.end("SIGTERM");
  return seconds;
}
