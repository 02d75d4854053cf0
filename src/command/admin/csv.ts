import { Readable } from "node:stream";
import type { OutgoingFile } from "../../core/chat/message.ts";
import { SMALLEST_FILE_LIMIT_BYTES } from "../../lib/limits.ts";

/** One row of a table; what is undefined is left empty. */
export type CsvRow = readonly (string | number | undefined)[];

/** Spreadsheets take a file for UTF-8 only where it says so. */
const MARK = "\uFEFF";

/**
 * A table as a file to give someone (RFC 4180). Only as many rows as every platform takes in one file; `rows` come in the order
 * of what matters most. `complete`: all of them are in it.
 */
export function csvFile(
  name: string,
  description: string,
  header: readonly string[],
  rows: Iterable<CsvRow>,
): { readonly file: OutgoingFile; readonly complete: boolean } {
  const parts = [Buffer.from(MARK + lineOf(header))];
  let bytes = parts[0]?.length ?? 0;
  let complete = true;
  for (const row of rows) {
    const line = Buffer.from(lineOf(row));
    if (bytes + line.length > SMALLEST_FILE_LIMIT_BYTES) {
      complete = false;
      break;
    }
    parts.push(line);
    bytes += line.length;
  }
  const file: OutgoingFile = {
    name,
    mimeType: "text/csv",
    bytes,
    description,
    open: async () => Readable.from(parts),
  };
  return { file, complete };
}

function lineOf(row: CsvRow): string {
  return `${row.map(cellOf).join(",")}\r\n`;
}

/** What people wrote must not be run as a formula by whatever opens the file. */
function cellOf(value: string | number | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
