import type { FileKind } from "../core/request/reference.ts";
import { fileTypeFromBuffer } from "file-type";
import { SNIFFED_BYTES } from "../lib/limits.ts";
import { findFileType, type FileType } from "./file-type.ts";
import { isFrameHeader } from "./container-scan/mp3.ts";
import { startOfSound } from "./container-scan/mp3-tags.ts";
import type { FileReader } from "./container-scan/reader.ts";

/** The type of the bytes: one that we accept, or the name and kind of another one. */
export type Sniffed =
  | { readonly known: true; readonly type: FileType }
  | {
      readonly known: false;
      readonly found: string | undefined;
      readonly kind: FileKind | undefined;
      readonly mimeType?: string;
    };

/** The detector's names for our types. */
const SAME_TYPE: Readonly<Record<string, string>> = {
  "image/apng": "image/png",
  "image/heif": "image/heic",
  "image/heic-sequence": "image/heic",
  "image/heif-sequence": "image/heic",
  "video/x-m4v": "video/mp4",
};

/** Detects a file's type by its bytes; its name and the platform's claims don't count. */
export async function sniff(reader: FileReader): Promise<Sniffed> {
  const head = Buffer.from(await reader.at(0, SNIFFED_BYTES));
  if (head.toString("latin1", 0, 3) === "ID3") return sniffTagged(reader);
  const detected = await detect(head);
  if (!detected) return { known: false, found: textType(head), kind: undefined };
  // MP3 is layer III only, and the detector's frame may be of layer I or II.
  if (detected.mime === "audio/mpeg" && !isFrameHeader(head)) return { known: false, found: "MPEG", kind: "audio" };
  const type = findFileType(SAME_TYPE[detected.mime] ?? detected.mime);
  if (type) return { known: true, type };
  const kind = /^(?:image|video|audio)\//.exec(detected.mime)?.[0].slice(0, -1);
  // To the detector, an SVG is just XML.
  if (detected.ext === "xml") return { known: false, found: textType(head) ?? "XML", kind: undefined };
  const found = detected.ext.toUpperCase();
  return { known: false, found, kind: isKind(kind) ? kind : undefined, mimeType: detected.mime };
}

/** ID3 tags usually precede MP3, but also other audio, and may hold a cover of several MiB. */
async function sniffTagged(reader: FileReader): Promise<Sniffed> {
  const start = await startOfSound(reader);
  const head = Buffer.from(await reader.at(start, SNIFFED_BYTES));
  const mp3 = findFileType("audio/mpeg");
  if (mp3 && (head.length === 0 || isFrameHeader(head))) return { known: true, type: mp3 };
  const detected = await detect(head);
  return { known: false, found: detected ? detected.ext.toUpperCase() : "ID3", kind: "audio" };
}

/** The detector expects whole files. Given a part, it may throw. */
async function detect(head: Buffer): Promise<{ ext: string; mime: string } | undefined> {
  try {
    return await fileTypeFromBuffer(head);
  } catch {
    return undefined;
  }
}

/** Text documents: undefined for bytes that aren't text. */
function textType(head: Buffer): string | undefined {
  let text: string;
  try {
    // As a stream, because the last character may be cut in half.
    text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true }).toLowerCase();
  } catch {
    return undefined;
  }
  if (text.includes("\0")) return undefined;
  if (text.includes("<svg")) return "SVG";
  if (/<!doctype html|<html|<script/.test(text)) return "HTML";
  return text.startsWith("<?xml") ? "XML" : "TXT";
}

function isKind(kind: string | undefined): kind is FileKind {
  return kind === "image" || kind === "video" || kind === "audio";
}
