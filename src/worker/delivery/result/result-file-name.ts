import { findFileType } from "../../../media/file-type.ts";

/** The name under which a result is saved: a few words of its prompt, its number in the batch, and its file type. */
export function resultFileName(prompt: string, ordinal: number, mimeType: string): string {
  return `${slug(prompt)}-${ordinal}.${extensionOf(mimeType)}`;
}

/** A letter or digit of any script, with the marks that belong to it, such as the vowels of Hindi and Thai. */
const WORD = /(?:[\p{L}\p{N}][\p{Mn}\p{Mc}]*)+/gu;

/** A file name that every system accepts: words joined by hyphens. */
function slug(prompt: string): string {
  // These choose how an emoji is drawn.
  const plain = prompt
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/\p{Variation_Selector}/gu, "");
  const words = plain.match(WORD)?.join("-") ?? "";
  return Array.from(words).slice(0, 40).join("").replace(/-+$/, "") || "picture";
}

function extensionOf(mimeType: string): string {
  return findFileType(mimeType)?.extensions[0] ?? "bin";
}
