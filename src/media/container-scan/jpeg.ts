import { SCAN_WINDOW_BYTES } from "../../lib/limits.ts";
import { Damage, need, needUpTo, type FileReader } from "./reader.ts";
import type { Outline } from "./outline.ts";

/** The most scans of a progressive JPEG. Encoders make about 10, and each one costs a pass over the whole picture. */
const JPEG_SCANS = 100;

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** A marker with its segment, or a standalone marker. */
export interface JpegPart {
  readonly code: number;
  /** Where the marker begins. */
  readonly from: number;
  /** Where the data after its length begins; at the end for a standalone marker. */
  readonly content: number;
  /** Where the next marker may begin; a scan after its start marker is not included. */
  readonly to: number;
}

/** ITU-T T.81, annex B: markers with segments, and scans of entropy-coded data between them, up to the end of the image. */
export async function* jpegParts(reader: FileReader): AsyncGenerator<JpegPart, void, undefined> {
  let scans = 0;
  for (let offset = 2; ;) {
    reader.step();
    const marker = await need(reader, offset, 2);
    if (marker[0] !== 0xff) throw new Damage("unreadable", "expected a JPEG marker");
    const code = marker[1] ?? 0;
    if (code === 0xff) {
      offset += 1;
      continue;
    }
    const from = offset;
    offset += 2;
    if (code === START_OF_IMAGE || code === 0) throw new Damage("unreadable", "a misplaced JPEG marker");
    if (code === END_OF_IMAGE || isLone(code)) {
      yield { code, from, content: offset, to: offset };
      if (code === END_OF_IMAGE) return;
      continue;
    }
    const length = (await need(reader, offset, 2)).readUInt16BE(0);
    if (length < 2) throw new Damage("unreadable", "a JPEG segment without a length");
    needUpTo(reader, offset + length);
    yield { code, from, content: offset + 2, to: offset + length };
    offset += length;
    if (code === START_OF_SCAN) {
      scans += 1;
      if (scans > JPEG_SCANS) throw new Damage("unreadable", `a JPEG with more than ${JPEG_SCANS} scans`);
      offset = await endOfScan(reader, offset);
    }
  }
}

/** Checks that a JPEG is complete, and returns its size. */
export async function scanJpeg(reader: FileReader): Promise<Outline> {
  let size: { width: number; height: number } | undefined;
  let hasScan = false;
  for await (const { code, content, to } of jpegParts(reader)) {
    if (code === START_OF_SCAN) hasScan = true;
    if (isFrame(code)) {
      if (size) throw new Damage("unreadable", "a JPEG with two frames");
      const frame = await need(reader, content, 5);
      size = { height: frame.readUInt16BE(1), width: frame.readUInt16BE(3) };
    }
    if (code !== END_OF_IMAGE) continue;
    if (!size || !hasScan) throw new Damage("unreadable", "a JPEG without a picture");
    return { end: to, ...size };
  }
  throw new Damage("truncated", "a JPEG without an end");
}

/** The position of the next marker that is neither a stuffed byte nor a restart. */
async function endOfScan(reader: FileReader, start: number): Promise<number> {
  for (let offset = start; ;) {
    const bytes = await reader.at(offset, SCAN_WINDOW_BYTES);
    if (bytes.length < 2) throw new Damage("truncated", "a JPEG without an end");
    let at = bytes.indexOf(0xff);
    while (at >= 0 && at + 1 < bytes.length) {
      const code = bytes[at + 1] ?? 0;
      if (code !== 0 && code !== 0xff && !isRestart(code)) return offset + at;
      at = bytes.indexOf(0xff, at + (code === 0xff ? 1 : 2));
    }
    // A 0xff at the very end is read again, together with the byte that follows it.
    offset += at >= 0 ? at : bytes.length;
  }
}

/** Restart markers and TEM are standalone; other markers have a segment. */
function isLone(code: number): boolean {
  return code === 0x01 || isRestart(code);
}

function isRestart(code: number): boolean {
  return code >= 0xd0 && code <= 0xd7;
}

/** Start of frame: all of 0xc0 to 0xcf except the tables (DHT, DAC) and the reserved JPG. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}
