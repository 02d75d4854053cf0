import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";

/** Requests that Slack did not sign share one line of the log for so long. */
const SLACK_UNSIGNED_LOG_MS = 60_000;

/** Requests to `/slack/events` that Slack did not sign. Anybody can send as many as they like, so they are counted, not logged. */
export interface UnsignedPosts {
  count(): void;
  /** Since the start. */
  total(): number;
  /** Writes the line that is still due. */
  stop(): void;
}

/** The first one is logged at once; those that follow within the minute share the next line. */
export function createUnsignedPosts({ clock, log }: { readonly clock: Clock; readonly log: Logger }): UnsignedPosts {
  let total = 0;
  let unlogged = 0;
  let cancel: (() => void) | undefined;
  const write = (): void => {
    if (unlogged > 0)
      log.warn({ requests: unlogged }, "requests to /slack/events were not signed by Slack, or too long ago");
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
