import { MOVIE_INDEX_BYTES } from "../../limits.ts";
import { Damage, needUpTo, type FileReader } from "./reader.ts";
import type { Outline } from "./outline.ts";

/** What stands at the top of such a file (ISO/IEC 14496-12, table 1; QuickTime File Format, "Movie resource"). */
const TOP_LEVEL = new Set(
  "ftyp styp pdin moov moof mdat mfra free skip wide uuid meta meco udta sidx ssix prft emsg pnot PICT idat imda".split(
    " ",
  ),
);

/** MP4, MOV, AVIF and HEIC: boxes of length and type. `index` is the box without which nothing can be read. */
export async function walkBoxes(reader: FileReader, index: "moov" | "meta"): Promise<Outline> {
  let hasIndex = false;
  let offset = 0;
  while (offset < reader.size) {
    reader.step();
    const box = await reader.at(offset, 16);
    const type = box.toString("latin1", 4, 8);
    if (box.length < 8 || !TOP_LEVEL.has(type)) break;
    const length = lengthOf(box, reader.size - offset);
    if (type === index) {
      if (length > MOVIE_INDEX_BYTES) throw new Damage("unreadable", `an index of ${length} bytes`);
      hasIndex = true;
    }
    offset += length;
    needUpTo(reader, offset);
  }
  // An index that stands last is what a missing end takes away.
  if (!hasIndex) throw new Damage("truncated", `no ${index} box`);
  return { end: offset };
}

/** A length of 0 means the rest of the file, and 1 that 64 bits follow. */
function lengthOf(box: Buffer, rest: number): number {
  const short = box.readUInt32BE(0);
  if (short === 0) return rest;
  if (short !== 1) {
    if (short < 8) throw new Damage("unreadable", "a box shorter than its header");
    return short;
  }
  if (box.length < 16) throw new Damage("truncated", "half a box header");
  const long = Number(box.readBigUInt64BE(8));
  if (long < 16) throw new Damage("unreadable", "a box shorter than its header");
  return long;
}
