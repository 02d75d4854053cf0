import type { Clock } from "../../../lib/clock.ts";
import type { PersonId } from "../api/people.ts";

const HOUR_MS = 3_600_000;
const HOURS = 24;

/**
 * What each person uploaded in the last 24 hours, including the current one. Counted in this process, because a file's row is
 * deleted with its message, while its bytes stay for some time.
 */
export interface DailyUploads {
  add(person: PersonId, mib: number): void;
  /** In MiB. */
  of(person: PersonId): number;
}

export function createDailyUploads(clock: Pick<Clock, "elapsed">): DailyUploads {
  const hours = new Map<PersonId, Map<number, number>>();

  const recentHours = (person: PersonId): { readonly hour: number; readonly recent: Map<number, number> } => {
    const hour = Math.floor(clock.elapsed() / HOUR_MS);
    const recent = new Map([...(hours.get(person) ?? [])].filter(([then]) => then > hour - HOURS));
    hours.set(person, recent);
    return { hour, recent };
  };

  return {
    add(person, mib) {
      const { hour, recent } = recentHours(person);
      recent.set(hour, (recent.get(hour) ?? 0) + mib);
    },
    of: (person) => [...recentHours(person).recent.values()].reduce((sum, mib) => sum + mib, 0),
  };
}
