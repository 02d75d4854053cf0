import { SLACK_BLOCK_CHARACTERS } from "../limits.ts";
import type { Block, KnownBlock, RichTextElement, RichTextQuote } from "@slack/web-api";
import { shortened, viewTexts, type Message, type ProgressItem, type Section } from "../../../core/chat/message.ts";
import { progressBar } from "../../../text/render/measures.ts";
import { notificationWords, richElements } from "./rich-text.ts";
import { buttonsBlock, menusBlock, pictureOf, sectionBlocks, smallPrint, type SlackPicture } from "./section-view.ts";

/** Slack cuts longer messages. */
const SLACK_TEXT_CHARACTERS = 12_000;

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
  const elements = fitted(lines, SLACK_TEXT_CHARACTERS).flatMap((line, index) =>
    elementsOf(line, index, message.mention),
  );
  const words = notificationOf(message, lines.slice(1));
  const blocks: SlackBlock[] = [
    {
      type: "rich_text",
      elements: [
        ...quoteOf(message.quote),
        {
          type: "rich_text_section",
          elements: elements.length === 0 ? [{ type: "text" as const, text: NOTHING }] : elements,
        },
      ],
    },
  ];
  blocks.push(
    ...(message.sections ?? []).flatMap((section) => sectionBlocks(section, message.thumbnails?.get(section))),
  );
  for (const picture of message.pictures ?? []) blocks.push({ type: "image", ...pictureOf(picture) });
  if (message.footer) blocks.push(smallPrint(message.footer));
  if (message.menus?.length) blocks.push(menusBlock(message.menus));
  if (message.buttons?.length) blocks.push(buttonsBlock(message.buttons, actionId));
  return { text: words.trim() === "" ? NOTHING : words, blocks };
}

/** https://docs.slack.dev/reference/block-kit/block-elements/rich-text-quote-element */
function quoteOf(quote: string | undefined): RichTextQuote[] {
  const elements = richElements(shortened(quote ?? "", SLACK_BLOCK_CHARACTERS), undefined);
  return elements.length === 0 ? [] : [{ type: "rich_text_quote", elements }];
}

/** What a notification and a screen reader say: what happened, how far it is, what it is about, and the facts. */
function notificationOf(message: Message, progress: readonly Line[]): string {
  const { quote, footer, mention } = message;
  const about = [quote && `“${quote}”`, footer].flatMap((text) => (text ? [{ text }] : []));
  const lines = [{ text: viewTexts(message) }, ...progress, ...about];
  return fitted(lines, SLACK_BLOCK_CHARACTERS)
    .map(({ text, dates = [] }) => notificationWords(text, mention) + dates.map(dateMarkup).join(""))
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

/** The lines that fit into a length. The last one may be shortened. */
function fitted(lines: readonly Line[], max: number): Line[] {
  const shown: Line[] = [];
  let left = max;
  for (const line of lines) {
    if (left <= 0) break;
    const text = shortened(line.text, left);
    shown.push({ ...line, text });
    left -= text.length + 1;
  }
  return shown;
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
