import { join } from "node:path";
import postgres from "postgres";
import { Agent } from "undici";
import { atMost, type Bench } from "./harness/bench.ts";
import { batchesClosed, createDatabase } from "./database.ts";
import { say } from "./messages.ts";
import { startPart, type Part } from "./harness/part.ts";
import type { AppGiven } from "./part/whole-app.ts";
import { median } from "./harness/statistics.ts";

const CLIP_BYTES = 100_000_000;
const ROUNDS = 7;
const LOOK_MS = 5;
const MB = 1e6;

interface Round {
  readonly ms: number;
  readonly cpuMs: number;
  readonly grownBytes: number;
}

export const largeClip: Bench = {
  name: "large-clip",
  floor: "one undici request into a file, hashed and flushed, and a bare HTTP server that serves the file",
  async run({ folder, server }) {
    const databaseUrl = await createDatabase((await server()).url, "large_clip");
    const [gateway, app, bare] = [startPart("large-clip-gateway"), startPart("whole-app"), startPart("bare-clip")];
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    const reader = new Agent();
    try {
      const gatewayUrl = await gateway.ask<string>("listen", { bytes: CLIP_BYTES });
      const given: AppGiven = { databaseUrl, gatewayUrl, dataDir: join(folder, "clip"), timed: false, video: true };
      const url = await app.ask<string>("start", given);
      const bareUrl = await bare.ask<string>("listen");
      const rounds: { real: Round; floor: Round }[] = [];
      // The first round is a warm-up, and is not counted.
      for (let round = 0; round <= ROUNDS; round++) {
        const floor = await measured(bare, async () => {
          await bare.ask("fetch", { url: gatewayUrl, folder });
          await readAll(reader, bareUrl, "/");
        });
        const real = await measured(app, async () => {
          await say(reader, url, `/video a lighthouse at dusk, number ${round}`);
          await batchesClosed(sql, round + 1, LOOK_MS, "video");
          const [file] = await sql<{ id: string; name: string }[]>`
            select id, name from console_files order by created_at desc limit 1`;
          if (!file) throw new Error("no clip was posted");
          await readAll(reader, new URL(url).origin, `/api/files/${file.id}/${encodeURIComponent(file.name)}`);
        });
        if (round > 0) rounds.push({ real, floor });
      }
      const middle = (of: "real" | "floor", what: keyof Round): number => median(rounds.map((one) => one[of][what]));
      return {
        figures: [
          {
            what: "a clip of 100 MB, from the command to the last byte in the Console",
            unit: "ms",
            value: middle("real", "ms"),
            floor: middle("floor", "ms"),
            aims: [atMost(1.3, "ratio")],
          },
          {
            what: "processor time for it",
            unit: "ms",
            value: middle("real", "cpuMs"),
            floor: middle("floor", "cpuMs"),
          },
          {
            what: "resident memory that it adds at its peak",
            unit: "MB",
            value: middle("real", "grownBytes") / MB,
            floor: middle("floor", "grownBytes") / MB,
            aims: [atMost(64)],
          },
        ],
        notes: [`Medians of ${ROUNDS}, after one round that is not counted; through the media store both ways.`],
      };
    } finally {
      await Promise.all([app.stop(), bare.stop()]);
      await Promise.all([gateway.stop(), reader.close(), sql.end()]);
    }
  },
};

async function measured(part: Part, act: () => Promise<void>): Promise<Round> {
  const idle = await part.ask<number>("forgetPeak");
  const usedMs = await part.ask<number>("cpuMs");
  const began = performance.now();
  await act();
  const ms = performance.now() - began;
  const cpuMs = (await part.ask<number>("cpuMs")) - usedMs;
  return { ms, cpuMs, grownBytes: (await part.ask<number>("peakBytes")) - idle };
}

async function readAll(reader: Agent, origin: string, path: string): Promise<void> {
  const { statusCode, body } = await reader.request({ origin, path, method: "GET" });
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
  if (statusCode !== 200 || bytes !== CLIP_BYTES) throw new Error(`HTTP ${statusCode} with ${bytes} bytes`);
}
