import { gifBlocks } from "../container-scan/gif.ts";
import { jpegParts } from "../container-scan/jpeg.ts";
import { pngChunks } from "../container-scan/png.ts";
import { Damage, need, type FileReader } from "../container-scan/reader.ts";
import { endOfRiff, RIFF_HEADER_BYTES, riffChunks } from "../container-scan/riff.ts";
import { untilDamage, type Edits } from "./byte-edits.ts";

/**
 * Chunks that are needed to show a PNG and its colours, including animation. All others hold text, dates, EXIF or
 * private data.
 */
const PNG_KEPT = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT".split(" "),
);
const WEBP_KEPT = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);
/** The parts of a frame of an animated WebP. */
const WEBP_FRAME_KEPT = new Set(["VP8 ", "VP8L", "ALPH"]);
/** Flags of `VP8X` for EXIF and XMP (RFC 9649, section 2.7). */
const WEBP_NOTES = 0b1100;
/** GIF extensions for animation and colours. */
const GIF_KEPT = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);
/** `JFIF` without a preview, and Adobe's colour transform: the length, then as much as the format has. */
const JFIF_BYTES = 16;
const ADOBE_BYTES = 14;

/** Removes all segments that aren't needed to draw the picture, and everything after its end. */
export async function* scrubJpeg(reader: FileReader): Edits {
  let end = 2;
  for await (const { code, from, content, to } of untilDamage(jpegParts(reader))) {
    end = code === 0xda ? reader.size : to;
    if (to === from + 2) continue;
    const kept = await keptOfSegment(reader, code, content, to);
    if (kept === 0) yield { do: "cut", from, to };
    else if (kept < to - (content - 2)) {
      yield { do: "write", at: content - 2, bytes: lengthOf(kept) };
      // The size of a preview, which is removed.
      if (code === 0xe0) yield { do: "blank", from: content + 12, to: content + 14 };
      yield { do: "cut", from: content - 2 + kept, to };
    }
  }
  yield { do: "cut", from: end, to: reader.size };
}

/** How many bytes of a segment are kept, including its length. 0 means that its marker is removed too. */
async function keptOfSegment(reader: FileReader, code: number, content: number, to: number): Promise<number> {
  const length = to - (content - 2);
  const name = (await reader.at(content, Math.min(12, length - 2))).toString("latin1");
  switch (code) {
    case 0xe0:
      return name.startsWith("JFIF\0") && length >= JFIF_BYTES ? JFIF_BYTES : 0;
    case 0xe2:
      return name === "ICC_PROFILE\0" ? length : 0;
    case 0xee:
      return name.startsWith("Adobe") && length >= ADOBE_BYTES ? ADOBE_BYTES : 0;
    default:
      // Frames, tables, scans and restarts; all others are application data, comments, or reserved.
      return code >= 0xc0 && code <= 0xdf && code !== 0xc8 ? length : 0;
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes);
  return length;
}

export async function* scrubPng(reader: FileReader): Edits {
  let end = 8;
  for await (const { type, from, to } of untilDamage(pngChunks(reader))) {
    if (!PNG_KEPT.has(type)) yield { do: "cut", from, to };
    end = to;
  }
  yield { do: "cut", from: end, to: reader.size };
}

export async function* scrubWebp(reader: FileReader): Edits {
  const whole = await endOfRiff(reader).catch((error: unknown) => {
    if (error instanceof Damage) return reader.size;
    throw error;
  });
  let end = 12;
  let cut = 0;
  for await (const { type, from, content, to } of untilDamage(riffChunks(reader, RIFF_HEADER_BYTES, whole))) {
    end = to;
    if (!WEBP_KEPT.has(type)) {
      cut += to - from;
      yield { do: "cut", from, to };
    } else if (type === "VP8X" && to > content) {
      const flags = (await need(reader, content, 1)).readUInt8(0);
      yield { do: "write", at: content, bytes: Buffer.from([flags & ~WEBP_NOTES]) };
    } else if (type === "ANMF") {
      for await (const part of untilDamage(riffChunks(reader, content + 16, to))) {
        if (!WEBP_FRAME_KEPT.has(part.type)) yield { do: "blank", from: part.content, to: part.to };
      }
    }
  }
  const length = Buffer.alloc(4);
  length.writeUInt32LE(end - cut - 8);
  yield { do: "write", at: 4, bytes: length };
  yield { do: "cut", from: end, to: reader.size };
}

export async function* scrubGif(reader: FileReader): Edits {
  let end = 13;
  for await (const { kind, label, from, to } of untilDamage(gifBlocks(reader))) {
    end = to;
    if (kind === "extension" && !(await isKeptExtension(reader, label, from))) yield { do: "cut", from, to };
  }
  yield { do: "cut", from: end, to: reader.size };
}

/**
 * Whether this extension says how the next picture is shown, or is one of the few application blocks about animation
 * and colours.
 */
async function isKeptExtension(reader: FileReader, label: number, from: number): Promise<boolean> {
  if (label === 0xf9) return true;
  return label === 0xff && GIF_KEPT.has((await reader.at(from + 3, 11)).toString("latin1"));
}
