import type { Clock } from "../../../lib/clock.ts";

/** `chat.update` allows about 50 calls a minute for a whole workspace. The notices share 40 of them. */
const SLACK_EDIT_INTERVAL_MS = 3_000;
const SLACK_EDIT_INTERVAL_PER_NOTICE_MS = 1_500;
/** A notice without changes for this long no longer counts. */
const SLACK_NOTICE_IDLE_MS = 10 * 60_000;

/** The edit rate of notices. Slack limits edits per workspace, so more notices mean fewer edits for each. */
export interface Cadence {
  /** Call when a notice shows progress. */
  seen(id: string): void;
  /** Call when a notice has shown its last progress. */
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

/** Waits until a channel can get another message: a short burst immediately, then one per interval. */
export type Pace = (channel: string, signal: AbortSignal | undefined) => Promise<void>;

export function createPace(clock: Clock, intervalMs: number, burst: number): Pace {
  /** When each channel has its full burst again. */
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
