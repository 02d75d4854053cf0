import { devNull } from "node:os";
import sharp, { type Metadata, type Sharp } from "sharp";
import type { MimeType } from "../file-type.ts";
import type { Flaw, MaskFacts, PictureFacts, PictureOrder, UprightFacts, UprightOrder } from "./order.ts";

/** A picture that is turned is compressed a second time: nobody sees a difference at this quality. */
const QUALITY = 95;

/**
 * Opens a picture, decodes all of it, and says its size. With a target it is written anew where it can't be sent as it is: as a PNG where
 * the gateway takes no such type (of moving pictures the first one), and upright where a camera noted that it is to be turned
 * (EXIF orientation), which the gateway need not honour.
 */
export async function inspectPicture(order: PictureOrder): Promise<PictureFacts | Flaw> {
  // Pixels are counted here, for the decoder would not say how many there are.
  const open = (): Sharp => sharp(order.path, { failOn: "error", limitInputPixels: false, pages: 1 });
  // Its decoder is patented and mostly not there: another type is all that can be asked for.
  const flaw: Flaw = { flaw: order.mimeType === "image/heic" ? "undecodable" : "unreadable" };
  let metadata: Metadata;
  try {
    metadata = await open().metadata();
  } catch {
    return flaw;
  }
  const { autoOrient, pages = 1, orientation = 1 } = metadata;
  const { width, height } = autoOrient;
  if (width * height > order.maxPixels) return { flaw: "too_many_pixels", width, height };
  const rewritten = pages > 1 ? "image/png" : rewrittenType(order.mimeType, orientation);
  try {
    if (rewritten === undefined || order.target === undefined) {
      // One channel is enough to have every pixel decoded, and a PNG is written line by line.
      await open().extractChannel(0).png({ compressionLevel: 0 }).toFile(devNull);
      return { width, height };
    }
    await encoded(open().autoOrient().keepIccProfile(), rewritten).toFile(order.target);
    return { width, height, rewritten };
  } catch {
    return flaw;
  }
}

/** Writes a picture upright that is to be turned; one that moves stays as it is. */
export async function uprightPicture(order: UprightOrder): Promise<UprightFacts | Flaw> {
  const open = (): Sharp => sharp(order.path, { limitInputPixels: order.maxPixels });
  try {
    const { orientation = 1, pages = 1 } = await open().metadata();
    const type = rewrittenType(order.mimeType, orientation);
    if (orientation === 1 || pages > 1 || type === undefined) return { isTurned: false };
    await encoded(open().autoOrient().keepIccProfile(), type).toFile(order.target);
    return { isTurned: true };
  } catch {
    return { flaw: "unreadable" };
  }
}

/** Whether a mask has pixels that let something through. */
export async function inspectMask(bytes: Uint8Array): Promise<MaskFacts | Flaw> {
  try {
    const image = sharp(bytes, { failOn: "error", limitInputPixels: false });
    const [{ hasAlpha }, { isOpaque }] = await Promise.all([image.metadata(), image.stats()]);
    return { transparent: hasAlpha && !isOpaque };
  } catch {
    return { flaw: "unreadable" };
  }
}

function rewrittenType(mimeType: MimeType, orientation: number): PictureFacts["rewritten"] {
  switch (mimeType) {
    case "image/png":
    case "image/jpeg":
    case "image/webp":
      return orientation > 1 ? mimeType : undefined;
    default:
      return "image/png";
  }
}

function encoded(image: Sharp, mimeType: NonNullable<PictureFacts["rewritten"]>): Sharp {
  switch (mimeType) {
    case "image/jpeg":
      return image.jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" });
    case "image/webp":
      return image.webp({ quality: QUALITY, smartSubsample: true });
    case "image/png":
      return image.png();
  }
}
