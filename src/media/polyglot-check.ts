import { SNIFFED_BYTES } from "../lib/limits.ts";
import type { FileReader } from "./container-scan/reader.ts";

/** A ZIP ends with a record of 22 bytes and a comment of up to 64 KiB: readers search for it from the end. */
const ZIP_END = Buffer.from("PK\u0005\u0006", "latin1");
const ZIP_END_BYTES = 22;
const ZIP_COMMENT_BYTES = 65_535;
/** PDF readers, and browsers that guess, accept these as the file's beginning up to this offset. */
const GUESSED_BYTES = 1_445;
const DOCUMENTS: readonly { readonly name: string; readonly begins: RegExp }[] = [
  { name: "PDF", begins: /%PDF-\d/ },
  { name: "SVG", begins: /<svg[\s>]/i },
  { name: "HTML", begins: /<!doctype html|<html[\s>]|<script[\s>]|<iframe[\s>]|<body[\s>]/i },
  { name: "PHP", begins: /<\?php\s/i },
  // A script begins with a name and continues with a comment or a value. In a GIF, those bytes would be a width of
  // 8,000 or more.
  { name: "JavaScript", begins: /^GIF8[79]a(?:\/\*|=[\x20-\x7e])/ },
];

/**
 * The other type of a file that has two: formats that may begin late (documents) or are read from the end (ZIP) can share a
 * file with another one. Undefined for nearly all files.
 */
export async function otherType(reader: FileReader): Promise<string | undefined> {
  const head = (await reader.at(0, GUESSED_BYTES)).toString("latin1");
  const document = DOCUMENTS.find(({ begins }) => begins.test(head));
  if (document) return document.name;
  return (await endsLikeZip(reader)) ? "ZIP" : undefined;
}

/** Looks for the record in overlapping chunks; it counts if its comment reaches exactly to the end. */
async function endsLikeZip(reader: FileReader): Promise<boolean> {
  const from = Math.max(0, reader.size - ZIP_END_BYTES - ZIP_COMMENT_BYTES);
  for (let offset = from; offset + ZIP_END_BYTES <= reader.size; offset += SNIFFED_BYTES) {
    const piece = await reader.at(offset, SNIFFED_BYTES + ZIP_END_BYTES);
    for (let at = piece.indexOf(ZIP_END); at >= 0; at = piece.indexOf(ZIP_END, at + 1)) {
      if (at + ZIP_END_BYTES > piece.length) break;
      if (offset + at + ZIP_END_BYTES + piece.readUInt16LE(at + 20) === reader.size) return true;
    }
  }
  return false;
}

/**
 * Whether the data after the end of a picture or clip is something that cameras and editors leave there, so that it may
 * be cut off: padding, a second picture or clip (preview, depth map, motion photo), a phone maker's own trailer, or the
 * rest of a picture that was cropped in place. Anything else was added deliberately.
 */
export async function isHarmlessRest(reader: FileReader, end: number): Promise<boolean> {
  let start = end;
  for (;;) {
    const bytes = await reader.at(start, SNIFFED_BYTES);
    if (bytes.length === 0) return true;
    const first = bytes.findIndex((byte) => byte !== 0);
    start += first < 0 ? bytes.length : first;
    if (first >= 0) break;
  }
  // A clip's first box begins with its length, whose zeros were dropped as padding.
  const head = (await reader.at(start, 12)).toString("latin1");
  if (head.startsWith("\u00FF\u00D8\u00FF") || /^[^]{1,4}ftyp/.test(head)) return true;
  const tail = (await reader.at(Math.max(end, reader.size - 12), 12)).toString("latin1");
  return tail.endsWith("SEFT") || tail === "\0\0\0\0IEND\u00AEB`\u0082";
}
