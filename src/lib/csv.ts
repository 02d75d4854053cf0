/** A beginning that spreadsheets treat as a formula, which could run anything. Some ignore blanks, or read full-width signs. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * A table as CSV (RFC 4180), with a mark that makes spreadsheets read it as UTF-8. Text that people wrote can't become a
 * formula: an apostrophe precedes it. Numbers are written unchanged.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(fieldOf).join(","));
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

function fieldOf(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
