import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Mutant } from "@stryker-mutator/api/core";
import type { Findings } from "./switches.ts";

/** The outcome of a mutant. `static` means that its code runs only while a module loads, so one process can't switch it. */
export type Outcome = "killed" | "survived" | "uncovered" | "static";

export interface Scored {
  readonly outcomes: readonly { readonly mutant: Mutant; readonly outcome: Outcome }[];
  /** The percentage of killed mutants among those that are not static, with one decimal, rounded down. */
  readonly percent: number;
  readonly notRepeated: number;
}

/** The outcome of each mutant, from the findings of all test processes. */
export function scoreOf(mutants: readonly Mutant[], findings: readonly Findings[]): Scored {
  const union = (key: keyof Findings): Set<string> => new Set(findings.flatMap((found) => found[key]));
  const [killed, covered, loaded] = [union("killed"), union("covered"), union("loaded")];
  const outcomes = mutants.map((mutant) => {
    const { id } = mutant;
    if (killed.has(id)) return { mutant, outcome: "killed" as const };
    if (covered.has(id)) return { mutant, outcome: "survived" as const };
    return { mutant, outcome: loaded.has(id) ? ("static" as const) : ("uncovered" as const) };
  });
  return { outcomes, percent: percentOf(countOf(outcomes)), notRepeated: union("notRepeated").size };
}

type Counts = Record<Outcome, number>;

function countOf(outcomes: Scored["outcomes"]): Counts {
  const counts: Counts = { killed: 0, survived: 0, uncovered: 0, static: 0 };
  for (const { outcome } of outcomes) counts[outcome]++;
  return counts;
}

function percentOf({ killed, survived, uncovered }: Counts): number {
  const measured = killed + survived + uncovered;
  return measured === 0 ? 100 : Math.floor((killed / measured) * 1000) / 10;
}

/** One line for each mutant that no test noticed: its place, the original text, and the replacement. */
export function survivorsOf({ outcomes }: Scored): readonly string[] {
  return outcomes
    .filter(({ outcome }) => outcome === "survived" || outcome === "uncovered")
    .map(({ mutant, outcome }) => {
      const { fileName, location, replacement } = mutant;
      const original = textAt(fileName, location);
      return `${outcome} ${fileName}:${location.start.line + 1}:${location.start.column + 1} ${short(original)} -> ${short(replacement)}`;
    });
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 90 ? `${line.slice(0, 90)}...` : line;
}

function textAt(path: string, { start, end }: Mutant["location"]): string {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined))
    .join("\n");
}

/** The score of each folder and of everything, as a text table that ends with a new line. */
export function tableOf({ outcomes, percent, notRepeated }: Scored, shown: (path: string) => string): string {
  const folders = Map.groupBy(outcomes, ({ mutant }) => dirname(shown(mutant.fileName)));
  const rows = [...folders].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, of]) => rowOf(name, countOf(of)));
  const all = countOf(outcomes);
  return [
    rowOf("folder", { killed: "killed", survived: "survived", uncovered: "not run", static: "static" }, "score"),
    ...rows,
    rowOf("all", all),
    `mutation score ${percent} %: ${all.killed} of ${all.killed + all.survived + all.uncovered} mutants killed; ` +
      `${all.static} more change only what a module computes when it loads, and were not tried; ` +
      `${notRepeated} tests were not repeated`,
    "",
  ].join("\n");
}

function rowOf(name: string, counts: Record<Outcome, number | string>, score?: string): string {
  const percent = score ?? `${percentOf(counts as Counts)} %`;
  const cells = [counts.killed, counts.survived, counts.uncovered, counts.static].map((cell) =>
    String(cell).padStart(9),
  );
  return `${name.padEnd(32)}${percent.padStart(8)}${cells.join("")}`;
}
