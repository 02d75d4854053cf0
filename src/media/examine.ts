import type { FileKind } from "../core/request/reference.ts";
import { INTAKE_PIXELS } from "../lib/limits.ts";
import type { FileProblem } from "../core/request/file-problem.ts";
import { isHarmlessRest, otherType } from "./polyglot-check.ts";
import { findFileType, offeredTypes, SAVE_AS, type FileType } from "./file-type.ts";
import { sniff } from "./sniff.ts";
import type { StagedFile } from "./store/staging.ts";
import { createFileReader, Damage, type FileReader } from "./container-scan/reader.ts";
import type { Outline } from "./container-scan/outline.ts";
import { scanContainer } from "./container-scan/scan.ts";

/**
 * The most pixels of a picture that is converted. Converting decodes it completely, and AVIF takes about 18 bytes of
 * memory per pixel.
 */
const CONVERTED_PIXELS = 40_000_000;

/** What is known about a file before any of it is decoded. */
export type Examined =
  /** `isCut` means that bytes after its end were removed. */
  | { readonly ok: true; readonly type: FileType; readonly outline: Outline; readonly isCut: boolean }
  | { readonly ok: false; readonly problem: FileProblem };

/** The most pixels of a picture of that type. */
export function maxPixelsOf(type: FileType): number {
  return type.converted ? CONVERTED_PIXELS : INTAKE_PIXELS;
}

/**
 * Checks a staged file by its bytes alone: its type, whether that is accepted, whether it is complete, and whether it is also
 * something else. Reads it in chunks and decodes nothing. Data that cameras add after a picture's end is cut off.
 */
export async function examine(
  file: StagedFile,
  name: string,
  kinds: readonly FileKind[],
  signal: AbortSignal,
): Promise<Examined> {
  const size = await file.bytes();
  if (size === 0) return refused({ rule: "file_empty", name });
  const handle = await file.open();
  try {
    const reader = createFileReader(handle, size, signal);
    const examined = await look(reader, name, kinds);
    if ("problem" in examined) return refused(examined.problem);
    const isCut = examined.outline.end < size;
    if (isCut) await file.cut(examined.outline.end);
    return { ok: true, ...examined, isCut };
  } finally {
    await handle.close();
  }
}

/** A file's type by its first bytes, if that type is accepted; the file may still be damaged. */
export async function knownType(file: StagedFile, signal: AbortSignal): Promise<FileType | undefined> {
  const handle = await file.open();
  try {
    const sniffed = await sniff(createFileReader(handle, await file.bytes(), signal)).catch(damageOf);
    // Only an MP3's leading tags are read beyond the first bytes, so the damage is in these.
    if (sniffed instanceof Damage) return findFileType("audio/mpeg");
    return sniffed.known ? sniffed.type : undefined;
  } finally {
    await handle.close();
  }
}

/** The refusal of a type, with advice if the same content could be saved as another one. */
export function typeProblem(
  name: string,
  found: { readonly name: string | undefined; readonly kind: FileKind | undefined },
  kinds: readonly FileKind[],
): FileProblem {
  const saveAs = found.kind !== undefined && kinds.includes(found.kind) ? SAVE_AS[found.kind] : undefined;
  return { rule: "file_type", name, found: found.name, allowed: offeredTypes(kinds).map((type) => type.name), saveAs };
}

async function look(
  reader: FileReader,
  name: string,
  kinds: readonly FileKind[],
): Promise<{ readonly type: FileType; readonly outline: Outline } | { readonly problem: FileProblem }> {
  const sniffed = await sniff(reader).catch(damageOf);
  if (sniffed instanceof Damage) {
    return { problem: { rule: "file_damaged", name, type: "MP3", damage: sniffed.damage } };
  }
  if (!sniffed.known) return { problem: typeProblem(name, { name: sniffed.found, kind: sniffed.kind }, kinds) };
  const { type } = sniffed;
  if (!kinds.includes(type.kind)) return { problem: typeProblem(name, type, kinds) };
  const other = await otherType(reader);
  if (other !== undefined) return { problem: { rule: "file_disguise", name, type: type.name, other } };
  const outline = await scanContainer(type.mimeType, reader).catch(damageOf);
  if (outline instanceof Damage) {
    return { problem: { rule: "file_damaged", name, type: type.name, damage: outline.damage } };
  }
  const { width, height } = outline;
  const max = maxPixelsOf(type);
  if (width !== undefined && height !== undefined && width * height > max) {
    return { problem: { rule: "too_many_pixels", name, width, height, max } };
  }
  if (outline.end < reader.size && !(await isHarmlessRest(reader, outline.end))) {
    return { problem: { rule: "file_disguise", name, type: type.name, other: undefined } };
  }
  return { type, outline };
}

function damageOf(error: unknown): Damage {
  if (error instanceof Damage) return error;
  throw error;
}

function refused(problem: FileProblem): Examined {
  return { ok: false, problem };
}
