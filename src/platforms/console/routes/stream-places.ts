/** Concurrent event streams: far more than a team's tabs, and far fewer than would cause trouble. */
const CONSOLE_STREAMS = 200;
/** Concurrent event streams per session: more tabs than one person keeps open. */
const CONSOLE_STREAMS_OF_SESSION = 20;

/**
 * Bounds the concurrent event streams in this process. Without a password there are no sessions, and only the total is bounded.
 */
export interface StreamPlaces {
  /** Takes a place, and returns a function that gives it back, to be called once. Undefined if there is no place. */
  take(session: string | undefined): (() => void) | undefined;
  isFull(session: string | undefined): boolean;
}

/**
 * Refuses a stream beyond the bound. Closing the oldest stream instead would make its page reconnect, which would close the next,
 * and so on.
 */
export function createStreamPlaces(): StreamPlaces {
  let all = 0;
  const bySession = new Map<string, number>();
  const of = (session: string | undefined): number => (session === undefined ? 0 : (bySession.get(session) ?? 0));
  const add = (session: string | undefined, change: 1 | -1): void => {
    all += change;
    if (session === undefined) return;
    const left = of(session) + change;
    if (left === 0) bySession.delete(session);
    else bySession.set(session, left);
  };
  const isFull: StreamPlaces["isFull"] = (session) =>
    all >= CONSOLE_STREAMS || of(session) >= CONSOLE_STREAMS_OF_SESSION;
  return {
    isFull,
    take(session) {
      if (isFull(session)) return undefined;
      add(session, 1);
      return () => add(session, -1);
    },
  };
}
