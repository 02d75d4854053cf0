/** One thing that is measured, beside the leanest correct program that does the same, in the same run. */
export interface Bench {
  /** What `--only` takes. */
  readonly name: string;
  /** The leanest correct program, in words. */
  readonly floor: string;
  run(context: BenchContext): Promise<BenchResult>;
}

export interface BenchContext {
  /** A folder of the run's own; removed at its end. */
  readonly folder: string;
  /** A durable PostgreSQL of the run's own, started when it is first asked for. */
  server(): Promise<{ readonly url: string; readonly pid: number }>;
  /** Told to people while they wait. */
  say(text: string): void;
}

export interface BenchResult {
  readonly figures: readonly Figure[];
  /** What explains the figures: counts, shares, a profile. */
  readonly notes?: readonly string[];
}

export interface Figure {
  readonly what: string;
  readonly unit: Unit;
  readonly value: number;
  /** The same of the floor; undefined where there is nothing to compare with. */
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

/** How many floors the figure is; undefined without one. */
export function ratioOf({ value, floor }: Figure): number | undefined {
  return floor === undefined || floor === 0 ? undefined : value / floor;
}

/** Whether the figure keeps an aim; one about a ratio that is not known is not kept. */
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
