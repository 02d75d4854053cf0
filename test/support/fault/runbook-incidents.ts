import { readFile } from "node:fs/promises";

/** An incident as docs/runbook.md lists it. */
export interface RunbookIncident {
  /** Such as `Database away`. */
  readonly title: string;
  readonly alert: string;
  /** The command to run, and the line that it then shows. */
  readonly doctor: { readonly command: string; readonly says: RegExp };
  readonly fix: string;
}

const ROW = /^\| ([^|]+?) +\| \[(\w+)\]\(#(\w+)\) +\| `([^`|]+)`: “([^|]+)” +\| ([^|]+?) +\|$/;

/** The rows of the runbook's table of incidents. Throws on a row that does not have the expected form. */
export async function readRunbookIncidents(): Promise<readonly RunbookIncident[]> {
  const text = await readFile(new URL("../../../docs/runbook.md", import.meta.url), "utf8");
  const [, section = ""] = /^## Ten likely incidents\n([^]*?)(?=^## )/m.exec(text) ?? [];
  const [, , ...rows] = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.map((row) => {
    const [, title = "", alert = "", anchor = "", command = "", says = "", fix = ""] = ROW.exec(row) ?? [];
    if (title === "" || anchor !== alert.toLowerCase()) throw new Error(`not a row of the table of incidents: ${row}`);
    return { title, alert, doctor: { command, says: saying(says) }, fix };
  });
}

/** `…` matches any words. */
function saying(words: string): RegExp {
  return new RegExp(
    words
      .split("…")
      .map((part) => part.trim().replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
      .join(".*"),
  );
}
