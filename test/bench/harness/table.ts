import { keeps, ratioOf, type Aim, type Bench, type BenchResult, type Figure } from "./bench.ts";
import type { Machine } from "./machine.ts";

/** A bench with its result, or with its failure. */
export interface Measured {
  readonly bench: Bench;
  readonly result?: BenchResult;
  readonly failure?: string;
}

const HEAD = ["bench", "what", "measured", "floor", "ratio", "aim", ""];

/** A run and its results. */
export interface Run {
  readonly machine: Machine;
  /** Load of the minute before the run, and of its last minute. */
  readonly load: { readonly before: number; readonly after: number };
  readonly measured: readonly Measured[];
}

/** The figures as a plain-text table, with the machine above and the notes below. */
export function tableOf({ machine, load, measured }: Run): string {
  const rows = measured.flatMap(({ bench, result }) =>
    (result?.figures ?? []).map((figure) => [bench.name, ...cellsOf(figure)]),
  );
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, Node ${machine.node}, ${machine.system}`,
    `Load of the machine in the minute before: ${load.before}; in the last minute, this run included: ${load.after}`,
    "",
    ...aligned([HEAD, ...rows]),
    "",
    "Floors, the leanest correct programs, measured in the same run:",
    ...measured.map(({ bench }) => `  ${bench.name}: ${bench.floor}`),
    ...measured.flatMap(({ bench, result, failure }) => {
      const notes = [...(result?.notes ?? []), ...(failure === undefined ? [] : [`FAILED: ${failure}`])];
      return notes.length === 0 ? [] : ["", `${bench.name}:`, ...notes.map((note) => `  ${note}`)];
    }),
  ].join("\n");
}

/** The figures as JSON, for programs. */
export function jsonOf({ machine, load, measured }: Run): string {
  const benches = measured.map(({ bench, result, failure }) => ({
    name: bench.name,
    floor: bench.floor,
    figures: (result?.figures ?? []).map((figure) => ({
      ...figure,
      ratio: ratioOf(figure),
      aims: (figure.aims ?? []).map((aim) => ({ ...aim, kept: keeps(figure, aim) })),
    })),
    notes: result?.notes ?? [],
    ...(failure === undefined ? {} : { failure }),
  }));
  return JSON.stringify({ machine, load, at: new Date().toISOString(), benches }, null, 2);
}

function cellsOf(figure: Figure): string[] {
  const { what, unit, value, floor, aims = [] } = figure;
  const ratio = ratioOf(figure);
  const verdict = aims.length === 0 ? "" : aims.every((aim) => keeps(figure, aim)) ? "kept" : "MISSED";
  return [
    what,
    `${digits(value)} ${unit}`,
    floor === undefined ? "" : `${digits(floor)} ${unit}`,
    ratio === undefined ? "" : `${digits(ratio)} x`,
    aims.map((aim) => aimText(aim, unit)).join(", "),
    verdict,
  ];
}

function aimText({ of, is, bound }: Aim, unit: string): string {
  return `${is === "at most" ? "<=" : ">="} ${digits(bound)} ${of === "ratio" ? "x floor" : unit}`;
}

/** Rounds to three significant digits, which is more than a shared machine's precision. */
function digits(value: number): string {
  if (value === 0) return "0";
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return String(Number(value.toFixed(Math.min(decimals, 6))));
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
