import { Readable } from "node:stream";
import type { OutgoingFile } from "../../core/chat/message.ts";
import { CSV_MARK, csvLine, type CsvRow } from "../../lib/csv.ts";
import { SMALLEST_FILE_LIMIT_BYTES } from "../../lib/limits.ts";

/**
 * A table as a CSV file, limited to a size that every platform takes. Pass `rows` with the most important first. `complete`: the
 * file contains all rows.
 */
export function csvFile(
  name: string,
  description: string,
  header: readonly string[],
  rows: Iterable<CsvRow>,
): { readonly file: OutgoingFile; readonly complete: boolean } {
  const parts = [Buffer.from(CSV_MARK + csvLine(header))];
  let bytes = parts[0]?.length ?? 0;
  let complete = true;
  for (const row of rows) {
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
  return { file, complete };
}
