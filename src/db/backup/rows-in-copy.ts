import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { CopyError } from "./copy-error.ts";
import { tableFile, type TableCopy } from "./dump-database.ts";

/** About how much is handed on at once. */
const AT_ONCE_CHARACTERS = 1_000_000;

/** Reads a table's file and returns how many rows it has. Throws a `CopyError` if they are not those that were copied. */
export async function rowsInCopy(
  { name, columns, rows }: TableCopy,
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for await (const lines of linesOf(folder, name)) {
    signal.throwIfAborted();
    count += lines.length;
    for (const line of lines) {
      if (!isRow(line, columns))
        throw new CopyError(`the copy is damaged: ${tableFile(name)} has a row of another table`);
    }
  }
  requireRows(name, count, rows);
  return count;
}

/** Throws a `CopyError` if a table's file has another number of rows than were copied. */
export function requireRows(name: string, rows: number, expected: number | undefined): void {
  if (rows === expected) return;
  throw new CopyError(`the copy is damaged: ${tableFile(name)} has ${rows} rows, not ${expected}`);
}

/** The lines of a table's file, in batches. Throws a `CopyError` if it can't be read. */
export async function* linesOf(folder: string, name: string): AsyncGenerator<readonly string[]> {
  const path = join(folder, tableFile(name));
  const file = createReadStream(path);
  const unpacked = createGunzip();
  // `pipe` doesn't forward errors.
  file.on("error", (error) => unpacked.destroy(error));
  let rest = "";
  try {
    for await (const chunk of file.pipe(unpacked).setEncoding("utf8") as AsyncIterable<string>) {
      rest += chunk;
      if (rest.length < AT_ONCE_CHARACTERS) continue;
      const end = rest.lastIndexOf("\n");
      if (end < 0) continue;
      yield rest.slice(0, end).split("\n");
      rest = rest.slice(end + 1);
    }
  } catch (error) {
    throw new CopyError(`the copy is damaged: ${path} can't be read`, error);
  } finally {
    file.destroy();
  }
  if (rest !== "") yield rest.trimEnd().split("\n");
}

function isRow(line: string, columns: readonly string[]): boolean {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === "object" && row !== null && columns.every((column) => column in row);
  } catch {
    return false;
  }
}
