import { findFileType } from "../../../media/file-type.ts";

/** The name under which a result is saved: a few words of its prompt, its number in the batch, and its file type. */
export function resultFileName(prompt: string, ordinal: number, mimeType: string): string {
  return `${slug(prompt)}-${ordinal}.${extensionOf(mimeType)}`;
}

/** A file name that every system accepts: letters and digits of any script, joined by hyphens. */
function slug(prompt: string): string {
  const words = prompt
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
  return Array.from(words).slice(0, 40).join("").replace(/-+$/, "") || "picture";
}

function extensionOf(mimeType: string): string {
  return findFileType(mimeType)?.extensions[0] ?? "bin";
}
