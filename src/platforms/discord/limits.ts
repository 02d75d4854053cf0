import { INVOCATION_MS } from "../../lib/limits.ts";

// Bounds that several Discord files share. Times are in milliseconds unless the name says otherwise.

/** Time limit for a call that the start waits for. */
export const DISCORD_START_MS = 10_000;
/** First and longest delay before a failed connection is retried. */
export const DISCORD_AGAIN_MS = 1_000;
export const DISCORD_AGAIN_CAP_MS = 15_000;
/** The delay before a retry when only a person can fix the problem. Discord allows a bot 1,000 identifies a day. */
export const DISCORD_REFUSED_MS = 2 * 60_000;
/** Time limit for an acknowledgement. After that, Discord has long dropped the interaction. */
export const DISCORD_DEFER_MS = 10_000;
/**
 * An acknowledged interaction that is still open after this long belonged to a process that died: receiving files takes
 * less.
 */
export const DISCORD_ABANDONED_MS = INVOCATION_MS + 30_000;
/** Discord's own limits. */
export const DISCORD_MESSAGE_CHARACTERS = 2_000;
export const DISCORD_FILES_PER_MESSAGE = 10;
export const DISCORD_BUTTONS_PER_ROW = 5;
export const DISCORD_BUTTONS = 25;
export const DISCORD_LABEL_CHARACTERS = 80;
export const DISCORD_DESCRIPTION_CHARACTERS = 1_024;
export const DISCORD_SUGGESTIONS = 25;
export const DISCORD_NAME_CHARACTERS = 100;
/** Discord's limits for a message with `IS_COMPONENTS_V2`: components at every level, and characters of all its texts. */
export const DISCORD_VIEW_COMPONENTS = 40;
export const DISCORD_VIEW_CHARACTERS = 4_000;
export const DISCORD_PLACEHOLDER_CHARACTERS = 150;
/**
 * Limit for all names and descriptions in a command and its subcommands. Discord allows 8,000 but does not document
 * exactly what counts, so this leaves a margin.
 */
export const DISCORD_COMMAND_CHARACTERS = 7_900;
export const DISCORD_FORM_FIELDS = 5;
/** The most people and roles to look up for a form. Discord's rate limit for these calls is shared by the whole server. */
export const DISCORD_MENU_MEMBERS = 5;
export const DISCORD_FORM_TEXT_CHARACTERS = 4_000;
export const DISCORD_FORM_LABEL_CHARACTERS = 45;
export const DISCORD_FORM_FILES = 10;
/** Messages per page of a channel's history. */
export const DISCORD_HISTORY_PAGE = 100;
/** How long a guild's tier and its members are cached. */
export const DISCORD_REMEMBER_MS = 5 * 60_000;
/** How many interactions and messages are remembered as handled. A repeated delivery arrives within seconds. */
export const DISCORD_SEEN = 1_000;
/** How many answers wait for a button press from members who don't accept direct messages. */
export const DISCORD_WITHHELD = 1_000;
/** Total size of the files in those answers. An admin's table can take several megabytes. */
export const DISCORD_WITHHELD_BYTES = 32 * 1024 * 1024;
