import { DAY_MS } from "../../lib/limits.ts";
import { folded } from "../../core/request/read-text.ts";

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS };

/** Parses a past time: `24h`, `7d`, `2w`, or a day such as `2026-11-01` (its start in UTC). */
export function readSince(given: string, now: number): Date | undefined {
  const word = folded(given);
  const [, count, unit = ""] = /^(\d{1,4})\s*([hdw])$/.exec(word) ?? [];
  const unitMs = UNITS[unit];
  if (count !== undefined && unitMs !== undefined) return new Date(now - Number(count) * unitMs);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(word)) return undefined;
  const day = new Date(`${word}T00:00:00Z`);
  // Rejects days such as 31 February, which Date would roll over.
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== word ? undefined : day;
}
