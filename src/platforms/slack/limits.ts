// Bounds that several files of Slack share. Times are in milliseconds unless the name says otherwise.

/** What Slack asks to wait is believed up to this long. */
export const SLACK_RETRY_AFTER_CAP_MS = 5 * 60_000;
export const SLACK_CONNECT_MS = 10_000;
/** What one plain text of a block holds. */
export const SLACK_BLOCK_CHARACTERS = 3_000;
/** Someone is waiting: of a person whom Slack has not described by then, the rights are unknown. */
export const SLACK_LOOK_UP_MS = 800;
/** People and channels that are remembered. */
export const SLACK_REMEMBERED = 5_000;
/** A start waits so long for Slack's first answer, and goes on without it. */
export const SLACK_START_MS = 10_000;
/** A connection that is replaced is kept open for so long until what came in over it is acknowledged: Slack waits 3 s for that. */
export const SLACK_SOCKET_DRAIN_MS = 3_000;
export const SLACK_SOCKET_BACKOFF_MS = 500;
export const SLACK_SOCKET_BACKOFF_CAP_MS = 30_000;
