import { devNull } from "node:os";
import sharp, { type Metadata, type Sharp } from "sharp";
import type { MimeType } from "../file-type.ts";
import type { Flaw, MaskFacts, PictureFacts, PictureOrder, UprightFacts, UprightOrder } from "./inspect-message.ts";

/** The quality for compressing a rotated picture again. The difference is invisible. */
const QUALITY = 95;

/**
 * Opens a picture, decodes all of it, and returns its size. With a target, a picture that can't be sent unchanged is rewritten:
 * as a PNG if the gateway doesn't accept its type (the first frame of an animation), and upright if a camera marked it as
 * rotated (EXIF orientation), which the gateway may ignore.
 */
export async function inspectPicture(order: PictureOrder): Promise<PictureFacts | Flaw> {
  // Pixels are counted here, because the decoder would not say how many there are.
  const open = (): Sharp => sharp(order.path, { failOn: "error", limitInputPixels: false, pages: 1 });
  // HEIC's decoder is patented and usually missing, so the member is asked for another type.
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
      // One channel is enough to decode every pixel, and a PNG is written line by line.
      await open().extractChannel(0).png({ compressionLevel: 0 }).toFile(devNull);
      return { width, height };
    }
    await encoded(open().autoOrient().keepIccProfile(), rewritten).toFile(order.target);
    return { width, height, rewritten };
  } catch {
    return flaw;
  }
}

/** Rewrites a rotated picture upright; an animation stays unchanged. */
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

/** Checks whether a mask has transparent pixels. */
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
