/** How often a line of the log was written. */
export interface LogCount {
  readonly level: string;
  readonly role: string;
  readonly text: string;
  readonly count: number;
}

/** Counts lines of the log by level, role and text. */
export interface LogTally {
  /** A line as a process wrote it. */
  add(line: string): void;
  /** The most frequent first. */
  counts(): readonly LogCount[];
  /** How many lines contained a secret. */
  leaks(): number;
}

/** The level of the line that a process prints when it can't start, for example while the database is away. */
export const START_FAILED = "start failed";
/** The level of a line that the log did not write, such as a stack trace by Node. */
export const FOREIGN = "not the log's";

/** `secrets`: values that no line may contain. */
export function createLogTally(secrets: readonly string[]): LogTally {
  const known = new Map<string, { level: string; role: string; text: string; count: number }>();
  let leaks = 0;
  return {
    add(line) {
      if (line.trim() === "") return;
      if (secrets.some((secret) => line.includes(secret))) leaks += 1;
      const read = readLine(line);
      const key = JSON.stringify([read.level, read.role, read.text]);
      const entry = known.get(key) ?? { ...read, count: 0 };
      entry.count += 1;
      known.set(key, entry);
    },
    counts: () => [...known.values()].toSorted((one, other) => other.count - one.count),
    leaks: () => leaks,
  };
}

function readLine(line: string): { level: string; role: string; text: string } {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed === "object" && parsed !== null && "level" in parsed && "msg" in parsed) {
      const role = "role" in parsed ? String(parsed.role) : "";
      return { level: String(parsed.level), role, text: String(parsed.msg) };
    }
  } catch {
    // Not a line of the log.
  }
  if (line.startsWith("Easel can't start")) return { level: START_FAILED, role: "", text: line.trim() };
  // The same problem has different numbers each time.
  return { level: FOREIGN, role: "", text: line.trim().slice(0, 160).replaceAll(/\d+/g, "N") };
}
