import { SANDBOX_IMAGE_BYTES } from "../limits.ts";
import sharp, { type Sharp } from "sharp";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";

/** A picture with more pixels than any camera has is a decompression bomb. */
const SANDBOX_IMAGE_PIXELS = 120_000_000;

/** A validated input image. */
export interface CheckedImage {
  readonly bytes: Buffer;
  /** Pixels, upright. */
  readonly width: number;
  readonly height: number;
}

/** Types that an edit accepts (`docs/gateway.md#images-error-codes`, `edit_unsupported_image_type`). */
const IMAGE_TYPES = new Set(["png", "jpeg", "webp"]);

/**
 * Splits a complete data URL, `data:<mime>;base64,<data>`. Throws `invalid_request` for any other text. The decoder skips
 * characters that are not base64, so the length of the result shows them. It also decodes base64 for URLs, which has two other
 * characters, and text without its padding; a data URL has neither.
 */
export function readDataUrl(text: string, param: string): { mimeType: string; bytes: Buffer } {
  const comma = text.indexOf(",");
  const match = /^data:([\w.+-]+\/[\w.+-]+);base64$/i.exec(text.slice(0, Math.max(0, comma)));
  const data = text.slice(comma + 1);
  const bytes = Buffer.from(data, "base64");
  if (!match || /[-_]/.test(data) || bytes.length !== decodedLength(data)) {
    throw new GatewayRefusal("invalid_request", { param, message: `${param} is not a complete data URL` });
  }
  return { mimeType: (match[1] ?? "").toLowerCase(), bytes };
}

/** Checks the bytes of an input image: its size, its real type, and that it can be opened. */
export async function checkImage(bytes: Buffer, param: string): Promise<CheckedImage> {
  if (bytes.length === 0) throw new GatewayRefusal("invalid_image", { param });
  if (bytes.length > SANDBOX_IMAGE_BYTES) throw new GatewayRefusal("image_too_large", { param });
  const metadata = await open(bytes)
    .metadata()
    .catch(() => undefined);
  if (!metadata) throw new GatewayRefusal("invalid_image", { param });
  if (!IMAGE_TYPES.has(metadata.format)) throw new GatewayRefusal("edit_unsupported_image_type", { param });
  const { width, height } = metadata.autoOrient;
  if (width * height > SANDBOX_IMAGE_PIXELS) throw new GatewayRefusal("image_too_large", { param });
  // The header may be intact although the pixels are not.
  await open(bytes)
    .stats()
    .catch(() => {
      throw new GatewayRefusal("invalid_image", { param });
    });
  return { bytes, width, height };
}

/** Opens an image strictly: a damaged one is refused, not repaired. */
export function open(bytes: Buffer): Sharp {
  return sharp(bytes, { failOn: "truncated", limitInputPixels: SANDBOX_IMAGE_PIXELS });
}

/** The number of bytes in padded base64; a fraction without the padding. */
function decodedLength(data: string): number {
  const padding = data.endsWith("==") ? 2 : Number(data.endsWith("="));
  return (data.length * 3) / 4 - padding;
}
