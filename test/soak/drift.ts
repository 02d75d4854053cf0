import { median } from "../bench/harness/statistics.ts";

/** The readings of a process: bytes in memory, bytes of the heap in use after a collection, and open descriptors. */
export type Figure = "residentBytes" | "heapBytes" | "descriptors";

/** A reading of one process; it may lack some figures. */
export interface Reading extends Readonly<Partial<Record<Figure, number>>> {
  /** Milliseconds since the run began. */
  readonly at: number;
}

/** How a figure of one process changed from the beginning to the end of the measured time, by the medians of both parts. */
export interface Drift {
  readonly from: number;
  readonly to: number;
  /** The change as a share of the beginning. */
  readonly share: number;
}

/** The share of the measured time that counts as its beginning, and as its end. */
const COMPARED_SHARE = 0.2;

/**
 * The drift of a figure between `from` and `to`, in milliseconds since the run began. Undefined if the process did not live
 * through that time: there is no reading at its beginning or at its end.
 */
export function driftOf(
  readings: readonly Reading[],
  figure: Figure,
  { from, to }: { readonly from: number; readonly to: number },
): Drift | undefined {
  const compared = (to - from) * COMPARED_SHARE;
  const first = readings.filter(({ at }) => at >= from && at < from + compared).flatMap((one) => one[figure] ?? []);
  const last = readings.filter(({ at }) => at > to - compared && at <= to).flatMap((one) => one[figure] ?? []);
  if (first.length === 0 || last.length === 0) return undefined;
  const [before, after] = [median(first), median(last)];
  return { from: before, to: after, share: before === 0 ? 0 : (after - before) / before };
}
