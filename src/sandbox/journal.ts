import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, writeSync } from "node:fs";

/**
 * An append-only file of JSON lines. An append returns once the kernel has it, so a killed process loses nothing that it had
 * answered. A line that a crash truncated is skipped when the file is read again.
 */
export interface Journal {
  /** Adds the records in one write. If the write fails, it throws and none of them counts as stored. */
  append(...records: readonly object[]): void;
  /** Replaces everything with these records, atomically. */
  rewrite(records: Iterable<object>): void;
  close(): void;
}

/** Large enough that a start reads 10,000 jobs in a few steps, small enough to hold in memory. */
const CHUNK_BYTES = 1024 * 1024;

/** The records of a file of JSON lines, oldest first, as parsed JSON; none if there is no such file. */
export function* readLines(path: string): Generator {
  if (!existsSync(path)) return;
  const file = openSync(path, "r");
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const count = readSync(file, chunk);
      rest += decoder.decode(chunk.subarray(0, count), { stream: count > 0 });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield* parseLine(line);
      if (count === 0) break;
    }
    yield* parseLine(rest);
  } finally {
    closeSync(file);
  }
}

function* parseLine(line: string): Generator {
  if (line === "") return;
  try {
    yield JSON.parse(line);
  } catch {
    // A truncated line: its writer was killed before it answered.
  }
}

/** Opens a journal for writing, beginning with `records`: the compacted content of the old one. */
export function openJournal(path: string, records: Iterable<object>): Journal {
  let file = replace(path, records);
  return {
    append(...added) {
      writeWhole(file, Buffer.from(added.map(lineOf).join("")));
    },
    rewrite(replacement) {
      const next = replace(path, replacement);
      closeSync(file);
      file = next;
    },
    close() {
      closeSync(file);
    },
  };
}

/** Writes a new file beside the old one and moves it over it; returns it open for appending. */
function replace(path: string, records: Iterable<object>): number {
  const fresh = `${path}.new`;
  const file = openSync(fresh, "w", 0o600);
  try {
    let text = "";
    for (const record of records) {
      text += lineOf(record);
      if (text.length < CHUNK_BYTES) continue;
      writeWhole(file, Buffer.from(text));
      text = "";
    }
    writeWhole(file, Buffer.from(text));
    fsyncSync(file);
    renameSync(fresh, path);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

export function lineOf(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

/** The kernel may write fewer bytes than it was given. */
export function writeWhole(file: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}
