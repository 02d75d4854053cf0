import type { Rule } from "./imports.ts";

/** A longer file usually has two subjects. */
const MAX_LINES = 300;

/** The files that may touch the environment: the reader, and the programs that pass it to the reader. */
const ENVIRONMENT = new Set([
  "src/config/config.ts",
  "src/main.ts",
  "src/app/self-check/main.ts",
  "src/app/backup/main.ts",
]);

export const filesAreShort: Rule = (modules) =>
  modules
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines, more than ${MAX_LINES}: it has two subjects`);

/** A larger folder usually has two subjects. */
const MAX_FILES = 25;

/** Folders that may hold more, each with its reason. */
const LARGE_FOLDERS: ReadonlyMap<string, string> = new Map([
  ["migrations", "one file for each change of the schema; a file that has landed is never moved"],
]);

/** @param paths of all files, whatever their type */
export function foldersAreSmall(paths: readonly string[]): readonly string[] {
  const files = new Map<string, number>();
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    files.set(folder, (files.get(folder) ?? 0) + 1);
  }
  const large = [...files].filter(([, count]) => count > MAX_FILES);
  return [
    ...large
      .filter(([folder]) => !LARGE_FOLDERS.has(folder))
      .map(([folder, count]) => `${folder} holds ${count} files, more than ${MAX_FILES}: split it by subject`),
    ...[...LARGE_FOLDERS.keys()]
      .filter((folder) => files.has(folder) && !large.some(([other]) => other === folder))
      .map((folder) => `the exception for ${folder} is not needed`),
  ];
}

/** Vitest loads a test runner by its default export. */
const DEFAULT_EXPORTS: ReadonlySet<string> = new Set(["test/mutation/mutation-runner.ts"]);

/** With named exports, a thing has the same name everywhere. */
export const exportsHaveNames: Rule = (modules) =>
  modules
    .filter(({ path, hasDefaultExport }) => hasDefaultExport && !DEFAULT_EXPORTS.has(path))
    .map(({ path }) => `${path} has a default export`);

/** Node only strips types, so the sources may contain nothing that must be compiled. */
export const typesCanBeStripped: Rule = (modules) =>
  modules.flatMap(({ path, unstrippable }) => unstrippable.map((what) => `${path} has ${what}`));

/** If a check is wrong, its configuration is changed for all files. No file switches it off. */
export const checksAreNotSwitchedOff: Rule = (modules) =>
  modules.flatMap(({ path, excuses }) => excuses.map((excuse) => `${path} has ${excuse}`));

/** One place reads, checks and explains the settings. */
export const environmentIsReadOnce: Rule = (modules) =>
  modules
    .filter(({ path, readsEnvironment }) => readsEnvironment && !ENVIRONMENT.has(path))
    .map(({ path }) => `${path} reaches for the environment: src/config/config.ts alone reads it`);
