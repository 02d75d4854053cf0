import { SLACK_BLOCK_CHARACTERS } from "../limits.ts";
import type { Block, KnownBlock, RichTextElement, RichTextQuote } from "@slack/web-api";
import { cutText, viewTexts, type Message, type ProgressItem, type Section } from "../../../core/chat/message.ts";
import { progressBar } from "../../../text/render/measures.ts";
import { notificationWords, richElements } from "./rich-text.ts";
import { buttonsBlock, menusBlock, pictureOf, sectionBlocks, smallPrint, type SlackPicture } from "./section-view.ts";

/**
 * Slack refuses a message whose blocks have more text than about 12,000 characters together, less what each block costs, with
 * `msg_blocks_too_long`: https://github.com/slackapi/bolt-js/issues/2867
 */
const SLACK_TEXT_CHARACTERS = 11_000;
const SLACK_BLOCK_COST = 125;
/** Left for a message's own text above a view of any length. */
const SLACK_OWN_CHARACTERS = 1_000;
/** Slack's limit for a message: https://docs.slack.dev/reference/block-kit/blocks */
const SLACK_BLOCKS = 50;
/**
 * The longest text of a changed message, which is for notifications: https://docs.slack.dev/reference/methods/chat.update. Slack
 * counts its bytes.
 */
const SLACK_NOTIFICATION_BYTES = 4_000;

export type SlackBlock = KnownBlock | Block;

/** A message for Slack: the visible blocks, and the text for notifications. */
export interface Rendered {
  readonly text: string;
  readonly blocks: SlackBlock[];
}

/** A message with pictures that the conversation shows already: its own, and those of its sections. */
export type Pictured = Message & {
  readonly pictures?: readonly SlackPicture[];
  readonly thumbnails?: ReadonlyMap<Section, SlackPicture>;
};

/** Slack refuses a message without text. */
const NOTHING = "\u200B";

const SIGNS: Record<ProgressItem["state"], string> = {
  waiting: "○",
  running: "◐",
  succeeded: "●",
  failed: "✕",
  cancelled: "–",
};

/** A line of a message, in light Markdown, and the dates that follow it. */
interface Line {
  readonly text: string;
  readonly dates?: readonly ShownDate[];
}

/** A time that Slack shows in the reader's time zone and language, after some words. */
interface ShownDate {
  readonly words: string;
  readonly at: number;
  /** Slack keeps `{ago}` up to date: https://docs.slack.dev/reference/block-kit/block-elements/date-element */
  readonly format: "{ago}" | "{time}";
}

/** `actionId` is for a message whose one button does not belong to the core. */
export function render(message: Pictured, actionId?: string): Rendered {
  const items = message.progress?.items ?? [];
  const lines: readonly Line[] = [{ text: message.text }, ...items.map(lineOf)];
  const below = blocksBelow(message, actionId);
  const elements = fitted(lines, ownCharacters(message, below.length), charactersOf).flatMap((line, index) =>
    elementsOf(line, index, message.mention),
  );
  const words = notificationOf(message, lines.slice(1));
  const own: SlackBlock = {
    type: "rich_text",
    elements: [
      ...quoteOf(message.quote),
      {
        type: "rich_text_section",
        elements: elements.length === 0 ? [{ type: "text" as const, text: NOTHING }] : elements,
      },
    ],
  };
  return { text: words.trim() === "" ? NOTHING : words, blocks: [own, ...below] };
}

/** What follows a message's own text. */
function blocksBelow(message: Pictured, actionId: string | undefined): SlackBlock[] {
  const { pictures = [], footer, menus = [], buttons = [] } = message;
  const last = [
    ...pictures.map((picture) => ({ type: "image" as const, ...pictureOf(picture) })),
    ...(footer ? [smallPrint(footer)] : []),
    ...(menus.length > 0 ? [menusBlock(menus)] : []),
    ...(buttons.length > 0 ? [buttonsBlock(buttons, actionId)] : []),
  ];
  return [...sectionsAbove(last.length, message), ...last];
}

/**
 * A view's sections. Views are made to fit. If one doesn't, its last sections are left out, because Slack would refuse the whole view.
 * @param others how many blocks follow them.
 */
function sectionsAbove(others: number, { sections = [], thumbnails, quote = "", footer = "" }: Pictured): SlackBlock[] {
  const shown: SlackBlock[] = [];
  let room = SLACK_BLOCKS - 1 - others;
  let characters =
    SLACK_TEXT_CHARACTERS - SLACK_OWN_CHARACTERS - cutLength(quote) - cutLength(footer) - others * SLACK_BLOCK_COST;
  for (const section of sections) {
    const blocks = sectionBlocks(section, thumbnails?.get(section));
    room -= blocks.length;
    characters -= cutLength(viewTexts({ text: "", sections: [section] })) + blocks.length * SLACK_BLOCK_COST;
    if (room < 0 || characters < 0) break;
    shown.push(...blocks);
  }
  return shown;
}

/** A text's length in one block. */
function cutLength({ length }: string): number {
  return Math.min(length, SLACK_BLOCK_CHARACTERS);
}

/** How much of a message's own text fits, considering everything else in it. */
function ownCharacters(message: Message, blocks: number): number {
  const { quote = "", footer = "" } = message;
  const others = viewTexts({ ...message, text: "" }).length + quote.length + footer.length;
  return Math.max(SLACK_OWN_CHARACTERS, SLACK_TEXT_CHARACTERS - others - blocks * SLACK_BLOCK_COST);
}

/** https://docs.slack.dev/reference/block-kit/block-elements/rich-text-quote-element */
function quoteOf(quote: string | undefined): RichTextQuote[] {
  const elements = richElements(cutText(quote ?? "", SLACK_BLOCK_CHARACTERS), undefined);
  return elements.length === 0 ? [] : [{ type: "rich_text_quote", elements }];
}

/** What a notification and a screen reader say: what happened, how far it is, what it is about, and the facts. */
function notificationOf(message: Message, progress: readonly Line[]): string {
  const { quote, footer, mention } = message;
  const about = [quote && `“${quote}”`, footer].flatMap((text) => (text ? [{ text }] : []));
  const lines = [{ text: viewTexts(message) }, ...progress, ...about];
  const wordsOf = ({ text, dates = [] }: Line): string =>
    notificationWords(text, mention) + dates.map(dateMarkup).join("");
  const short = fitted(lines, SLACK_BLOCK_CHARACTERS, charactersOf);
  return fitted(short, SLACK_NOTIFICATION_BYTES, (line) => Buffer.byteLength(wordsOf(line)))
    .map(wordsOf)
    .join("\n");
}

function lineOf({ state, label, percent, begunAt, expectedAt }: ProgressItem): Line {
  const bar = percent === undefined ? "" : ` · ${progressBar(percent)}`;
  const text = `${SIGNS[state]} ${label}${bar}`;
  if (expectedAt === undefined) return { text };
  const begun: readonly ShownDate[] = begunAt === undefined ? [] : [{ words: " · ", at: begunAt, format: "{ago}" }];
  // `{ago}` is documented for the past only.
  return {
    text,
    dates: [...begun, { words: begunAt === undefined ? " · ≈ " : " → ≈ ", at: expectedAt, format: "{time}" }],
  };
}

/** The lines that fit into a size. The last one may be shortened. */
function fitted(lines: readonly Line[], max: number, sizeOf: (line: Line) => number): Line[] {
  const shown: Line[] = [];
  let left = max;
  for (const line of lines) {
    const fit = shortenedTo(line, left, sizeOf);
    if (!fit) break;
    shown.push(fit);
    left -= sizeOf(fit) + 1;
  }
  return shown;
}

/** As much of a line as fits into a size; undefined if nothing does. */
function shortenedTo(line: Line, max: number, sizeOf: (line: Line) => number): Line | undefined {
  if (sizeOf(line) <= max) return line;
  const cut = (length: number): Line => ({ ...line, text: cutText(line.text, length) });
  let fits = 0;
  let tooLong = line.text.length;
  while (fits + 1 < tooLong) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (sizeOf(cut(middle)) <= max) fits = middle;
    else tooLong = middle;
  }
  return fits === 0 ? undefined : cut(fits);
}

function charactersOf({ text }: Line): number {
  return text.length;
}

function elementsOf({ text, dates = [] }: Line, index: number, mention: string | undefined): RichTextElement[] {
  return [
    ...richElements(index === 0 ? text : `\n${text}`, mention),
    ...dates.flatMap(({ words, at, format }): RichTextElement[] => [
      { type: "text", text: words },
      { type: "date", timestamp: Math.round(at / 1000), format, fallback: utcTime(at) },
    ]),
  ];
}

/** A date in the text of a notification: https://docs.slack.dev/messaging/formatting-message-text */
function dateMarkup({ words, at }: ShownDate): string {
  return `${words}<!date^${Math.round(at / 1000)}^{time}|${utcTime(at)}>`;
}

/** For clients that can't show dates. */
function utcTime(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)} UTC`;
}
