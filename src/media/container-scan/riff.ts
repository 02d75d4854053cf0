import { Damage, need, needUpTo, type FileReader } from "./reader.ts";

/** A chunk of a RIFF file, its padding included. */
export interface RiffChunk {
  readonly type: string;
  readonly from: number;
  readonly content: number;
  readonly to: number;
}

/** Where a RIFF file's first chunk begins: after `RIFF`, the length, and the format's name. */
export const RIFF_HEADER_BYTES = 12;

/** RFC 9649, section 2.3: chunks of type, length and data, padded to an even length; the last padding may be left out. */
export async function* riffChunks(
  reader: FileReader,
  from: number,
  end: number,
): AsyncGenerator<RiffChunk, void, undefined> {
  for (let offset = from; offset < end;) {
    reader.step();
    const chunk = await need(reader, offset, 8);
    const length = chunk.readUInt32LE(4);
    const to = offset + 8 + length + (length % 2);
    if (to > end + 1) throw new Damage("unreadable", "a RIFF chunk goes past its file");
    yield { type: chunk.toString("latin1", 0, 4), from: offset, content: offset + 8, to: Math.min(to, end) };
    offset = to;
  }
}

/** The end of a RIFF file by its header. */
export async function endOfRiff(reader: FileReader): Promise<number> {
  const end = 8 + (await need(reader, 4, 4)).readUInt32LE(0);
  needUpTo(reader, end);
  return end;
}
