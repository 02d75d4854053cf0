const [FIRST, SECOND] = ["Europe/Berlin", "America/New_York"] as const;
const DAY_MS = 24 * 60 * 60_000;

/** A time zone in which midnight is hours away in both directions, so that a test stays within one day. */
export function zoneByDay(now = new Date()): string {
  const hour = Number(new Intl.DateTimeFormat("en-GB", { hour: "2-digit", timeZone: FIRST }).format(now));
  return hour >= 2 && hour < 20 ? FIRST : SECOND;
}

/** The coming midnight, as members read it. */
export function midnightIn(timeZone: string, now = new Date()): string {
  const tomorrow = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone }).format(now.getTime() + DAY_MS);
  return `${tomorrow} at 00:00 (${timeZone})`;
}
