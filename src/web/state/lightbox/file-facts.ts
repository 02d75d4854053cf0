import type { FileView } from "../../../platforms/console/api/api.ts";
import type { Locale } from "../../../lib/locale.ts";

/** A file's dimensions if known, type, and size: "1024 × 768 · PNG · 1.2 MB". */
export function fileFacts(
  { mimeType, bytes, width, height }: Pick<FileView, "mimeType" | "bytes" | "width" | "height">,
  locale: Locale,
): string {
  const size = width === undefined || height === undefined ? [] : [`${width} × ${height}`];
  const type = mimeType.slice(mimeType.indexOf("/") + 1).toUpperCase();
  return [...size, type, amountOf(bytes, locale)].join(" · ");
}

/** In megabytes with a decimal, or in kilobytes without. */
function amountOf(bytes: number, locale: Locale): string {
  const isLarge = bytes >= 1_000_000;
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: isLarge ? "megabyte" : "kilobyte",
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(bytes / (isLarge ? 1_000_000 : 1_000));
}
