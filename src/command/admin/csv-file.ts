import { Readable } from "node:stream";
import type { OutgoingFile } from "../../core/chat/message.ts";
import { CSV_MARK, csvLine, type CsvRow } from "../../lib/csv.ts";
import { SMALLEST_FILE_LIMIT_BYTES } from "../../lib/limits.ts";

/**
 * A table as a CSV file of a size that every platform accepts. Pass the most important `rows` first; only those that fit are
 * read. Returns the file and its number of rows. `complete`: it contains all rows.
 */
export async function csvFile(
  name: string,
  description: string,
  header: readonly string[],
  rows: Iterable<CsvRow> | AsyncIterable<CsvRow>,
): Promise<{ readonly file: OutgoingFile; readonly rows: number; readonly complete: boolean }> {
  const parts = [Buffer.from(CSV_MARK + csvLine(header))];
  let bytes = parts[0]?.length ?? 0;
  let complete = true;
  for await (const row of rows) {
    const line = Buffer.from(csvLine(row));
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
  return { file, rows: parts.length - 1, complete };
}
