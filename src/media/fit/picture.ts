import { stat } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { INTAKE_PIXELS } from "../../lib/limits.ts";
import type { FitFacts, FitOrder, TooLarge } from "./fit-message.ts";

/** JPEG and WebP qualities, from indistinguishable from the original to still good. */
const QUALITIES = [90, 80, 65] as const;
/** Edges as a share of the original's. A picture that is too large even at the last one is better linked. */
const SCALES = [1, 0.75, 0.5, 0.35, 0.25] as const;
/** The lowest quality needs at best this share of the highest's bytes. */
const BEST_GAIN = 0.3;
/** WebP's largest edge. A JPEG could be larger. */
const WEBP_EDGE = 16_383;

/**
 * Makes a picture smaller, first by quality and then by size, until it fits. A JPEG stays one; everything else becomes a WebP,
 * which keeps transparency and which every platform shows.
 */
export async function fitPicture(order: FitOrder): Promise<FitFacts | TooLarge> {
  // One picture at a time; more threads would only take the processor from others.
  sharp.concurrency(1);
  sharp.cache(false);
  const { autoOrient, format } = await open(order).metadata();
  const { width, height } = autoOrient;
  const mimeType = format === "jpeg" ? "image/jpeg" : "image/webp";
  const largest = mimeType === "image/webp" ? Math.min(1, WEBP_EDGE / Math.max(width, height)) : 1;
  for (const scale of SCALES) {
    for (const quality of QUALITIES) {
      const size = { width: scaled(width, scale * largest), height: scaled(height, scale * largest) };
      const picture = encoded(
        open(order)
          .autoOrient()
          .resize({ ...size, fit: "fill" }),
        mimeType,
        quality,
      );
      // A picture that is damaged in the middle is still tried: the intact part is shown.
      await picture.toFile(order.target);
      const bytes = (await stat(order.target)).size;
      if (bytes <= order.maxBytes) return { mimeType, ...size };
      if (bytes * BEST_GAIN > order.maxBytes) break;
    }
  }
  return { tooLarge: `more than ${order.maxBytes} bytes at a quarter of its size` };
}

function open({ path }: FitOrder): Sharp {
  return sharp(path, { failOn: "none", limitInputPixels: INTAKE_PIXELS, pages: 1 });
}

function encoded(picture: Sharp, mimeType: "image/jpeg" | "image/webp", quality: number): Sharp {
  const kept = picture.keepIccProfile();
  return mimeType === "image/jpeg" ? kept.jpeg({ quality, mozjpeg: true }) : kept.webp({ quality, effort: 3 });
}

function scaled(pixels: number, scale: number): number {
  return Math.max(1, Math.round(pixels * scale));
}
