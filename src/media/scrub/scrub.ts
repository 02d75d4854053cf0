import { open } from "node:fs/promises";
import type { MimeType } from "../file-type.ts";
import { mp3Frames } from "../container-scan/mp3.ts";
import { createFileReader, type FileReader } from "../container-scan/reader.ts";
import { scrubBoxes } from "./boxes.ts";
import { scrubEbml } from "./ebml.ts";
import { applyEdits, isDamage, type Edits } from "./byte-edits.ts";
import { scrubGif, scrubJpeg, scrubPng, scrubWebp } from "./pictures.ts";
import { scrubWav } from "./wav.ts";

/**
 * Removes metadata from a file: EXIF, places, dates, names, notes, tags, previews and everything that is not known to be
 * needed. Pixels, frames, colours (ICC) and timing stay unchanged. In place and in flat memory; data that can't be parsed is
 * cut off. Resolves with whether the file changed.
 * A picture's EXIF holds its orientation: rotate the picture first.
 */
export async function scrub(path: string, mimeType: MimeType, signal: AbortSignal): Promise<boolean> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    return await applyEdits(file, size, editsFor(mimeType, createFileReader(file, size, signal)), signal);
  } finally {
    await file.close();
  }
}

function editsFor(mimeType: MimeType, reader: FileReader): Edits {
  switch (mimeType) {
    case "image/jpeg":
      return scrubJpeg(reader);
    case "image/png":
      return scrubPng(reader);
    case "image/webp":
      return scrubWebp(reader);
    case "image/gif":
      return scrubGif(reader);
    case "image/avif":
    case "image/heic":
    case "video/mp4":
    case "video/quicktime":
      return scrubBoxes(reader);
    case "video/webm":
      return scrubEbml(reader);
    case "audio/mpeg":
      return scrubMp3(reader);
    case "audio/wav":
      return scrubWav(reader);
  }
}

/** ID3 before the sound, and ID3, APE and lyrics after it. */
async function* scrubMp3(reader: FileReader): Edits {
  const sound = await mp3Frames(reader).catch((error: unknown) => {
    if (isDamage(error)) return { start: reader.size, end: reader.size };
    throw error;
  });
  yield { do: "cut", from: 0, to: sound.start };
  yield { do: "cut", from: sound.end, to: reader.size };
}
