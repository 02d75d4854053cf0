import type { MimeType } from "../file-type.ts";
import { walkBoxes } from "./boxes.ts";
import { walkEbml } from "./ebml.ts";
import { walkGif } from "./gif.ts";
import { walkJpeg } from "./jpeg.ts";
import { walkMp3 } from "./mp3.ts";
import type { Outline } from "./outline.ts";
import { walkPng } from "./png.ts";
import type { FileReader } from "./reader.ts";
import { walkWebp } from "./webp.ts";

/** Goes over the parts of a file of that type, in flat memory. Throws `Damage` when they are not whole. */
export function walk(mimeType: MimeType, reader: FileReader): Promise<Outline> {
  switch (mimeType) {
    case "image/png":
      return walkPng(reader);
    case "image/jpeg":
      return walkJpeg(reader);
    case "image/webp":
      return walkWebp(reader);
    case "image/gif":
      return walkGif(reader);
    case "image/avif":
    case "image/heic":
      return walkBoxes(reader, "meta");
    case "video/mp4":
    case "video/quicktime":
      return walkBoxes(reader, "moov");
    case "video/webm":
      return walkEbml(reader);
    case "audio/mpeg":
      return walkMp3(reader);
  }
}
