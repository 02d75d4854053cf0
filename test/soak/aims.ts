import type { TableSize } from "./database.ts";
import type { NamedDrift } from "./fleet.ts";
import { FOREIGN } from "./log-tally.ts";
import type { SoakResult } from "./result.ts";

/** A third of the platforms' time limit. */
export const ACKNOWLEDGE_P99_MS = 1_000;
export const MEMORY_SHARE = 0.05;
/** Connections open and close, but a leak keeps growing. */
export const DESCRIPTORS_MORE = 10;
const STOP_MS = 20_000;
/** Fewer dead rows are not worth a vacuum. */
const DEAD_ROWS = 5_000;
const DEAD_SHARE = 0.5;

/** The aims that a run missed, each as a sentence. */
export function missedAims(result: SoakResult): string[] {
  const { sums, left, log, stops } = result;
  const none: readonly [number, string][] = [
    [sums.lost, "requests lost a picture or a clip"],
    [sums.doubled, "requests were stored or shown twice"],
    [sums.silent, "requests were acknowledged, and then nothing was done or said"],
    [left.open, "requests were never closed"],
    [left.notices, "notices of work are still shown"],
    [left.unknown, "pictures or clips were made that Easel does not know, and nobody was told"],
    [log.leaks, "lines of the log held a secret"],
    [stops.failed, "processes did not stop normally"],
    [stops.ms.filter((ms) => ms > STOP_MS).length, `processes took longer than ${STOP_MS / 1_000} s to stop`],
  ];
  return [
    ...none.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
    ...result.acknowledgements.flatMap(({ platform, troubled, missing, p99 }) => {
      if (troubled) return [];
      const late =
        p99 > ACKNOWLEDGE_P99_MS ? [`${platform}: the p99 of acknowledgements is ${Math.round(p99)} ms`] : [];
      return missing > 0 ? [...late, `${platform}: ${missing} requests were not acknowledged in time`] : late;
    }),
    ...grown(result.drifts?.residentBytes, "resident memory"),
    ...grown(result.drifts?.heapBytes, "the heap after a collection"),
    ...(result.drifts?.descriptors ?? [])
      .filter(({ from, to }) => to - from > DESCRIPTORS_MORE)
      .map(({ name, from, to }) => `${name}: open descriptors grew from ${from} to ${to}`),
    ...result.tables.after.filter(isBloated).map(({ name, dead, live }) => `${name}: ${dead} dead rows beside ${live}`),
    ...log.counts
      .filter(({ level }) => level === "error" || level === "fatal" || level === FOREIGN)
      .map(({ level, text, count }) => `the log has ${count} lines of level ${level}: ${text}`),
  ];
}

function grown(drifts: readonly NamedDrift[] = [], what: string): string[] {
  return drifts
    .filter(({ share }) => share >= MEMORY_SHARE)
    .map(({ name, share }) => `${name}: ${what} grew by ${(share * 100).toFixed(1)} %`);
}

function isBloated({ live, dead }: TableSize): boolean {
  return dead > DEAD_ROWS && dead > live * DEAD_SHARE;
}
