// Bounds that several Slack files share. Times are in milliseconds unless the name says otherwise.

/** Upper bound for a wait that Slack asks for. */
export const SLACK_RETRY_AFTER_CAP_MS = 5 * 60_000;
export const SLACK_CONNECT_MS = 10_000;
/** Slack's limit for one plain text in a block. */
export const SLACK_BLOCK_CHARACTERS = 3_000;
/** Time limit for looking up a person while they wait. After that, their permissions count as unknown. */
export const SLACK_LOOK_UP_MS = 800;
/** The most people who are looked up for a form. These calls run concurrently, and Slack allows about 100 a minute. */
export const SLACK_MENU_MEMBERS = 20;
/** How many people and channels are cached. */
export const SLACK_REMEMBERED = 5_000;
/** How long a start waits for Slack's first answer before it continues without it. */
export const SLACK_START_MS = 10_000;
/** How long a replaced connection stays open so that its events can be acknowledged. Slack waits 3 s for that. */
export const SLACK_SOCKET_DRAIN_MS = 3_000;
export const SLACK_SOCKET_BACKOFF_MS = 500;
export const SLACK_SOCKET_BACKOFF_CAP_MS = 30_000;
