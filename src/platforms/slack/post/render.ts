import { SLACK_BLOCK_CHARACTERS } from "../limits.ts";
import type { Block, KnownBlock, RichTextElement, RichTextQuote } from "@slack/web-api";
import { shortened, viewTexts, type Message, type ProgressItem, type Section } from "../../../core/chat/message.ts";
import { progressBar } from "../../../text/render/measures.ts";
import { notificationWords, richElements } from "./rich-text.ts";
import { buttonsBlock, menusBlock, pictureOf, sectionBlocks, smallPrint, type SlackPicture } from "./view.ts";

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

/** `actionId` is for a message whose one button does not belong to the core. */
export function render(message: Pictured, actionId?: string): Rendered {
  const items = message.progress?.items ?? [];
  const text = shortened([message.text, ...items.map(lineOf)].join("\n"), SLACK_TEXT_CHARACTERS);
  const expected = items.flatMap(({ expectedAt }) => expectedAt ?? []);
  const whole = viewTexts({ ...message, text });
  const words = notificationWords(shortened(textOf(whole, message), SLACK_BLOCK_CHARACTERS), message.mention);
  const blocks: SlackBlock[] = [
    {
      type: "rich_text",
      elements: [
        ...quoteOf(message.quote),
        {
          type: "rich_text_section",
          elements: [
            ...(text === "" ? [{ type: "text" as const, text: NOTHING }] : richElements(text, message.mention)),
            ...(expected.length === 0 ? [] : expectedElements(Math.max(...expected))),
          ],
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

/** What a notification and a screen reader say: what happened, then what it is about, and the facts. */
function textOf(text: string, { quote, footer }: Pick<Message, "quote" | "footer">): string {
  return [text, quote && `“${quote}”`, footer].filter((part) => part).join("\n");
}

function lineOf(item: ProgressItem): string {
  const bar = item.percent === undefined ? "" : ` · ${progressBar(item.percent)}`;
  return `${SIGNS[item.state]} ${item.label}${bar}`;
}

/** The expected completion time, in the reader's time zone. */
function expectedElements(at: number): RichTextElement[] {
  const fallback = `${new Date(at).toISOString().slice(11, 16)} UTC`;
  return [
    { type: "text", text: " · ≈ " },
    { type: "date", timestamp: Math.round(at / 1000), format: "{time}", fallback },
  ];
}
