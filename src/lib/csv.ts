/**
 * A beginning that spreadsheets treat as a formula, which could run anything. Some ignore leading blanks, or accept full-width
 * characters.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** A mark at the beginning of a CSV file. Without it, spreadsheets don't recognise UTF-8. */
export const CSV_MARK = "\uFEFF";

/** One row of a table; undefined values become empty fields. */
export type CsvRow = readonly (string | number | undefined)[];

/** A table as CSV (RFC 4180), with its mark. */
export function csvOf(header: readonly string[], rows: readonly CsvRow[]): string {
  return CSV_MARK + [header, ...rows].map(csvLine).join("");
}

/**
 * A row as CSV, with its line break. Text that would become a formula is preceded by an apostrophe. Numbers are written
 * unchanged.
 */
export function csvLine(row: CsvRow): string {
  return `${row.map(fieldOf).join(",")}\r\n`;
}

function fieldOf(value: CsvRow[number]): string {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
