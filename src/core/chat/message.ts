import type { Readable } from "node:stream";
import type { MessageRef } from "./conversation.ts";

/** Marks the place of `mention` in a message's text; adapters insert the platform's mention. */
export const MENTION = "\uE000";

/** Matches the channels that a text mentions (`channelMention`); the first group is the id. */
export const CHANNEL_MENTIONS = /\uE000#([^\uE000]+)\uE000/g;

/**
 * Mentions a channel in a message's text by its platform id; adapters insert the platform's mention. Works only for channels of
 * the conversation's workspace.
 */
export function channelMention(channel: string): string {
  return `${MENTION}#${channel}${MENTION}`;
}

/** The id of the channel mention that a text begins with. */
export function mentionedChannel(text: string): string | undefined {
  return /^\uE000#([^\uE000]+)\uE000/.exec(text)?.[1];
}

/**
 * A platform-independent message. `text` is plain text with light Markdown (`**bold**`, `` `code` ``), which adapters translate
 * and escape. Pass text that people wrote through `escapeText` first.
 */
export interface Message {
  readonly text: string;
  /** The words that the message is about, such as a prompt: quoted above its text. One line, escaped like `text`. */
  readonly quote?: string;
  /** The user id of the one person whom this message notifies; it never notifies anyone else. */
  readonly mention?: string;
  readonly replyTo?: MessageRef;
  /**
   * Private answers carry only a few files, each within the platform's `maxFileBytes`. For a person who requests too many, the
   * platform shows the answer without files and says so.
   */
  readonly files?: readonly OutgoingFile[];
  readonly buttons?: readonly Button[];
  /** A batch's progress: drawn if the platform can, else written below the text, one line per job. */
  readonly progress?: Progress;
  /** The facts, in one small line below everything else: model, size, time, cost. */
  readonly footer?: string;
  /**
   * Parts below the text. A message with sections is a view. It has no quote, mention or progress, and is only ever replaced by
   * another view: Discord can't turn one kind of message into the other. Only a private answer that is never replaced has files
   * below its sections.
   */
  readonly sections?: readonly Section[];
  /** Menus of a view, above its buttons. */
  readonly menus?: readonly Menu[];
  /** In a private answer: what the person wrote was carried out, so nobody offers to change it. */
  readonly isDone?: true;
}

/** A visually separate part of a view. Its texts are light Markdown, like a message's text. */
export interface Section {
  /** One line. */
  readonly heading?: string;
  readonly text?: string;
  /** A link below the text. `label`: plain text. */
  readonly link?: { readonly label: string; readonly url: string };
  /** One small line. */
  readonly facts?: string;
  /** A picture next to the text, on platforms that can show it from the message that has it. Decorative: it may be left out. */
  readonly thumbnail?: Thumbnail;
  /** At most five. */
  readonly buttons?: readonly Button[];
}

/** A small picture of a view. */
export interface Thumbnail {
  readonly posted: PostedFile;
  /** Alternative text for people who can't see it. Plain text. */
  readonly description: string;
}

/** A menu of a view. Choosing has the effect of pressing a button with the choice's id. */
export interface Menu {
  /** Unique in its message. */
  readonly id: string;
  /** Shown while nothing is chosen. */
  readonly label: string;
  /** 1 to 25, with different ids. */
  readonly choices: readonly Choice[];
}

/** `id` and `label`: plain text, as for a button. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** The one that the view currently shows. At most one of a menu. */
  readonly isChosen?: true;
}

/** A file to upload. `open` may be called again for a retry; it streams exactly `bytes` bytes. */
export interface OutgoingFile {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: number;
  /** Alternative text for people who can't see the file. For results, the prompt. */
  readonly description: string;
  /** The number by which people refer to it (`#2`), if it is one of several pictures. */
  readonly number?: number;
  /** The content's name in the media store, if it is there. */
  readonly hash?: string;
  /** Where it is shown already, for platforms that can show it from there instead of uploading it again. */
  readonly posted?: PostedFile;
  /** Pixels, if known. */
  readonly width?: number;
  readonly height?: number;
  open(): Promise<Readable>;
}

/** A file that one of our messages shows. */
export interface PostedFile {
  readonly message: MessageRef;
  /** Its index among the message's files, and their number. */
  readonly place: number;
  readonly of: number;
  readonly mimeType: string;
}

/** A button that never expires: its id contains all that is needed, e.g. `cancel:<batch id>`; at most 100 characters. */
export interface Button {
  readonly id: string;
  readonly label: string;
  readonly style: "primary" | "secondary" | "danger";
  /** Asked before a press counts, on platforms with confirmation dialogs: Slack and the Console, but not Discord. */
  readonly confirm?: Confirmation;
}

/** A question with its two answers. The question has at most 300 characters, an answer 30. */
export interface Confirmation {
  readonly question: string;
  readonly yes: string;
  readonly no: string;
}

/** One entry per job of a batch, in order. */
export interface Progress {
  readonly items: readonly ProgressItem[];
}

export interface ProgressItem {
  readonly state: "waiting" | "running" | "succeeded" | "failed" | "cancelled";
  /** A short phrase for people, e.g. `queued #3`. */
  readonly label: string;
  /** When work on it began (Unix milliseconds), while it is under way. */
  readonly begunAt?: number;
  /** How much of it is done, 0 to 100, if the gateway reports that. */
  readonly percent?: number;
  /** When it is expected (Unix milliseconds), if known. */
  readonly expectedAt?: number;
}

/** The texts of a view in order, without its layout. */
export function viewTexts({ text, sections = [] }: Pick<Message, "text" | "sections">): string {
  const parts = sections.flatMap((section) => [
    section.heading,
    section.text,
    section.link && escapeText(section.link.label),
    section.facts,
  ]);
  return [text, ...parts].filter((part) => part !== undefined && part !== "").join("\n");
}

/** What people can press in a message: the ids of its buttons and of its menus' choices. */
export function pressable(message: Pick<Message, "buttons" | "sections" | "menus">): readonly string[] {
  const { buttons = [], sections = [], menus = [] } = message;
  const choices = menus.flatMap((menu) => menu.choices);
  return [...sections.flatMap((section) => section.buttons ?? []), ...choices, ...buttons].map(({ id }) => id);
}

/** Shortens a text to a length in UTF-16 units, with an ellipsis; never splits a character. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The same for text with escapes: also never leaves half an escape sequence at the end. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : shortened(text, maxLength).replace(/\\+…$/, "…");
}

/** Like `shortened`, for a label or a hint: cut between words, unless that would leave little of it. */
export function shortenedAtWord(text: string, maxLength: number): string {
  const cut = shortened(text, maxLength);
  if (cut === text) return text;
  const kept = cut.slice(0, -1);
  const end = text.charAt(kept.length) === " " ? kept.length : kept.lastIndexOf(" ");
  if (end < maxLength / 2) return cut;
  return `${kept
    .slice(0, end)
    .trimEnd()
    .replace(/[,;:·]$/, "")
    .trimEnd()}…`;
}

/** Escapes the markup in text from people or the gateway, so that it is shown as written. */
export function escapeText(text: string): string {
  return shownText(text).replace(/[\\*_`~<>[\]|]/g, (character) => `\\${character}`);
}

/** The reverse of `escapeText`, for plain text such as a form's title. */
export function unescapeText(text: string): string {
  return text.replace(/\\([\\*_`~<>[\]|])/g, "$1");
}

/** Like `escapeText`, for text between backticks, where nothing can be escaped. */
export function codeText(text: string): string {
  return shownText(text).replaceAll("`", "").replaceAll(/\s+/g, " ").trim();
}

/**
 * Removes what people can't see: `MENTION`, control characters, unpaired surrogates, and direction controls, which would also
 * reverse the text around them.
 */
export function shownText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(MENTION, "")
    .replaceAll(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, "");
}
