/** The time of a restart, in milliseconds since the run began. */
export interface Troubled {
  readonly what: "rolling restart" | "database restart";
  readonly from: number;
  readonly to: number;
}

/** How long platforms may take to reconnect after a restart. */
const AFTERWARDS_MS = 10_000;
/** A request this long before a restart may still have been in progress. */
const BEFORE_MS = 3_000;

/** Whether something that began at this time may have been disturbed by a restart. */
export function isTroubled(at: number, times: readonly Troubled[]): boolean {
  return times.some(({ from, to }) => at >= from - BEFORE_MS && at <= to + AFTERWARDS_MS);
}
