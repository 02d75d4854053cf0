import { DISCORD_BUTTONS, DISCORD_DESCRIPTION_CHARACTERS, DISCORD_MESSAGE_CHARACTERS } from "../limits.ts";
import { createHash } from "node:crypto";
import {
  MessageFlags,
  type APIMessageTopLevelComponent,
  type RESTPatchAPIChannelMessageJSONBody,
  type RESTPostAPIChannelMessageJSONBody,
} from "discord.js";
import { cutText, shortened, type Message, type OutgoingFile, type ProgressItem } from "../../../core/chat/message.ts";
import { progressBar } from "../../../text/render/measures.ts";
import { toDiscord } from "./rich-text.ts";
import type { Thumbnails } from "./thumbnails.ts";
import { customIdsIn, rowsOf, viewOf } from "./section-view.ts";

/** The most messages for one private answer. Nobody reads more. */
const DISCORD_ANSWER_MESSAGES = 5;

/** Maximum characters of a message's quote, and of the lines below its text if the text is long. */
const DISCORD_QUOTE_CHARACTERS = 500;
const DISCORD_BELOW_CHARACTERS = 1_000;

const MARKS: Record<ProgressItem["state"], string> = {
  waiting: "⏳",
  running: "🎨",
  succeeded: "✅",
  failed: "❌",
  cancelled: "🚫",
};

/** What a message shows, without its files. */
export interface Content {
  /** A view has none: https://docs.discord.com/developers/components/using-message-components */
  readonly content?: string;
  readonly components: APIMessageTopLevelComponent[];
  readonly allowed_mentions: { readonly parse: []; readonly users: string[]; readonly replied_user: false };
  /** Links in members' text must not show previews. */
  readonly flags: MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2;
}

/** The body of a new message, without files and nonce. It notifies only the person whom the message names. */
export function newMessage(message: Message): RESTPostAPIChannelMessageJSONBody {
  return {
    ...contentOf(message),
    ...(isView(message) && !message.files?.length ? {} : { attachments: attachmentsOf(message.files ?? []) }),
    ...(message.replyTo ? { message_reference: { message_id: message.replyTo.id, fail_if_not_exists: false } } : {}),
  };
}

/** The body of an edit. Whatever it omits is removed, but files stay when there are no new ones. */
export function editedMessage(message: Message): RESTPatchAPIChannelMessageJSONBody {
  const { flags, ...content } = contentOf(message);
  if (isView(message)) return { ...content, flags };
  const files = message.files ?? [];
  return { ...content, ...(files.length === 0 ? {} : { attachments: attachmentsOf(files) }) };
}

/** A private answer, split over as many messages as needed. The last one has the buttons. `thumbnails`: a view's pictures. */
export function answerMessages(message: Message, thumbnails?: Thumbnails): Content[] {
  const whole = contentOf(message, { limit: Number.POSITIVE_INFINITY, thumbnails });
  if (whole.content === undefined) return [whole];
  const parts = split(whole.content);
  return parts.map((part, index) => ({
    ...whole,
    content: part,
    components: index === parts.length - 1 ? whole.components : [],
  }));
}

/** Whether a message is shown as a view, which a message without sections never replaces. */
export function isView({ sections }: Message): boolean {
  return sections !== undefined;
}

/** A digest of the parts of a message that Discord returns unchanged. */
export function digestOf(message: { readonly content: string; readonly customIds: readonly string[] }): string {
  return createHash("sha256")
    .update(JSON.stringify([message.content.trim(), message.customIds]))
    .digest("base64url");
}

/** The ids of a message's buttons, in order. */
export function customIdsOf(message: Message): string[] {
  return customIdsIn(contentOf(message).components);
}

/**
 * The progress, and when the item began and is expected to end. Discord renders both times in the reader's language and keeps
 * them current.
 */
function timesOf({ percent, begunAt, expectedAt }: ProgressItem): string {
  const relative = (at: number): string => `<t:${Math.round(at / 1000)}:R>`;
  const bar = percent === undefined ? "" : ` · ${progressBar(percent)}`;
  if (expectedAt === undefined) return bar;
  return `${bar} · ${begunAt === undefined ? "" : `${relative(begunAt)} → `}≈ ${relative(expectedAt)}`;
}

function contentOf(
  message: Message,
  {
    limit = DISCORD_MESSAGE_CHARACTERS,
    thumbnails,
  }: { readonly limit?: number; readonly thumbnails?: Thumbnails | undefined } = {},
): Content {
  if (isView(message)) {
    const nobody = { parse: [], users: [], replied_user: false } satisfies Content["allowed_mentions"];
    return { components: [viewOf(message, thumbnails)], allowed_mentions: nobody, flags: MessageFlags.IsComponentsV2 };
  }
  const mention = message.mention;
  const text = toDiscord(message.text, mention);
  const items = message.progress?.items ?? [];
  const lines = items.map((item, index) => {
    const number = items.length > 1 ? `${index + 1} · ` : "";
    return `${MARKS[item.state]} ${number}${toDiscord(item.label)}${timesOf(item)}`;
  });
  const footer = message.footer ? [`-# ${toDiscord(message.footer).replaceAll("\n", " ")}`] : [];
  const quote = message.quote
    ? cutText(`> ${toDiscord(message.quote).replaceAll("\n", " ")}`, DISCORD_QUOTE_CHARACTERS)
    : "";
  const above = [quote, text].reduce((sum, part) => sum + (part === "" ? 0 : part.length + 1), 0);
  const below = cutText([...lines, ...footer].join("\n"), Math.max(DISCORD_BELOW_CHARACTERS, limit - above));
  const around = [quote, below].reduce((sum, part) => sum + (part === "" ? 0 : part.length + 1), 0);
  return {
    content: [quote, cutText(text, limit - around), below].filter((part) => part !== "").join("\n"),
    allowed_mentions: { parse: [], users: mention === undefined ? [] : [mention], replied_user: false },
    components: rowsOf((message.buttons ?? []).slice(0, DISCORD_BUTTONS)),
    flags: MessageFlags.SuppressEmbeds,
  };
}

function attachmentsOf(files: readonly OutgoingFile[]): { id: number; filename: string; description: string }[] {
  return files.map(({ name, description }, id) => ({
    id,
    filename: name,
    description: shortened(description, DISCORD_DESCRIPTION_CHARACTERS),
  }));
}

/** Splits the text, at a line's end if there is one in the second half of a part. */
function split(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > DISCORD_MESSAGE_CHARACTERS && parts.length < DISCORD_ANSWER_MESSAGES - 1) {
    const end = rest.lastIndexOf("\n", DISCORD_MESSAGE_CHARACTERS);
    const at = end > DISCORD_MESSAGE_CHARACTERS / 2 ? end : wholeUntil(rest, DISCORD_MESSAGE_CHARACTERS);
    parts.push(rest.slice(0, at));
    rest = rest.slice(at).replace(/^\n/, "");
  }
  return [...parts, cutText(rest, DISCORD_MESSAGE_CHARACTERS)];
}

/** The last place up to `max` that is not within a character, or between a character and the backslash that escapes it. */
function wholeUntil(text: string, max: number): number {
  let backslashes = 0;
  while (text[max - 1 - backslashes] === "\\") backslashes++;
  return /[\uD800-\uDBFF]/.test(text.charAt(max - 1)) || backslashes % 2 === 1 ? max - 1 : max;
}
