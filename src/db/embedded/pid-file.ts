import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The contents of `postmaster.pid`, which the server writes line by line (PostgreSQL's `miscadmin.h`, "LOCK_FILE_LINE"). */
export interface PidFile {
  readonly pid: number;
  /** Missing in the first milliseconds of a start. */
  readonly port: number | undefined;
  /** `starting`, `stopping`, `ready` or `standby`. */
  readonly status: string | undefined;
}

/** Reads the server's pid file in `folder`; undefined if it is missing or unreadable. */
export async function readPidFile(folder: string): Promise<PidFile | undefined> {
  const text = await readFile(pidFilePath(folder), "utf8").catch(() => "");
  const lines = text.split("\n").map((line) => line.trim());
  const pid = wholeNumber(lines[0]);
  return pid === undefined ? undefined : { pid, port: wholeNumber(lines[3]), status: lines[7] || undefined };
}

export function pidFilePath(folder: string): string {
  return join(folder, "postmaster.pid");
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}
