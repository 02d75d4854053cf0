import { join } from "node:path";
import postgres from "postgres";
import { Agent } from "undici";
import { atMost, type Bench } from "./harness/bench.ts";
import { batchesClosed, createDatabase } from "./database.ts";
import { say } from "./messages.ts";
import { startPart } from "./harness/part.ts";
import type { AppGiven, Moments } from "./part/whole-app.ts";
import { startSandboxProcess } from "./sandbox-process.ts";
import { quantile } from "./harness/statistics.ts";

const WARM_UP = 30;
const SAMPLES = 200;
/** How often to check whether the previous request is done, so that each one finds Easel idle. */
const LOOK_MS = 5;

export const acceptToWire: Bench = {
  name: "accept-to-wire",
  floor: "one INSERT with its NOTIFY, until another connection hears it; between the samples, in the same process",
  async run({ folder, server }) {
    const databaseUrl = await createDatabase((await server()).url, "accept_to_wire");
    const sandbox = await startSandboxProcess(folder, "wire-sandbox");
    const part = startPart("whole-app");
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    const console = new Agent();
    try {
      const given: AppGiven = { databaseUrl, gatewayUrl: sandbox.url, dataDir: join(folder, "wire"), timed: true };
      const url = await part.ask<string>("start", given);
      await part.ask("startFloor", { databaseUrl });
      const floorMs: number[] = [];
      for (let sample = 1; sample <= WARM_UP + SAMPLES; sample++) {
        await say(console, url, `/imagine a lighthouse at dusk, number ${sample}`);
        await batchesClosed(sql, sample, LOOK_MS);
        const ms = await part.ask<number>("floor");
        if (sample > WARM_UP) floorMs.push(ms);
      }
      const { accepted, taken } = latencies(await part.ask<Moments>("moments"));
      const both = (what: string, sample: readonly number[], share: number, aim?: number) => ({
        what,
        unit: "ms" as const,
        value: quantile(sample, share),
        floor: quantile(floorMs, share),
        ...(aim === undefined ? {} : { aims: [atMost(aim)] }),
      });
      return {
        figures: [
          both("accepted to create request on the wire, p50", accepted, 0.5, 5),
          both("accepted to create request on the wire, p99", accepted, 0.99, 20),
          both("the same from the command's arrival, its commit included, p50", taken, 0.5),
          both("the same from the command's arrival, its commit included, p99", taken, 0.99),
        ],
        notes: [`${SAMPLES} requests, one at a time, from the Console to a sandbox in another process.`],
      };
    } finally {
      await part.stop();
      await Promise.all([console.close(), sql.end(), sandbox.stop()]);
    }
  },
};

/** Milliseconds from the acknowledgement, and from the command's arrival, to the create's headers. */
function latencies({ acknowledged, sent }: Moments): { accepted: number[]; taken: number[] } {
  if (acknowledged.length !== WARM_UP + SAMPLES || sent.length !== acknowledged.length) {
    throw new Error(`${acknowledged.length} acknowledgements and ${sent.length} creates`);
  }
  const pairs = acknowledged.map(({ at, tookMs }, index) => ({ ms: (sent[index] ?? 0) - at, tookMs })).slice(WARM_UP);
  return { accepted: pairs.map(({ ms }) => ms), taken: pairs.map(({ ms, tookMs }) => ms + tookMs) };
}
