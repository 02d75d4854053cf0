import { join } from "node:path";
import { largeClip } from "../support/media/large-files.ts";
import { atMost, type Bench } from "./harness/bench.ts";
import { askPart } from "./harness/part.ts";
import type { Fitting } from "./part/fit-clip.ts";

const CLIP = { width: 1280, height: 720, seconds: 6, bits: 24_000_000 };
const LIMIT_BYTES = 10 * 1024 * 1024;

export const fitClip: Bench = {
  name: "fit-clip",
  floor: "an event loop that has nothing to do for as long",
  async run({ folder }) {
    const clip = (await largeClip(CLIP)).toString("base64");
    const given = { folder: join(folder, "fit"), clip, maxBytes: LIMIT_BYTES };
    const fitting = await askPart<Fitting>("fit-clip", "fit", given);
    const idle = await askPart<Fitting>("fit-clip", "idle", { ms: fitting.ms });
    return {
      figures: [
        {
          what: "delay of the event loop while a clip is encoded again, p99",
          unit: "ms",
          value: fitting.p99Ms,
          floor: idle.p99Ms,
          aims: [atMost(20)],
        },
        { what: "the same, at most", unit: "ms", value: fitting.maxMs, floor: idle.maxMs },
        { what: "encoding 6 s of 720p to fit into 10 MiB", unit: "s", value: fitting.ms / 1000 },
      ],
      notes: [`${(fitting.bytes / 1e6).toFixed(1)} of ${(LIMIT_BYTES / 1e6).toFixed(1)} MB are used.`],
    };
  },
};
