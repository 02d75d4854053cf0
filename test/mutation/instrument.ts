import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Mutant } from "@stryker-mutator/api/core";
import type { Logger } from "@stryker-mutator/api/logging";
import { Instrumenter } from "@stryker-mutator/instrumenter";

/** The source of a program that contains every mutant, each behind a switch that is off. */
export interface Instrumented {
  /** The instrumented text by absolute path. */
  readonly sources: ReadonlyMap<string, string>;
  readonly mutants: readonly Mutant[];
}

const nothing = (): void => undefined;
const no = (): boolean => false;
const silent: Logger = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};

/** Puts every mutant of these TypeScript files into their source. Rejects if a file can't be read or parsed. */
export async function instrument(paths: readonly string[]): Promise<Instrumented> {
  const files = await Promise.all(
    paths.map(async (path) => ({ name: resolve(path), mutate: true, content: await readFile(path, "utf8") })),
  );
  const options = { plugins: [], excludedMutations: [], ignorers: [] };
  const { files: written, mutants } = await new Instrumenter(silent).instrument(files, options);
  return { sources: new Map(written.map(({ name, content }) => [name, content])), mutants };
}
