import { MOVIE_INDEX_BYTES } from "../../lib/limits.ts";
import { boxesIn, topBoxes, type Box } from "../container-scan/boxes.ts";
import { Damage, need, type FileReader } from "../container-scan/reader.ts";
import { createBudget, freed, isDamage, unnamed, untilDamage, type Edit, type Edits } from "./byte-edits.ts";
import { learnSampleBytes, scrubFragment, type Tracks } from "./fragments.ts";
import { scrubItems } from "./items.ts";
import { sampleRanges, trackOf } from "./tracks.ts";

/**
 * Boxes to keep, by their parent. All others become free space: tags, places, notes, dates, previews, and unknown
 * boxes.
 */
const KEPT = {
  file: names("ftyp styp pdin moov moof mdat imda mfra sidx ssix"),
  moov: names("mvhd trak mvex"),
  trak: names("tkhd mdia edts tapt"),
  mdia: names("mdhd hdlr minf elng"),
  minf: names("vmhd smhd hmhd nmhd sthd gmhd dinf stbl hdlr"),
  dinf: names("dref"),
} as const;

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/**
 * MP4 and MOV, and AVIF and HEIC, with only their pictures and sound: without tags, places, dates, notes, and tracks that are
 * neither seen nor heard. Nothing moves, because the index counts bytes from the file's beginning: removed boxes become free
 * space of the same length, filled with zeros. Data that can't be parsed is cut off.
 */
export async function* scrubBoxes(reader: FileReader): Edits {
  const tracks: Tracks = { dropped: new Set(), sampleBytes: new Map(), budget: createBudget(reader.size) };
  let [end, head] = [0, 0];
  let hasIndex = false;
  for await (const box of untilDamage(topBoxes(reader))) {
    const isWhole = yield* inFull(scrubTop(reader, box, tracks));
    if (!isWhole) break;
    if (box.type === "moov" || box.type === "meta") hasIndex = true;
    if (end === 0) head = box.to;
    end = box.to;
  }
  // Without an index it is unknown which content is seen and heard.
  yield { do: "cut", from: hasIndex ? end : head, to: reader.size };
}

/** The edits of a part, and whether it could be parsed to its end. */
async function* inFull(edits: Edits): AsyncGenerator<Edit, boolean, undefined> {
  try {
    yield* edits;
    return true;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return false;
  }
}

async function* scrubTop(reader: FileReader, box: Box, tracks: Tracks): Edits {
  const { type, content, to } = box;
  const isIndex = type === "moov" || type === "moof" || type === "meta";
  if (isIndex && to - content > MOVIE_INDEX_BYTES) throw new Damage("unreadable", `a ${type} of ${to - content} bytes`);
  if (type === "moov") yield* scrubMovie(reader, box, tracks);
  else if (type === "moof") yield* scrubFragment(reader, box, tracks);
  else if (type === "meta" && (await holdsPictures(reader, box))) yield* scrubItems(reader, box, tracks.budget);
  else if (!KEPT.file.has(type)) yield* freed(box);
}

/** In a still, a `meta` box holds the pictures; in a clip, tags. */
async function holdsPictures(reader: FileReader, { content, to }: Box): Promise<boolean> {
  for await (const box of untilDamage(boxesIn(reader, content + 4, to))) if (box.type === "pitm") return true;
  return false;
}

async function* scrubMovie(reader: FileReader, movie: Box, tracks: Tracks): Edits {
  for await (const box of boxesIn(reader, movie.content, movie.to)) {
    if (box.type === "mvhd") yield* undated(reader, box);
    else if (box.type === "trak") yield* scrubTrack(reader, box, tracks);
    else if (box.type === "mvex") await learnSampleBytes(reader, box, tracks);
    else yield* freed(box);
  }
}

async function* scrubTrack(reader: FileReader, box: Box, tracks: Tracks): Edits {
  const track = await trackOf(reader, box);
  if (track.handler === "vide" || track.handler === "soun") {
    yield* tidied(reader, box, "trak");
    return;
  }
  tracks.dropped.add(track.id);
  for await (const { from, to } of sampleRanges(reader, track)) yield tracks.budget.spend(from, to);
  yield* freed(box);
}

/** A part of a kept track, without its author, its dates, and the names of its source files. */
async function* tidied(reader: FileReader, { content, to }: Box, parent: keyof typeof KEPT): Edits {
  for await (const box of boxesIn(reader, content, to)) {
    const { type } = box;
    if (!KEPT[parent].has(type)) yield* freed(box);
    else if (type === "tkhd" || type === "mdhd") yield* undated(reader, box);
    else if (type === "hdlr") yield* unnamed(box);
    else if (type === "stbl") yield* tables(reader, box);
    else if (type === "dref") yield* withoutFiles(reader, box);
    else if (type === "mdia" || type === "minf" || type === "dinf") yield* tidied(reader, box, type);
  }
}

/** Creation and modification times: 32 bits each, or 64. */
async function* undated(reader: FileReader, { content, to }: Box): Edits {
  const version = (await need(reader, content, 1)).readUInt8(0);
  yield { do: "blank", from: content + 4, to: Math.min(to, content + (version === 1 ? 20 : 12)) };
}

/** All sample tables are needed; only free space and notes among them are not. */
async function* tables(reader: FileReader, { content, to }: Box): Edits {
  for await (const box of boxesIn(reader, content, to)) {
    if (/^(?:free|skip|uuid|udta|meta)$/.test(box.type)) yield* freed(box);
  }
}

/** Paths of the files that once held the samples. This file holds them now. */
async function* withoutFiles(reader: FileReader, { content, to }: Box): Edits {
  for await (const entry of boxesIn(reader, content + 8, to))
    yield { do: "blank", from: entry.content + 4, to: entry.to };
}
