import { CLUSTER, elementsIn, segmentParts, TRACKS, VOID, type WholeElement } from "../container-scan/ebml.ts";
import { need, type FileReader } from "../container-scan/reader.ts";
import { isDamage, type Edit, type Edits } from "./byte-edits.ts";

// RFC 9559, section 5.1. Void and CRC-32: RFC 8794, section 11.3.
const SEEK_HEAD = 0x114d9b74;
const SEEK = 0x4dbb;
const SEEK_ID = 0x53ab;
const INFO = 0x1549a966;
const CUES = 0x1c53bb6b;
const CRC = 0xbf;
const TRACK_ENTRY = 0xae;
const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;

/** At the top; tags, attachments, chapters and unknown elements are removed. */
const KEPT = new Set([SEEK_HEAD, INFO, TRACKS, CUES, CLUSTER]);
/** In the information: the unit of time, the length, and the writing application, which is required but may be empty. */
const WRITTEN_BY = new Set([0x4d80, 0x5741]);
const INFO_KEPT = new Set([0x2ad7b1, 0x4489, ...WRITTEN_BY]);
/** Names of a track and its codec, and files attached to it. */
const TRACK_NOTES = new Set([0x536e, 0x258688, 0x7446]);
/** Pictures, sound, and both. */
const SEEN_OR_HEARD = new Set([1, 2, 3]);

/**
 * WebM without its tags, dates, names and attached files, and without tracks that are neither seen nor heard. Nothing moves,
 * because its tables count bytes: removed elements become a `Void` of the same length, filled with zeros. Data that can't be
 * parsed is cut off.
 */
export async function* scrubEbml(reader: FileReader): Edits {
  const dropped = new Set<number>();
  let end = 0;
  try {
    for await (const element of segmentParts(reader)) {
      yield* scrubPart(reader, element, dropped);
      end = element.end;
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  yield { do: "cut", from: end, to: reader.size };
}

async function* scrubPart(reader: FileReader, element: WholeElement, dropped: Set<number>): Edits {
  const { id, start, end } = element;
  if (!KEPT.has(id)) yield* voided(element);
  else if (id === CLUSTER) {
    if (dropped.size > 0) yield* scrubCluster(reader, element, dropped);
  } else {
    for await (const part of elementsIn(reader, start, end)) {
      // The checksum no longer matches the rest.
      if (part.id === CRC) yield* voided(part);
      else if (id === INFO && !INFO_KEPT.has(part.id)) yield* voided(part);
      else if (WRITTEN_BY.has(part.id) && id === INFO) yield { do: "blank", from: part.start, to: part.end };
      else if (part.id === SEEK && !(await leadsToKept(reader, part))) yield* voided(part);
      else if (part.id === TRACK_ENTRY) yield* scrubTrack(reader, part, dropped);
    }
  }
}

async function leadsToKept(reader: FileReader, seek: WholeElement): Promise<boolean> {
  for await (const { id, start, end } of elementsIn(reader, seek.start, seek.end)) {
    if (id === SEEK_ID) return KEPT.has(await numberIn(reader, start, end));
  }
  return false;
}

async function* scrubTrack(reader: FileReader, track: WholeElement, dropped: Set<number>): Edits {
  let [number, type] = [0, 0];
  const notes: WholeElement[] = [];
  for await (const part of elementsIn(reader, track.start, track.end)) {
    if (part.id === TRACK_NUMBER) number = await numberIn(reader, part.start, part.end);
    if (part.id === TRACK_TYPE) type = await numberIn(reader, part.start, part.end);
    if (TRACK_NOTES.has(part.id) || part.id === CRC) notes.push(part);
  }
  if (!SEEN_OR_HEARD.has(type)) {
    dropped.add(number);
    notes.splice(0, notes.length, track);
  }
  for (const note of notes) yield* voided(note);
}

/** Blocks begin with the number of their track. */
async function* scrubCluster(reader: FileReader, cluster: WholeElement, dropped: ReadonlySet<number>): Edits {
  for await (const part of elementsIn(reader, cluster.start, cluster.end)) {
    if (part.id === CRC) yield* voided(part);
    if (part.id === SIMPLE_BLOCK && dropped.has(await trackOf(reader, part))) yield* voided(part);
    if (part.id !== BLOCK_GROUP) continue;
    for await (const block of elementsIn(reader, part.start, part.end)) {
      if (block.id !== BLOCK || !dropped.has(await trackOf(reader, block))) continue;
      yield* voided(part);
      break;
    }
  }
}

async function trackOf(reader: FileReader, { start }: WholeElement): Promise<number> {
  const first = (await need(reader, start, 1)).readUInt8(0);
  const width = Math.clz32(first) - 23;
  return (await numberIn(reader, start, start + width)) - 2 ** (7 * width);
}

async function numberIn(reader: FileReader, from: number, to: number): Promise<number> {
  const width = Math.min(6, to - from);
  return width === 0 ? 0 : (await need(reader, to - width, width)).readUIntBE(0, width);
}

/** The same length, without content. */
async function* voided({ id, from, start, end }: WholeElement): Edits {
  if (id === VOID) {
    yield { do: "blank", from: start, to: end };
    return;
  }
  // Its length takes one byte, or eight.
  const width = end - from < 9 ? 1 : 8;
  const header = Buffer.alloc(1 + width);
  header.writeUInt8(VOID, 0);
  if (width === 1) header.writeUInt8(0x80 + end - from - header.length, 1);
  else header.writeBigUInt64BE((1n << 56n) + BigInt(end - from - header.length), 1);
  yield { do: "write", at: from, bytes: header };
  yield { do: "blank", from: from + header.length, to: end } satisfies Edit;
}
