import { Damage, needUpTo, type FileReader } from "./reader.ts";
import type { Outline } from "./outline.ts";

const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const VOID = 0xec;
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

interface Element {
  readonly id: number;
  readonly start: number;
  /** Undefined: as long as what it holds, which recorders write that can't go back. */
  readonly end: number | undefined;
}

/** WebM: RFC 8794 (EBML) and RFC 9559 (Matroska), section 5. */
export async function walkEbml(reader: FileReader): Promise<Outline> {
  const header = await elementAt(reader, 0);
  if (header.end === undefined) throw new Damage("unreadable", "an EBML header without a length");
  const segment = await elementAt(reader, header.end);
  if (segment.id !== SEGMENT) throw new Damage("unreadable", "no segment behind the EBML header");
  if (segment.end !== undefined) needUpTo(reader, segment.end);
  const end = segment.end ?? reader.size;
  let offset = segment.start;
  let hasTracks = false;
  let hasCluster = false;
  while (offset < end) {
    const element = await elementAt(reader, offset);
    if (element.id === TRACKS) hasTracks = true;
    if (element.id === CLUSTER) hasCluster = true;
    if (segment.end === undefined && !SEGMENT_CHILDREN.has(element.id) && element.id !== VOID) break;
    offset = element.end ?? (await endOfCluster(reader, element, end));
    if (offset > end) needUpTo(reader, offset);
  }
  if (!hasTracks || !hasCluster) throw new Damage("truncated", "a WebM without its clip");
  return { end: Math.max(offset, segment.end ?? 0) };
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

async function elementAt(reader: FileReader, offset: number): Promise<Element> {
  reader.step();
  const bytes = await reader.at(offset, 12);
  const idBytes = widthOf(bytes[0], 4);
  const sizeBytes = widthOf(bytes[idBytes], 8);
  if (bytes.length < idBytes + sizeBytes) throw new Damage("truncated", "half an element");
  const start = offset + idBytes + sizeBytes;
  const marker = 2 ** (7 * sizeBytes);
  const length = readNumber(bytes.subarray(idBytes, idBytes + sizeBytes)) - marker;
  return { id: bytes.readUIntBE(0, idBytes), start, end: length === marker - 1 ? undefined : start + length };
}

/** How many bytes a number has by its first one: as many as there are zero bits before the first one, and one more. */
function widthOf(first: number | undefined, max: number): number {
  if (first === undefined) throw new Damage("truncated", "half an element");
  const width = Math.clz32(first) - 23;
  if (width > max) throw new Damage("unreadable", "no EBML element where one must be");
  return width;
}

function readNumber(bytes: Buffer): number {
  return bytes.length > 6 ? Number(BigInt(`0x${bytes.toString("hex")}`)) : bytes.readUIntBE(0, bytes.length);
}
