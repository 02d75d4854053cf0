import { isFrame, isLone } from "./jpeg.ts";
import { canvasOf } from "./webp.ts";

/** Pixels as a picture's header claims them, not turned. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of a PNG, JPEG or WebP by its first bytes, whatever else may be wrong with it. Undefined for other files, and where
 * the size stands further back.
 */
export function sizeInHead(head: Buffer): PictureSize | undefined {
  try {
    if (head.readUInt32BE(0) === 0x89504e47) return pngSize(head);
    if (head.readUInt16BE(0) === 0xffd8) return jpegSize(head);
    const isWebp = head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP";
    return isWebp ? canvasOf(head.toString("latin1", 12, 16), head.subarray(20)) : undefined;
  } catch (error) {
    // The size would stand behind the end of what is there.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function pngSize(head: Buffer): PictureSize | undefined {
  if (head.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

function jpegSize(head: Buffer): PictureSize | undefined {
  for (let offset = 2; head.readUInt8(offset) === 0xff;) {
    const code = head.readUInt8(offset + 1);
    if (isFrame(code)) return { height: head.readUInt16BE(offset + 5), width: head.readUInt16BE(offset + 7) };
    if (code === 0xff) offset += 1;
    else if (isLone(code)) offset += 2;
    else offset += 2 + head.readUInt16BE(offset + 2);
  }
  return undefined;
}
