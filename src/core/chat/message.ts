import type { Readable } from "node:stream";
import type { MessageRef } from "./conversation.ts";

/** Stands in a message's text where the person of `mention` is named; adapters put the platform's mention in its place. */
export const MENTION = "\uE000";

/** All channels that a text mentions, as `channelMention` writes them; the first group is the id. */
export const CHANNEL_MENTIONS = /\uE000#([^\uE000]+)\uE000/g;

/**
 * Names a channel in a message's text, by its id on the platform: adapters put the platform's own mention of it in its place. Of
 * the workspace of the conversation alone: others can't be mentioned there.
 */
export function channelMention(channel: string): string {
  return `${MENTION}#${channel}${MENTION}`;
}

/** The id of the channel that a text begins by mentioning. */
export function mentionedChannel(text: string): string | undefined {
  return /^\uE000#([^\uE000]+)\uE000/.exec(text)?.[1];
}

/**
 * What the core says, free of any platform. `text` is plain text with light Markdown (`**bold**`, `` `code` ``); adapters
 * translate and escape it, so text that people wrote must pass through `escapeText` first.
 */
export interface Message {
  readonly text: string;
  /** The platform user id of the one person this message notifies; nobody else is ever notified. */
  readonly mention?: string;
  readonly replyTo?: MessageRef;
  /** Of a private answer no more than a few, and none beyond `SMALLEST_FILE_LIMIT_BYTES`. */
  readonly files?: readonly OutgoingFile[];
  readonly buttons?: readonly Button[];
  /** How far a batch is: drawn where the platform can, else written below the text, a line each. */
  readonly progress?: Progress;
  /** One quiet line below everything else, such as the model and the time it took. */
  readonly footer?: string;
}

/** A file to upload. `open` may be called again for another try; it streams exactly `bytes` bytes. */
export interface OutgoingFile {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: number;
  /** Alternative text: what a person who can't see the picture is told. For results, the prompt. */
  readonly description: string;
  /** The name of its content in the media store, where it is there. */
  readonly hash?: string;
  /** Pixels, where known. */
  readonly width?: number;
  readonly height?: number;
  open(): Promise<Readable>;
}

/** A button that works for ever: its id holds all that is needed, e.g. `cancel:<batch id>`; at most 100 characters. */
export interface Button {
  readonly id: string;
  readonly label: string;
  readonly style: "primary" | "secondary" | "danger";
}

/** One entry for each job of a batch, in order. */
export interface Progress {
  readonly items: readonly ProgressItem[];
}

export interface ProgressItem {
  readonly state: "waiting" | "running" | "succeeded" | "failed" | "cancelled";
  /** A short phrase for people, e.g. `queued #3`. */
  readonly label: string;
  /** When it is expected to be there (milliseconds since the Unix epoch), where that can be told. */
  readonly expectedAt?: number;
}

/** Text cut to a length in UTF-16 units, with an ellipsis where something is missing; no character is cut in half. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Takes the markup out of text that a person or the gateway wrote, so that it is shown as written. */
export function escapeText(text: string): string {
  return shownText(text).replace(/[\\*_`~<>[\]|]/g, (character) => `\\${character}`);
}

/** The same for text between two backticks, where nothing can be escaped. */
export function codeText(text: string): string {
  return shownText(text).replaceAll("`", "").replaceAll(/\s+/g, " ").trim();
}

/**
 * Without what only machines read: our own mark, control characters, halves of characters, and what turns the direction of
 * writing, for it would turn our own words as well.
 */
function shownText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(MENTION, "")
    .replaceAll(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, "");
}
