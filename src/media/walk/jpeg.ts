import { JPEG_SCANS, WALK_WINDOW_BYTES } from "../../limits.ts";
import { Damage, need, needUpTo, type FileReader } from "./reader.ts";
import type { Outline } from "./outline.ts";

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** ITU-T T.81, annex B: markers with segments, and scans of entropy-coded data between them. */
export async function walkJpeg(reader: FileReader): Promise<Outline> {
  let size: { width: number; height: number } | undefined;
  let scans = 0;
  for (let offset = 2; ;) {
    reader.step();
    const marker = await need(reader, offset, 2);
    if (marker[0] !== 0xff) throw new Damage("unreadable", "no JPEG marker where one must be");
    const code = marker[1] ?? 0;
    if (code === 0xff) {
      offset += 1;
      continue;
    }
    offset += 2;
    if (code === END_OF_IMAGE) {
      if (!size || scans === 0) throw new Damage("unreadable", "a JPEG without a picture");
      return { end: offset, ...size };
    }
    if (code === START_OF_IMAGE || code === 0) throw new Damage("unreadable", "a misplaced JPEG marker");
    if (isLone(code)) continue;
    const length = (await need(reader, offset, 2)).readUInt16BE(0);
    if (length < 2) throw new Damage("unreadable", "a JPEG segment without a length");
    needUpTo(reader, offset + length);
    if (isFrame(code)) {
      if (size) throw new Damage("unreadable", "a JPEG with two frames");
      const frame = await need(reader, offset, 7);
      size = { height: frame.readUInt16BE(3), width: frame.readUInt16BE(5) };
    }
    offset += length;
    if (code === START_OF_SCAN) {
      scans += 1;
      if (scans > JPEG_SCANS) throw new Damage("unreadable", `a JPEG with more than ${JPEG_SCANS} scans`);
      offset = await endOfScan(reader, offset);
    }
  }
}

/** Where the next marker stands that is neither a stuffed byte nor a restart. */
async function endOfScan(reader: FileReader, start: number): Promise<number> {
  for (let offset = start; ;) {
    const bytes = await reader.at(offset, WALK_WINDOW_BYTES);
    if (bytes.length < 2) throw new Damage("truncated", "a JPEG without an end");
    let at = bytes.indexOf(0xff);
    while (at >= 0 && at + 1 < bytes.length) {
      const code = bytes[at + 1] ?? 0;
      if (code !== 0 && code !== 0xff && !isRestart(code)) return offset + at;
      at = bytes.indexOf(0xff, at + (code === 0xff ? 1 : 2));
    }
    // A 0xff at the very end is looked at again, together with what follows it.
    offset += at >= 0 ? at : bytes.length;
  }
}

/** Restart markers and TEM stand alone; other markers have a segment. */
function isLone(code: number): boolean {
  return code === 0x01 || isRestart(code);
}

function isRestart(code: number): boolean {
  return code >= 0xd0 && code <= 0xd7;
}

/** Start of frame: all of 0xc0 to 0xcf but the tables (DHT, DAC) and the reserved JPG. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}
