import type { Clock } from "./clock.ts";

const MINUTE_MS = 60_000;
/** Keys counted at a time: more than are active in a minute. Evicts the one whose minute began first. */
const KEYS_COUNTED = 10_000;

/** Counts one more for a key. False, without counting, if the key has reached its limit for this minute. */
export type MinuteLimit = (key?: string) => boolean;

/** Allows each key `max` in a minute, which begins when the key is first counted. Counts in this process only. */
export function createMinuteLimit(clock: Pick<Clock, "elapsed">, max: number): MinuteLimit {
  const minutes = new Map<string, { readonly from: number; count: number }>();
  return (key = "") => {
    const now = clock.elapsed();
    const last = minutes.get(key);
    const minute = last && now - last.from < MINUTE_MS ? last : { from: now, count: 0 };
    if (minute !== last) {
      minutes.delete(key);
      minutes.set(key, minute);
      const [oldest] = minutes.keys();
      if (minutes.size > KEYS_COUNTED && oldest !== undefined) minutes.delete(oldest);
    }
    if (minute.count >= max) return false;
    minute.count += 1;
    return true;
  };
}

/** How much one member and one workspace may use in a minute. */
export interface MemberShares {
  readonly member: number;
  readonly workspace: number;
}

/** Counts one more for a member and their workspace, or answers false if either has reached its limit. */
export type MemberLimit = (workspace: string, userId: string) => boolean;

/** Limits the use of all members of a workspace together, and each member to a part of it. Counts in this process only. */
export function createMemberLimit(clock: Pick<Clock, "elapsed">, { member, workspace }: MemberShares): MemberLimit {
  const ofMember = createMinuteLimit(clock, member);
  const ofWorkspace = createMinuteLimit(clock, workspace);
  // A member over their own limit must not use up the workspace's.
  return (place, userId) => ofMember(JSON.stringify([place, userId])) && ofWorkspace(place);
}
