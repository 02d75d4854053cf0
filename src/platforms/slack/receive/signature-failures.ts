import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";

/** Unsigned requests share one log line for this long. */
const SLACK_UNSIGNED_LOG_MS = 60_000;

/**
 * Counts requests to `/slack/events` without a valid signature. Anyone can send any number of them, so they don't get a
 * log line each.
 */
export interface SignatureFailures {
  count(): void;
  /** The number since the start. */
  total(): number;
  /** Writes the pending log line. */
  stop(): void;
}

/** Logs the first request immediately. Those in the next minute share one line. */
export function createSignatureFailures({
  clock,
  log,
}: {
  readonly clock: Clock;
  readonly log: Logger;
}): SignatureFailures {
  let total = 0;
  let unlogged = 0;
  let cancel: (() => void) | undefined;
  const write = (): void => {
    if (unlogged > 0)
      log.warn({ requests: unlogged }, "requests to /slack/events had a missing, wrong or outdated signature");
    unlogged = 0;
  };
  const due = (): void => {
    cancel = undefined;
    if (unlogged === 0) return;
    write();
    cancel = clock.after(SLACK_UNSIGNED_LOG_MS, due);
  };
  return {
    count() {
      total += 1;
      unlogged += 1;
      if (cancel) return;
      write();
      cancel = clock.after(SLACK_UNSIGNED_LOG_MS, due);
    },
    total: () => total,
    stop() {
      cancel?.();
      cancel = undefined;
      write();
    },
  };
}
