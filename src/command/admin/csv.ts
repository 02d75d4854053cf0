import { Readable } from "node:stream";
import type { OutgoingFile } from "../../core/chat/message.ts";
import { SMALLEST_FILE_LIMIT_BYTES } from "../../lib/limits.ts";

/** One row of a table; undefined values become empty cells. */
export type CsvRow = readonly (string | number | undefined)[];

/** Without a byte order mark, spreadsheets don't recognise UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A table as a CSV file (RFC 4180), limited to a size that every platform takes. Pass `rows` with the most important first.
 * `complete`: the file contains all rows.
 */
export function csvFile(
  name: string,
  description: string,
  header: readonly string[],
  rows: Iterable<CsvRow>,
): { readonly file: OutgoingFile; readonly complete: boolean } {
  const parts = [Buffer.from(BYTE_ORDER_MARK + lineOf(header))];
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

/** Keeps spreadsheets from running people's texts as formulas. */
function cellOf(value: string | number | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
