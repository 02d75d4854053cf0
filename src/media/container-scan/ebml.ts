import { Damage, needUpTo, type FileReader } from "./reader.ts";
import type { Outline } from "./outline.ts";

const SEGMENT = 0x18538067;
export const CLUSTER = 0x1f43b675;
export const TRACKS = 0x1654ae6b;
export const VOID = 0xec;
/** Elements at the top of a segment, where a cluster of unknown length ends. */
const SEGMENT_CHILDREN = new Set([
  0x114d9b74,
  0x1549a966,
  CLUSTER,
  TRACKS,
  0x1c53bb6b,
  0x1941a469,
  0x1043a770,
  0x1254c367,
]);

export interface Element {
  readonly id: number;
  readonly from: number;
  /** Where its content begins. */
  readonly start: number;
  /** Undefined if it ends with its content, as written by recorders that can't seek back. */
  readonly end: number | undefined;
}

/** An element that states its end, or whose end was found. */
export type WholeElement = Element & { readonly end: number };

/** The elements at the top of a WebM's segment: RFC 8794 (EBML) and RFC 9559 (Matroska), section 5. */
export async function* segmentParts(reader: FileReader): AsyncGenerator<WholeElement, void, undefined> {
  const segment = await segmentOf(reader);
  const end = segment.end ?? reader.size;
  for (let offset = segment.start; offset < end;) {
    const element = await elementAt(reader, offset);
    if (segment.end === undefined && !SEGMENT_CHILDREN.has(element.id) && element.id !== VOID) return;
    offset = element.end ?? (await endOfCluster(reader, element, end));
    if (offset > end) needUpTo(reader, offset);
    yield { ...element, end: offset };
  }
}

/** Checks that a WebM is complete. */
export async function scanEbml(reader: FileReader): Promise<Outline> {
  const segment = await segmentOf(reader);
  if (segment.end !== undefined) needUpTo(reader, segment.end);
  let last = segment.start;
  let hasTracks = false;
  let hasCluster = false;
  for await (const { id, end } of segmentParts(reader)) {
    if (id === TRACKS) hasTracks = true;
    if (id === CLUSTER) hasCluster = true;
    last = end;
  }
  if (!hasTracks || !hasCluster) throw new Damage("truncated", "a WebM without its clip");
  return { end: Math.max(last, segment.end ?? 0) };
}

/** The elements between two offsets, none of unknown length. */
export async function* elementsIn(
  reader: FileReader,
  from: number,
  to: number,
): AsyncGenerator<WholeElement, void, undefined> {
  for (let offset = from; offset < to;) {
    const element = await elementAt(reader, offset);
    const { end } = element;
    if (end === undefined || end > to) throw new Damage("unreadable", "an element that exceeds its parent");
    yield { ...element, end };
    offset = end;
  }
}

async function segmentOf(reader: FileReader): Promise<Element> {
  const header = await elementAt(reader, 0);
  if (header.end === undefined) throw new Damage("unreadable", "an EBML header without a length");
  const segment = await elementAt(reader, header.end);
  if (segment.id !== SEGMENT) throw new Damage("unreadable", "no segment after the EBML header");
  return segment;
}

/** A cluster of unknown length ends where the next element of its segment begins. */
async function endOfCluster(reader: FileReader, cluster: Element, end: number): Promise<number> {
  if (cluster.id !== CLUSTER) throw new Damage("unreadable", "an element without a length");
  let offset = cluster.start;
  while (offset < end) {
    const element = await elementAt(reader, offset);
    if (SEGMENT_CHILDREN.has(element.id)) return offset;
    if (element.end === undefined) throw new Damage("unreadable", "an element without a length");
    offset = element.end;
    needUpTo(reader, offset);
  }
  return offset;
}

async function elementAt(reader: FileReader, from: number): Promise<Element> {
  reader.step();
  const bytes = await reader.at(from, 12);
  const idBytes = widthOf(bytes[0], 4);
  const sizeBytes = widthOf(bytes[idBytes], 8);
  if (bytes.length < idBytes + sizeBytes) throw new Damage("truncated", "half an element");
  const start = from + idBytes + sizeBytes;
  const length = readSize(bytes.subarray(idBytes, idBytes + sizeBytes));
  return { id: bytes.readUIntBE(0, idBytes), from, start, end: length === undefined ? undefined : start + length };
}

/** The number of bytes of a number, by its first byte: as many as there are leading zero bits, plus one. */
function widthOf(first: number | undefined, max: number): number {
  if (first === undefined) throw new Damage("truncated", "half an element");
  const width = Math.clz32(first) - 23;
  if (width > max) throw new Damage("unreadable", "expected an EBML element");
  return width;
}

/** A size without its width marker; undefined when all other bits are set. */
function readSize(bytes: Buffer): number | undefined {
  if (bytes.length <= 6) {
    const marker = 2 ** (7 * bytes.length);
    const size = bytes.readUIntBE(0, bytes.length) - marker;
    return size === marker - 1 ? undefined : size;
  }
  // With the marker it exceeds what a number holds exactly.
  const marker = 1n << BigInt(7 * bytes.length);
  const size = BigInt(`0x${bytes.toString("hex")}`) - marker;
  return size === marker - 1n ? undefined : Number(size);
}
