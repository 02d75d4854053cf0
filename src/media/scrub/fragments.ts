import { boxesIn, type Box } from "../container-scan/boxes.ts";
import { need, readPart, type FileReader } from "../container-scan/reader.ts";
import { freed, type Budget, type Edits } from "./byte-edits.ts";

/** What the index says about tracks, for use in the fragments after it. */
export interface Tracks {
  /** Tracks that are neither seen nor heard. */
  readonly dropped: Set<number>;
  /** The default length of a track's samples. */
  readonly sampleBytes: Map<number, number>;
  readonly budget: Budget;
}

/** Boxes of a track's fragment that are needed (ISO/IEC 14496-12, 8.8). */
const TRACK_KEPT = new Set("tfhd tfdt trun saiz saio sbgp sgpd subs senc".split(" "));

/** Records the length of samples, for fragments that don't state it. */
export async function learnSampleBytes(reader: FileReader, { content, to }: Box, tracks: Tracks): Promise<void> {
  for await (const box of boxesIn(reader, content, to)) {
    if (box.type !== "trex") continue;
    const defaults = await need(reader, box.content + 4, 16);
    tracks.sampleBytes.set(defaults.readUInt32BE(0), defaults.readUInt32BE(12));
  }
}

/** A fragment, without tracks that are neither seen nor heard, and without notes besides the samples. */
export async function* scrubFragment(reader: FileReader, fragment: Box, tracks: Tracks): Edits {
  // Samples follow those of the previous track unless stated otherwise.
  let dataEnd = fragment.from;
  for await (const box of boxesIn(reader, fragment.content, fragment.to)) {
    if (box.type === "mfhd") continue;
    if (box.type !== "traf") {
      yield* freed(box);
      continue;
    }
    const { id, runs } = await runsOf(reader, box, { fragment: fragment.from, dataEnd, tracks });
    dataEnd = runs.at(-1)?.to ?? dataEnd;
    if (!tracks.dropped.has(id)) {
      for await (const part of boxesIn(reader, box.content, box.to)) if (!TRACK_KEPT.has(part.type)) yield* freed(part);
      continue;
    }
    for (const { from, to } of runs) yield tracks.budget.spend(from, to);
    yield* freed(box);
  }
}

/** Where the samples of a track's fragment are. */
async function runsOf(
  reader: FileReader,
  { content, to }: Box,
  known: { readonly fragment: number; readonly dataEnd: number; readonly tracks: Tracks },
): Promise<{ readonly id: number; readonly runs: readonly { readonly from: number; readonly to: number }[] }> {
  let header: TrackHeader = { id: 0, base: known.dataEnd, sampleBytes: 0 };
  const runs: { from: number; to: number }[] = [];
  let from = header.base;
  for await (const box of boxesIn(reader, content, to)) {
    if (box.type === "tfhd") {
      header = readHeader(await readPart(reader, box.content, box.to), known);
      from = header.base;
    }
    if (box.type !== "trun") continue;
    const run = readRun(await readPart(reader, box.content, box.to), header.sampleBytes);
    from = run.offset === undefined ? from : header.base + run.offset;
    runs.push({ from, to: from + run.bytes });
    from += run.bytes;
  }
  return { id: header.id, runs };
}

interface TrackHeader {
  readonly id: number;
  /** The base of its samples' offsets. */
  readonly base: number;
  readonly sampleBytes: number;
}

function readHeader(
  box: Buffer,
  known: { readonly fragment: number; readonly dataEnd: number; readonly tracks: Tracks },
): TrackHeader {
  const flags = box.readUInt32BE(0);
  const id = box.readUInt32BE(4);
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const sizeAt = 8 + (has(0x1) ? 8 : 0) + (has(0x2) ? 4 : 0) + (has(0x8) ? 4 : 0);
  const implied = has(0x2_0000) ? known.fragment : known.dataEnd;
  return {
    id,
    base: has(0x1) ? Number(box.readBigUInt64BE(8)) : implied,
    sampleBytes: has(0x10) ? box.readUInt32BE(sizeAt) : (known.tracks.sampleBytes.get(id) ?? 0),
  };
}

function readRun(box: Buffer, usualBytes: number): { readonly offset: number | undefined; readonly bytes: number } {
  const flags = box.readUInt32BE(0);
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const count = box.readUInt32BE(4);
  const offset = has(0x1) ? box.readInt32BE(8) : undefined;
  if (!has(0x200)) return { offset, bytes: count * usualBytes };
  const entries = 8 + (has(0x1) ? 4 : 0) + (has(0x4) ? 4 : 0);
  const width = [0x100, 0x200, 0x400, 0x800].filter(has).length * 4;
  const sizeAt = has(0x100) ? 4 : 0;
  let bytes = 0;
  const listed = Math.min(count, Math.floor((box.length - entries) / width));
  for (let sample = 0; sample < listed; sample++) bytes += box.readUInt32BE(entries + sample * width + sizeAt);
  return { offset, bytes };
}
