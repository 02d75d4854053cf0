import type { FileHandle } from "node:fs/promises";
import { SCAN_WINDOW_BYTES } from "../../lib/limits.ts";

/** The most parts of one file. A clip of 80 MiB has about 100,000; more than this is an attack. */
const SCAN_STEPS = 1_000_000;

/** Reads a file in chunks, for scans that mostly go forward. */
export interface FileReader {
  readonly size: number;
  /** Up to `length` bytes from `offset` on. Valid until the next read. */
  at(offset: number, length: number): Promise<Buffer>;
  /** Counts one part; throws `Damage` when there are more than any honest file has. */
  step(): void;
}

/** A defect in a file's structure: its end is missing, or it is inconsistent. */
export class Damage extends Error {
  readonly damage: "truncated" | "unreadable";

  constructor(damage: "truncated" | "unreadable", message: string) {
    super(message);
    this.name = "Damage";
    this.damage = damage;
  }
}

/** Keeps one window of the file in memory; the signal ends long scans. */
export function createFileReader(file: FileHandle, size: number, signal: AbortSignal): FileReader {
  const window = Buffer.alloc(SCAN_WINDOW_BYTES);
  let from = 0;
  let filled = 0;
  let steps = 0;
  return {
    size,
    async at(offset, length) {
      // A file may name an offset that is too large for a read call.
      if (offset >= size) return Buffer.alloc(0);
      const wanted = Math.min(length, size - offset);
      if (offset < from || offset + wanted > from + filled) {
        signal.throwIfAborted();
        if (wanted > window.length) throw new RangeError(`${wanted} bytes exceed the read window`);
        ({ bytesRead: filled } = await file.read(window, 0, window.length, offset));
        from = offset;
      }
      return window.subarray(offset - from, Math.min(offset - from + wanted, filled));
    },
    step() {
      if (++steps > SCAN_STEPS) throw new Damage("unreadable", `more than ${SCAN_STEPS} parts`);
    },
  };
}

/** Creates a reader for bytes in memory. */
export function createBufferReader(bytes: Buffer): FileReader {
  let steps = 0;
  return {
    size: bytes.length,
    at: async (offset, length) => bytes.subarray(offset, offset + length),
    step() {
      if (++steps > SCAN_STEPS) throw new Damage("unreadable", `more than ${SCAN_STEPS} parts`);
    },
  };
}

/** Like `at`, but all bytes must be there. */
export async function need(reader: FileReader, offset: number, length: number): Promise<Buffer> {
  const bytes = await reader.at(offset, length);
  if (bytes.length < length) throw new Damage("truncated", `ends at ${reader.size}, goes on to ${offset + length}`);
  return bytes;
}

/** Throws `Damage` unless the file has bytes up to `end`. */
export function needUpTo(reader: FileReader, end: number): void {
  if (end > reader.size) throw new Damage("truncated", `ends at ${reader.size}, goes on to ${end}`);
}

/** Bytes of a part that is small or bounded elsewhere, in separate memory. */
export async function readPart(reader: FileReader, from: number, to: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let at = from; at < to; at += SCAN_WINDOW_BYTES) {
    pieces.push(Buffer.from(await need(reader, at, Math.min(SCAN_WINDOW_BYTES, to - at))));
  }
  return Buffer.concat(pieces);
}
