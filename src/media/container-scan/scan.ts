import type { MimeType } from "../file-type.ts";
import { scanBoxes } from "./boxes.ts";
import { scanEbml } from "./ebml.ts";
import { scanGif } from "./gif.ts";
import { scanJpeg } from "./jpeg.ts";
import { scanMp3 } from "./mp3.ts";
import type { Outline } from "./outline.ts";
import { scanPng } from "./png.ts";
import type { FileReader } from "./reader.ts";
import { scanWav } from "./wav.ts";
import { scanWebp } from "./webp.ts";

/** Scans the parts of a file of that type, in flat memory. Throws `Damage` when they are incomplete. */
export function scanContainer(mimeType: MimeType, reader: FileReader): Promise<Outline> {
  switch (mimeType) {
    case "image/png":
      return scanPng(reader);
    case "image/jpeg":
      return scanJpeg(reader);
    case "image/webp":
      return scanWebp(reader);
    case "image/gif":
      return scanGif(reader);
    case "image/avif":
    case "image/heic":
      return scanBoxes(reader, "meta");
    case "video/mp4":
    case "video/quicktime":
      return scanBoxes(reader, "moov");
    case "video/webm":
      return scanEbml(reader);
    case "audio/mpeg":
      return scanMp3(reader);
    case "audio/wav":
      return scanWav(reader);
  }
}
