/** A measurement of Easel and, in the same run, of the leanest correct program that does the same work. */
export interface Bench {
  /** The name for `--only`. */
  readonly name: string;
  /** The leanest correct program, in words. */
  readonly floor: string;
  /** Whether it takes too long to be part of a run of all benches. */
  readonly onlyIfNamed?: boolean;
  run(context: BenchContext): Promise<BenchResult>;
}

export interface BenchContext {
  /** The run's own folder, which is removed at its end. */
  readonly folder: string;
  /** How many rows a bench that fills its database writes. */
  readonly size: number;
  /** The run's own durable PostgreSQL, which starts at the first call. */
  server(): Promise<{ readonly url: string; readonly pid: number }>;
  /** Reports progress. */
  say(text: string): void;
}

export interface BenchResult {
  readonly figures: readonly Figure[];
  /** Data that explains the figures: counts, shares, a profile. */
  readonly notes?: readonly string[];
}

export interface Figure {
  readonly what: string;
  readonly unit: Unit;
  readonly value: number;
  /** The floor's value; undefined if there is nothing to compare with. */
  readonly floor?: number;
  readonly aims?: readonly Aim[];
}

export type Unit = "µs" | "ms" | "s" | "kB" | "MB" | "jobs" | "jobs/s" | "x";

/** A budget, on the figure itself or on its ratio to the floor. */
export interface Aim {
  readonly of: "value" | "ratio";
  readonly is: "at most" | "at least";
  readonly bound: number;
}

/** The figure divided by its floor; undefined without one. */
export function ratioOf({ value, floor }: Figure): number | undefined {
  return floor === undefined || floor === 0 ? undefined : value / floor;
}

/** Whether the figure meets an aim. An aim for an unknown ratio is missed. */
export function keeps(figure: Figure, { of, is, bound }: Aim): boolean {
  const measured = of === "value" ? figure.value : ratioOf(figure);
  if (measured === undefined) return false;
  return is === "at most" ? measured <= bound : measured >= bound;
}

export function atMost(bound: number, of: Aim["of"] = "value"): Aim {
  return { of, is: "at most", bound };
}

export function atLeast(bound: number, of: Aim["of"] = "value"): Aim {
  return { of, is: "at least", bound };
}
