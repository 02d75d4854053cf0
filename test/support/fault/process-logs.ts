import { open, readFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { leaksIn, secretsInEnvironment, toldIn, unexplained } from "./log-trouble.ts";

/** The logs of a world's processes. Each has its own file, because a killed process may leave half a line. */
export interface ProcessLogs {
  /** The file for a process's standard error. `isOurs`: false for another version, whose texts are not in our log.md. */
  open(environment: Readonly<Record<string, string>>, isOurs: boolean): Promise<FileHandle>;
  /** Rejects if a line holds a secret, or if one from `warn` up is not in docs/reference/log.md. Call it when all have ended. */
  check(): Promise<void>;
}

const counts = new Map<string, number>();

export function keepProcessLogs(folder: string): ProcessLogs {
  const kept: { readonly path: string; readonly secrets: readonly string[]; readonly isOurs: boolean }[] = [];
  return {
    async open(environment, isOurs) {
      const path = join(folder, `log-${kept.length + 1}`);
      kept.push({ path, secrets: secretsInEnvironment(environment), isOurs });
      return open(path, "a");
    },
    async check() {
      const trouble = await Promise.all(
        kept.map(async ({ path, secrets, isOurs }) => troubleIn(await readFile(path, "utf8"), secrets, isOurs)),
      );
      if (trouble.flat().length > 0) throw new Error(`the log:\n${trouble.flat().join("\n")}`);
    },
  };
}

/** The problems in everything that a process wrote. Counts its lines from `warn` up. */
export async function troubleIn(log: string, secrets: readonly string[], isOurs = true): Promise<readonly string[]> {
  const lines = log.split("\n");
  const told = isOurs ? toldIn(lines.filter((line) => line.startsWith("{") && line.endsWith("}"))) : [];
  const texts = told.map(({ level, msg }) => `${level}: ${msg}`);
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...(await unexplained(texts)), ...leaksIn(lines, secrets)];
}

/** How often each text from `warn` up was logged since the last call, the most frequent first. */
export function takeCounts(): Readonly<Record<string, number>> {
  const taken = Object.fromEntries([...counts].toSorted(([, one], [, other]) => other - one));
  counts.clear();
  return taken;
}
