import type { Clock } from "../../../lib/clock.ts";

/** `chat.update` allows some 50 a minute in a whole workspace; each notice gets its share of 40. */
const SLACK_EDIT_INTERVAL_MS = 3_000;
const SLACK_EDIT_INTERVAL_PER_NOTICE_MS = 1_500;
/** A notice that nobody has changed for this long counts no more. */
const SLACK_NOTICE_IDLE_MS = 10 * 60_000;

/** Slack counts edits for a whole workspace, so the more notices are under way the slower each of them goes. */
export interface Cadence {
  /** A notice shows progress. */
  seen(id: string): void;
  /** It shows none any more. */
  ended(id: string): void;
  /** The shortest time between two edits of one notice, in milliseconds. */
  intervalMs(): number;
}

export function createCadence(clock: Clock): Cadence {
  const lastSeen = new Map<string, number>();
  return {
    seen: (id) => void lastSeen.set(id, clock.elapsed()),
    ended: (id) => void lastSeen.delete(id),
    intervalMs() {
      const since = clock.elapsed() - SLACK_NOTICE_IDLE_MS;
      for (const [id, at] of lastSeen) if (at < since) lastSeen.delete(id);
      return Math.max(SLACK_EDIT_INTERVAL_MS, SLACK_EDIT_INTERVAL_PER_NOTICE_MS * lastSeen.size);
    },
  };
}

/** Waits until a channel may have another message: a few at once, and then one in each interval. */
export type Pace = (channel: string, signal: AbortSignal | undefined) => Promise<void>;

export function createPace(clock: Clock, intervalMs: number, burst: number): Pace {
  /** When a channel will have its whole burst again. */
  const whole = new Map<string, number>();
  return async (channel, signal) => {
    const now = clock.elapsed();
    for (const [known, at] of whole) if (at <= now) whole.delete(known);
    const at = Math.max(now, whole.get(channel) ?? 0) + intervalMs;
    whole.set(channel, at);
    const waitMs = at - now - burst * intervalMs;
    if (waitMs > 0) await clock.sleep(waitMs, signal);
  };
}
