import { ConfigError } from "../lib/errors.ts";

const MEDIA_DAYS = { default: 30, max: 3_650 } as const;
/** The minimums are also in `delete_old_requests` and `delete_old_audit`. */
const KEEP_DAYS = { min: 45, max: 3_650, why: "monthly quotas are computed from requests" } as const;
const KEEP_AUDIT_DAYS = { min: 90, max: 3_650, why: "a shorter audit shows too little" } as const;

/** Reads `MEDIA_DAYS`. Throws a `ConfigError`, like the other readers. */
export function mediaDays(given: string | undefined): number {
  if (given === undefined) return MEDIA_DAYS.default;
  const days = daysIn(given);
  if (days < 1 || days > MEDIA_DAYS.max) {
    throw new ConfigError(
      "MEDIA_DAYS",
      `MEDIA_DAYS is “${given}”; set it to a number of days from 1 to ${MEDIA_DAYS.max}, e.g. 30.`,
    );
  }
  return days;
}

/** Reads `KEEP_DAYS`. Undefined, which keeps everything, if it is not set. */
export function keepDays(given: string | undefined): number | undefined {
  return daysOrEver("KEEP_DAYS", given, KEEP_DAYS);
}

/** Reads `KEEP_AUDIT_DAYS`. Undefined, which keeps everything, if it is not set. */
export function keepAuditDays(given: string | undefined): number | undefined {
  return daysOrEver("KEEP_AUDIT_DAYS", given, KEEP_AUDIT_DAYS);
}

function daysOrEver(
  variable: string,
  given: string | undefined,
  { min, max, why }: { readonly min: number; readonly max: number; readonly why: string },
): number | undefined {
  if (given === undefined) return undefined;
  const days = daysIn(given);
  if (days >= min && days <= max) return days;
  throw new ConfigError(
    variable,
    `${variable} is “${given}”; set it to a number of days from ${min} to ${max}, e.g. 365, or leave it out to keep everything. It can't be less than ${min}, because ${why}.`,
  );
}

/** Zero for anything but a whole number. */
function daysIn(given: string): number {
  return /^\d{1,4}$/.test(given) ? Number(given) : 0;
}
