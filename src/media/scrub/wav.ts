import { Damage, type FileReader } from "../container-scan/reader.ts";
import { endOfRiff, RIFF_HEADER_BYTES, riffChunks } from "../container-scan/riff.ts";
import { untilDamage, type Edits } from "./byte-edits.ts";

/** The format, the number of samples, and the samples. Notes, names, dates, cue points and embedded tags are not among them. */
const WAV_KEPT: ReadonlySet<string> = new Set(["fmt ", "fact", "data"]);

export async function* scrubWav(reader: FileReader): Edits {
  const whole = await endOfRiff(reader).catch((error: unknown) => {
    if (error instanceof Damage) return reader.size;
    throw error;
  });
  let end = RIFF_HEADER_BYTES;
  let cut = 0;
  for await (const { type, from, to } of untilDamage(riffChunks(reader, RIFF_HEADER_BYTES, whole))) {
    end = to;
    if (WAV_KEPT.has(type)) continue;
    cut += to - from;
    yield { do: "cut", from, to };
  }
  const length = Buffer.alloc(4);
  length.writeUInt32LE(end - cut - 8);
  yield { do: "write", at: 4, bytes: length };
  yield { do: "cut", from: end, to: reader.size };
}
