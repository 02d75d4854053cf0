import sharp from "sharp";
import type { SKRSContext2D } from "@napi-rs/canvas";
import type { PictureFormat } from "../image/image-job.ts";

/** Quality of JPEG and WebP if the request names no compression. */
const DEFAULT_QUALITY = 90;
/** Measured for a picture of 1K: 30 ms; the default takes three times as long for a file a tenth smaller. */
const PNG_LEVEL = 3;
const WEBP_EFFORT = 2;

/** Pixels row by row, four bytes each (red, green, blue, alpha), alpha not premultiplied. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Everything that was drawn. */
export function pixelsOfCanvas(context: SKRSContext2D): Pixels {
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height };
}

/** The file of a picture. `compression` is from the request, 0 to 100: how much of the quality is kept. */
export async function encode(
  { data, width, height }: Pixels,
  format: PictureFormat,
  options: { readonly alpha: boolean; readonly compression?: number | undefined },
): Promise<Buffer> {
  const whole = sharp(data, { raw: { width, height, channels: 4 } });
  const image = options.alpha ? whole : whole.removeAlpha();
  const quality = Math.max(1, options.compression ?? DEFAULT_QUALITY);
  if (format === "png") return image.png({ compressionLevel: PNG_LEVEL, adaptiveFiltering: true }).toBuffer();
  return format === "jpeg"
    ? image.jpeg({ quality, chromaSubsampling: "4:4:4" }).toBuffer()
    : image.webp({ quality, effort: WEBP_EFFORT }).toBuffer();
}
