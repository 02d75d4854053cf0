import { MOVIE_INDEX_BYTES } from "../../lib/limits.ts";
import { Damage, type FileReader } from "./reader.ts";
import type { Outline } from "./outline.ts";

/** Boxes at the top level of a file (ISO/IEC 14496-12, table 1; QuickTime File Format, "Movie resource"). */
const TOP_LEVEL = new Set(
  "ftyp styp pdin moov moof mdat mfra free skip wide uuid meta meco udta sidx ssix prft emsg pnot PICT idat imda".split(
    " ",
  ),
);

/** A box: a length, a type, and content. */
export interface Box {
  readonly type: string;
  readonly from: number;
  /** Where its content begins. */
  readonly content: number;
  readonly to: number;
}

/**
 * The boxes between two offsets, in order; fewer than eight bytes at the end are ignored. A box that goes past `to` is damage.
 */
export async function* boxesIn(
  reader: FileReader,
  from: number,
  to: number,
  isKnown: (type: string) => boolean = () => true,
): AsyncGenerator<Box, void, undefined> {
  for (let offset = from; to - offset >= 8;) {
    reader.step();
    const header = await reader.at(offset, 16);
    const type = header.toString("latin1", 4, 8);
    if (!isKnown(type)) return;
    const { length, headerBytes } = lengthOf(header, to - offset);
    const end = offset + length;
    if (end > to) throw new Damage("truncated", `a box ends at ${end}, but its parent ends at ${to}`);
    yield { type, from: offset, content: offset + headerBytes, to: end };
    offset = end;
  }
}

/** The boxes at the top of a file, up to the first unknown one. */
export function topBoxes(reader: FileReader): AsyncGenerator<Box, void, undefined> {
  return boxesIn(reader, 0, reader.size, (type) => TOP_LEVEL.has(type));
}

/** MP4, MOV, AVIF and HEIC: boxes of length and type. `index` is the box that is needed to read the rest. */
export async function scanBoxes(reader: FileReader, index: "moov" | "meta"): Promise<Outline> {
  let hasIndex = false;
  let end = 0;
  for await (const { type, from, to } of topBoxes(reader)) {
    if (type === index) {
      if (to - from > MOVIE_INDEX_BYTES) throw new Damage("unreadable", `an index of ${to - from} bytes`);
      hasIndex = true;
    }
    end = to;
  }
  // An index at the end is missing if the end is missing.
  if (!hasIndex) throw new Damage("truncated", `no ${index} box`);
  return { end };
}

/** A length of 0 means the rest of the file, and 1 that 64 bits follow. */
function lengthOf(box: Buffer, rest: number): { readonly length: number; readonly headerBytes: 8 | 16 } {
  const short = box.readUInt32BE(0);
  if (short === 0) return { length: rest, headerBytes: 8 };
  if (short !== 1) {
    if (short < 8) throw new Damage("unreadable", "a box shorter than its header");
    return { length: short, headerBytes: 8 };
  }
  if (box.length < 16) throw new Damage("truncated", "half a box header");
  const long = Number(box.readBigUInt64BE(8));
  if (long < 16) throw new Damage("unreadable", "a box shorter than its header");
  return { length: long, headerBytes: 16 };
}
