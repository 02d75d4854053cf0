import { INVOCATION_MS } from "../../lib/limits.ts";

// Bounds that several files of Discord share. Times are in milliseconds unless the name says otherwise.

/** How long a call that a person waits for may take at the start. */
export const DISCORD_START_MS = 10_000;
/** First and longest wait before a connection that failed is tried again. */
export const DISCORD_AGAIN_MS = 1_000;
export const DISCORD_AGAIN_CAP_MS = 15_000;
/** The same where only a person can fix it: Discord lets a bot identify 1,000 times a day. */
export const DISCORD_REFUSED_MS = 2 * 60_000;
/** An answer that came no sooner would be of no use: by then the interaction is long lost. */
export const DISCORD_DEFER_MS = 10_000;
/** An acknowledged interaction that nobody finished by then was left behind by a process that died: taking files in ends before. */
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
/** Names and descriptions of a command with everything below it: Discord takes 8,000, and doesn't say to the letter what it counts. */
export const DISCORD_COMMAND_CHARACTERS = 7_900;
export const DISCORD_FORM_FIELDS = 5;
export const DISCORD_FORM_TEXT_CHARACTERS = 4_000;
export const DISCORD_FORM_LABEL_CHARACTERS = 45;
export const DISCORD_FORM_FILES = 10;
/** Messages of one page of a channel's history. */
export const DISCORD_HISTORY_PAGE = 100;
/** How long a guild's tier and who is a member of it are taken as they were. */
export const DISCORD_REMEMBER_MS = 5 * 60_000;
/** Interactions and messages that are remembered as taken: a second delivery follows the first within seconds. */
export const DISCORD_SEEN = 1_000;
/** Answers that wait for the press of a member who takes no direct messages. */
export const DISCORD_WITHHELD = 1_000;
/** Bytes of the files in them, all together: an admin's table may have several megabytes. */
export const DISCORD_WITHHELD_BYTES = 32 * 1024 * 1024;
