import { boxesIn, type Box } from "../container-scan/boxes.ts";
import { need, readPart, type FileReader } from "../container-scan/reader.ts";

/** What is needed to find a track's samples (ISO/IEC 14496-12, 8.7). */
export interface Track {
  readonly id: number;
  /** Its kind: `vide`, `soun`, or something else. */
  readonly handler: string | undefined;
  /** `stsz` or `stz2`, `stsc`, and `stco` or `co64`. */
  readonly tables: ReadonlyMap<string, Box>;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

export async function trackOf(reader: FileReader, track: Box): Promise<Track> {
  const header = await find(reader, track, "tkhd");
  const media = await find(reader, track, "mdia");
  const handler = media && (await find(reader, media, "hdlr"));
  const information = media && (await find(reader, media, "minf"));
  const samples = information && (await find(reader, information, "stbl"));
  const tables = new Map<string, Box>();
  if (samples) for await (const box of boxesIn(reader, samples.content, samples.to)) tables.set(box.type, box);
  return {
    id: header ? await idOf(reader, header) : 0,
    handler: handler && (await need(reader, handler.content + 8, 4)).toString("latin1"),
    tables,
  };
}

async function find(reader: FileReader, { content, to }: Box, type: string): Promise<Box | undefined> {
  for await (const box of boxesIn(reader, content, to)) if (box.type === type) return box;
  return undefined;
}

async function idOf(reader: FileReader, { content }: Box): Promise<number> {
  const version = (await need(reader, content, 1)).readUInt8(0);
  return (await need(reader, content + (version === 1 ? 20 : 12), 4)).readUInt32BE(0);
}

/** Where a track's samples are in the file, chunk by chunk. None if a table is missing. Throws `Damage` for too many chunks. */
export async function* sampleRanges(reader: FileReader, { tables }: Track): AsyncGenerator<Range, void, undefined> {
  const chunks = await chunkOffsets(reader, tables);
  const runs = await runsOf(reader, tables.get("stsc"));
  const bytesOf = await sampleSizes(reader, tables);
  let sample = 0;
  let run = 0;
  for (const [index, from] of chunks.entries()) {
    reader.step();
    while (run + 1 < runs.length && (runs[run + 1]?.firstChunk ?? 0) <= index + 1) run += 1;
    const count = runs[run]?.samples ?? 0;
    const bytes = bytesOf(sample, count);
    sample += count;
    if (bytes > 0 && from < reader.size) yield { from, to: from + bytes };
  }
}

async function chunkOffsets(reader: FileReader, tables: Track["tables"]): Promise<number[]> {
  const [short, long] = [tables.get("stco"), tables.get("co64")];
  const box = short ?? long;
  if (!box) return [];
  const table = await readPart(reader, box.content, box.to);
  const width = short ? 4 : 8;
  const count = Math.min(table.readUInt32BE(4), Math.floor((table.length - 8) / width));
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * width;
    return short ? table.readUInt32BE(at) : Number(table.readBigUInt64BE(at));
  });
}

async function runsOf(
  reader: FileReader,
  box: Box | undefined,
): Promise<readonly { readonly firstChunk: number; readonly samples: number }[]> {
  if (!box) return [];
  const table = await readPart(reader, box.content, box.to);
  const count = Math.min(table.readUInt32BE(4), Math.floor((table.length - 8) / 12));
  return Array.from({ length: count }, (_, index) => ({
    firstChunk: table.readUInt32BE(8 + index * 12),
    samples: table.readUInt32BE(12 + index * 12),
  }));
}

/** The sizes of `count` samples, starting with the given one. */
async function sampleSizes(
  reader: FileReader,
  tables: Track["tables"],
): Promise<(first: number, count: number) => number> {
  const box = tables.get("stsz") ?? tables.get("stz2");
  if (!box) return () => 0;
  const table = await readPart(reader, box.content, box.to);
  const uniform = box.type === "stsz" ? table.readUInt32BE(4) : 0;
  if (uniform > 0) return (_first, count) => count * uniform;
  const bits = box.type === "stsz" ? 32 : table.readUInt8(7);
  const listed = Math.min(table.readUInt32BE(8), Math.floor(((table.length - 12) * 8) / Math.max(4, bits)));
  const sizeOf = (sample: number): number => {
    if (bits === 4) return (table.readUInt8(12 + (sample >> 1)) >> (sample % 2 === 0 ? 4 : 0)) & 15;
    return table.readUIntBE(12 + (sample * bits) / 8, bits / 8);
  };
  return (first, count) => {
    let bytes = 0;
    for (let sample = first; sample < Math.min(first + count, listed); sample++) bytes += sizeOf(sample);
    return bytes;
  };
}
