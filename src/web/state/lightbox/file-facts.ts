import type { FileView } from "../../../platforms/console/api/api.ts";
import { shownBytes } from "../../../text/shown-bytes.ts";

/** A file's dimensions if known, type, and size: "1024 × 768 · PNG · 1.2 MiB". */
export function fileFacts({
  mimeType,
  bytes,
  width,
  height,
}: Pick<FileView, "mimeType" | "bytes" | "width" | "height">): string {
  const size = width === undefined || height === undefined ? [] : [`${width} × ${height}`];
  const type = mimeType.slice(mimeType.indexOf("/") + 1).toUpperCase();
  return [...size, type, shownBytes(bytes)].join(" · ");
}
