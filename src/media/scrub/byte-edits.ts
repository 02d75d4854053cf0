import type { FileHandle } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { SCAN_WINDOW_BYTES } from "../../lib/limits.ts";
import type { Box } from "../container-scan/boxes.ts";
import { Damage } from "../container-scan/reader.ts";

/** A change to a file; none makes it longer. Offsets are in the original file. */
export type Edit =
  /** These bytes are removed. Cuts are in the order of the file. */
  | { readonly do: "cut"; readonly from: number; readonly to: number }
  /** Zeros replace these bytes. */
  | { readonly do: "blank"; readonly from: number; readonly to: number }
  | { readonly do: "write"; readonly at: number; readonly bytes: Buffer };

export type Edits = AsyncGenerator<Edit, void, undefined>;

/** Edits that change nothing need no disk access, so a long list of them would hold up everything else in the process. */
const EDITS_PER_TURN = 500;

/** A box becomes free space, filled with zeros. */
export async function* freed({ type, from, content, to }: Box): Edits {
  if (!FREE.has(type)) {
    const header = Buffer.from("\0\0\0\0free");
    // A box without a length extends to its parent's end; free space must state its length.
    if (content - from === header.length) header.writeUInt32BE(to - from);
    else header.writeUInt32BE(1);
    yield { do: "write", at: from, bytes: header };
  }
  yield { do: "blank", from: content, to };
}

const FREE = new Set(["free", "skip", "wide"]);

/** A handler (`hdlr`) keeps its type and loses its name, which identifies cameras. */
export async function* unnamed({ content, to }: Box): Edits {
  yield { do: "blank", from: content + 24, to };
}

/** The same parts, up to the point where the file's structure can't be parsed any further. */
export async function* untilDamage<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part, void, undefined> {
  try {
    yield* parts;
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
}

/** Whether the file is at fault. A table that ends too early is read past its end. */
export function isDamage(error: unknown): boolean {
  return error instanceof Damage || error instanceof RangeError;
}

/** Counts the blanked bytes of samples and items. An honest file has no more of them than bytes. */
export interface Budget {
  /** The part of the range that is in the file. Throws `Damage` when all ranges together exceed the file. */
  spend(from: number, to: number): Extract<Edit, { do: "blank" }>;
}

export function createBudget(size: number): Budget {
  let left = size;
  return {
    spend(from, to) {
      const range = { do: "blank", from: Math.min(from, size), to: Math.min(to, size) } as const;
      left -= range.to - range.from;
      if (left < 0) throw new Damage("unreadable", "more samples than the file has bytes");
      return range;
    },
  };
}

/**
 * Applies the edits in place, in flat memory, and lets other work of the process run meanwhile. Resolves with whether
 * any byte changed.
 */
export async function applyEdits(
  file: FileHandle,
  size: number,
  edits: AsyncIterable<Edit>,
  signal: AbortSignal,
): Promise<boolean> {
  const cuts: { readonly from: number; to: number }[] = [];
  let changed = false;
  let count = 0;
  for await (const edit of edits) {
    signal.throwIfAborted();
    if (++count % EDITS_PER_TURN === 0) await nextTurn();
    if (edit.do === "write") changed = (await write(file, edit.at, edit.bytes)) || changed;
    else if (edit.do === "blank") changed = (await blank(file, edit.from, Math.min(edit.to, size), signal)) || changed;
    else if (edit.from < edit.to) {
      const last = cuts.at(-1);
      if (last?.to === edit.from) last.to = edit.to;
      else cuts.push({ from: edit.from, to: edit.to });
    }
  }
  if (cuts.length === 0) return changed;
  await closeUp(file, size, cuts, signal);
  return true;
}

async function write(file: FileHandle, at: number, bytes: Buffer): Promise<boolean> {
  const before = Buffer.alloc(bytes.length);
  const { bytesRead } = await file.read(before, 0, bytes.length, at);
  // Missing bytes are not added.
  const there = bytes.subarray(0, bytesRead);
  if (there.equals(before.subarray(0, bytesRead))) return false;
  await file.write(there, 0, there.length, at);
  return true;
}

async function blank(file: FileHandle, from: number, to: number, signal: AbortSignal): Promise<boolean> {
  const piece = Buffer.alloc(Math.max(0, Math.min(SCAN_WINDOW_BYTES, to - from)));
  let changed = false;
  for (let at = from; at < to; at += piece.length) {
    signal.throwIfAborted();
    changed = (await write(file, at, zeros.subarray(0, Math.min(piece.length, to - at)))) || changed;
  }
  return changed;
}

const zeros = Buffer.alloc(SCAN_WINDOW_BYTES);

/** Moves the kept bytes to close the gaps. */
async function closeUp(
  file: FileHandle,
  size: number,
  cuts: readonly { readonly from: number; readonly to: number }[],
  signal: AbortSignal,
): Promise<void> {
  const piece = Buffer.alloc(SCAN_WINDOW_BYTES);
  let end = cuts[0]?.from ?? size;
  for (const [index, { to }] of cuts.entries()) {
    const until = cuts[index + 1]?.from ?? size;
    for (let at = to; at < until;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, until - at), at);
      if (bytesRead === 0) break;
      await file.write(piece, 0, bytesRead, end);
      at += bytesRead;
      end += bytesRead;
    }
  }
  await file.truncate(end);
}
