import { THUMBNAIL_WIDTHS } from "../../../lib/limits.ts";
import type { FileView } from "../../../platforms/console/api/api.ts";

/** Smaller files are shown in full: a thumbnail would save little. */
const WORTHWHILE_BYTES = 32 * 1024;
/** Types with thumbnails. A GIF is usually animated, which a thumbnail would stop. */
const TYPES = new Set(["image/png", "image/jpeg", "image/webp", "image/avif"]);

/**
 * The `srcset` of a picture: its thumbnails, each with its width in pixels. Undefined for a picture that is shown in full,
 * because it is small or has no thumbnails.
 */
export function thumbnailSet({ url, mimeType, bytes, width = Infinity }: FileView): string | undefined {
  const widths = THUMBNAIL_WIDTHS.filter((one) => one < width);
  if (widths.length === 0 || bytes < WORTHWHILE_BYTES || !TYPES.has(mimeType)) return undefined;
  return widths.map((one) => `${url}?width=${one} ${one}w`).join(", ");
}
