/** The longest wait that a gateway can request. A job waits for a day at most. */
export const RETRY_AFTER_CAP_MS = 3_600_000;

/** An HTTP date of any of the three forms begins with a day's name (RFC 9110, 5.6.7). */
const HTTP_DATE = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? /i;

/**
 * The wait that a `Retry-After` header requests: milliseconds from `nowMs`, never negative and capped at an hour. Seconds or an
 * HTTP date (RFC 9110, 10.2.3); anything else is ignored.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const value = header?.trim();
  if (!value) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1000), RETRY_AFTER_CAP_MS);
  if (!HTTP_DATE.test(value)) return undefined;
  const at = Date.parse(value);
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(at - nowMs, 0), RETRY_AFTER_CAP_MS);
}

export interface Backoff {
  /** The first wait, before jitter. */
  readonly firstMs: number;
  readonly capMs: number;
}

/**
 * The wait before try number `failures + 1`: doubles with each failure up to the cap, minus a random part of up to half, so
 * that callers that failed together don't return together.
 * @param failures tries that have failed so far, from 1
 * @param random a number from 0 to 1, 1 excluded
 */
export function backoffMs(failures: number, backoff: Backoff, random: () => number): number {
  const full = Math.min(backoff.firstMs * 2 ** Math.max(failures - 1, 0), backoff.capMs);
  return Math.round(full / 2 + (random() * full) / 2);
}
