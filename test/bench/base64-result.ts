import { atMost, type Bench, type BenchContext } from "./harness/bench.ts";
import { startPart } from "./harness/part.ts";
import type { Fetched } from "./part/base64-result.ts";
import { median } from "./harness/statistics.ts";

/** Characters of base64 in the answer. */
const RESULT_CHARACTERS = 40_000_000;
const ROUNDS = 3;
const MB = 1e6;

export const base64Result: Bench = {
  name: "base64-result",
  floor: "one undici request whose answer is cut at known places, decoded, hashed and written with node:fs",
  async run({ folder }) {
    const gateway = startPart("large-result");
    try {
      const url = await gateway.ask<string>("listen", { characters: RESULT_CHARACTERS });
      const rounds: { real: Fetched; floor: Fetched }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push({ floor: await fetched("floor", url, folder), real: await fetched("client", url, folder) });
      }
      const middle = (of: "real" | "floor", what: keyof Fetched): number => median(rounds.map((one) => one[of][what]));
      return {
        figures: [
          {
            what: "resident memory that fetching 40 MB of base64 adds at its peak, over 40 MB",
            unit: "x",
            value: middle("real", "grownBytes") / RESULT_CHARACTERS,
            floor: middle("floor", "grownBytes") / RESULT_CHARACTERS,
            aims: [atMost(2.5)],
          },
          {
            what: "the whole process at that peak",
            unit: "MB",
            value: middle("real", "peakBytes") / MB,
            floor: middle("floor", "peakBytes") / MB,
          },
          { what: "time that it takes", unit: "ms", value: middle("real", "ms"), floor: middle("floor", "ms") },
        ],
        notes: [
          "The picture's address answers 404, so the client reads the result twice: once to find the address, once for its base64.",
        ],
      };
    } finally {
      await gateway.stop();
    }
  },
};

/** Runs in its own process, because resident memory tends to stay. */
async function fetched(how: "client" | "floor", url: string, folder: BenchContext["folder"]): Promise<Fetched> {
  const part = startPart("base64-result");
  try {
    return await part.ask<Fetched>(how, { url, folder, bytes: (RESULT_CHARACTERS / 4) * 3 });
  } finally {
    await part.stop();
  }
}
