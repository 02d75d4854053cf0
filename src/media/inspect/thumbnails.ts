import { stat } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { THUMBNAIL_BYTES, type Flaw, type ThumbnailFacts, type ThumbnailOrder } from "./inspect-message.ts";

/** The quality of the WebP. Artefacts are invisible at a thumbnail's size. */
const QUALITY = 75;
/** The maximum ratio of a thumbnail's height to its width. Taller pictures get narrower thumbnails, which bounds their pixels. */
const TALLEST = 4;

/** Decodes a picture once, and makes a WebP of each width below its own. Transparency is kept, metadata is not. */
export async function makeThumbnails(order: ThumbnailOrder): Promise<ThumbnailFacts | Flaw> {
  const { path, maxPixels } = order;
  const open = (): Sharp => sharp(path, { failOn: "error", limitInputPixels: maxPixels, pages: 1 });
  try {
    const { autoOrient, pages = 1 } = await open().metadata();
    const widths = order.widths.filter((width) => width < autoOrient.width);
    if (pages > 1 || widths.length === 0) return { thumbnails: [] };
    const { size } = await stat(path);
    // The others are made from the largest one, which is small already.
    const largest = await fitted(open().autoOrient(), Math.max(...widths))
      .png({ compressionLevel: 0 })
      .toBuffer();
    const thumbnails: ThumbnailFacts["thumbnails"] = [];
    for (const width of widths) {
      const bytes = await fitted(sharp(largest), width).webp({ quality: QUALITY, effort: 3 }).toBuffer();
      // One that is no smaller than its picture saves nothing.
      if (bytes.length <= Math.min(THUMBNAIL_BYTES, size)) thumbnails.push({ width, bytes });
    }
    return { thumbnails };
  } catch {
    return { flaw: "unreadable" };
  }
}

function fitted(picture: Sharp, width: number): Sharp {
  return picture.resize({ width, height: width * TALLEST, fit: "inside", withoutEnlargement: true });
}
