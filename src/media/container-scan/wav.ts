import type { Outline } from "./outline.ts";
import { Damage, need, type FileReader } from "./reader.ts";
import { endOfRiff, RIFF_HEADER_BYTES, riffChunks } from "./riff.ts";

/** The bytes of `fmt ` up to the bytes per second (Microsoft, "Multimedia Programming Interface and Data Specifications 1.0"). */
const FORMAT_BYTES = 12;

/** Checks that a WAV is complete, and returns its length: its sound's bytes at the rate that its format states. */
export async function scanWav(reader: FileReader): Promise<Outline> {
  const end = await endOfRiff(reader);
  let rate = 0;
  let bytes = 0;
  for await (const { type, content, to } of riffChunks(reader, RIFF_HEADER_BYTES, end)) {
    if (type === "fmt " && rate === 0) rate = (await need(reader, content, FORMAT_BYTES)).readUInt32LE(8);
    if (type === "data" && bytes === 0) bytes = to - content;
  }
  if (rate === 0 || bytes === 0) throw new Damage("unreadable", "a WAV without sound");
  return { end, seconds: bytes / rate };
}
