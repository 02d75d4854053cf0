/** The first moment of a day as `<input type="date">` gives it, in the reader's time zone; undefined for no day. */
export function beginOfDay(day: string): number | undefined {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  const begin = new Date(2000, month - 1, date);
  // `new Date(year, …)` maps the years 0 to 99 to 1900 to 1999.
  begin.setFullYear(year, month - 1, date);
  return Number.isNaN(begin.getTime()) ? undefined : begin.getTime();
}

/** Midnight so many days before the day of `now`. */
export function daysBefore(now: number, count: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - count).getTime();
}

/** The day of a moment as `<input type="date">` takes it. */
export function dayInput(ms: number): string {
  const date = new Date(ms);
  const part = (value: number, digits: number): string => String(value).padStart(digits, "0");
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1, 2)}-${part(date.getDate(), 2)}`;
}
