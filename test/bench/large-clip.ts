import { atMost, type Bench, type BenchContext } from "./bench.ts";
import { startPart } from "./part.ts";
import type { Delivered } from "./part/large-clip.ts";
import { median } from "./statistics.ts";

const CLIP_BYTES = 100_000_000;
const ROUNDS = 5;
const MB = 1e6;

export const largeClip: Bench = {
  name: "large-clip",
  floor: "an undici download that is hashed and written with node:fs, flushed, and uploaded from there",
  async run({ folder }) {
    const world = startPart("clip-and-chat");
    try {
      const url = await world.ask<string>("listen", { bytes: CLIP_BYTES });
      const rounds: Record<"easel" | "stored" | "piped", Delivered>[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push({
          piped: await delivered("piped", url, folder),
          stored: await delivered("stored", url, folder),
          easel: await delivered("easel", url, folder),
        });
      }
      const middle = (of: "easel" | "stored" | "piped", what: keyof Delivered): number =>
        median(rounds.map((one) => one[of][what]));
      return {
        figures: [
          {
            what: "100 MB from the gateway to the chat",
            unit: "ms",
            value: middle("easel", "ms"),
            floor: middle("stored", "ms"),
            aims: [atMost(1.3, "ratio")],
          },
          {
            what: "resident memory that it adds at its peak",
            unit: "MB",
            value: middle("easel", "grownBytes") / MB,
            floor: middle("stored", "grownBytes") / MB,
            aims: [atMost(64)],
          },
        ],
        notes: [
          `A pipe from the one to the other that keeps nothing and so survives no crash: ${middle("piped", "ms").toFixed(0)} ms.`,
        ],
      };
    } finally {
      await world.stop();
    }
  },
};

/** In a process of its own, because memory that was resident once tends to stay. */
async function delivered(
  how: "easel" | "stored" | "piped",
  url: string,
  folder: BenchContext["folder"],
): Promise<Delivered> {
  const part = startPart("large-clip");
  try {
    return await part.ask<Delivered>(how, { url, folder, bytes: CLIP_BYTES });
  } finally {
    await part.stop();
  }
}
