import { SLACK_BLOCK_CHARACTERS } from "../limits.ts";
import type { Block, KnownBlock, RichTextElement, RichTextQuote } from "@slack/web-api";
import { SLACK_CHOICE_CHARACTERS } from "../../../lib/limits.ts";
import {
  shortened,
  type Button,
  type Confirmation,
  type Message,
  type ProgressItem,
} from "../../../core/chat/message.ts";
import { notificationWords, plainWords, richElements } from "./rich-text.ts";

/** Slack's limits for a confirmation: its title, its question and each of its answers. */
const SLACK_DIALOG_TITLE_CHARACTERS = 100;
const SLACK_DIALOG_CHARACTERS = 300;
const SLACK_DIALOG_ANSWER_CHARACTERS = 30;

/** Slack cuts longer messages. */
const SLACK_TEXT_CHARACTERS = 12_000;

export type SlackBlock = KnownBlock | Block;

/** A message for Slack: the visible blocks, and the text for notifications. */
export interface Rendered {
  readonly text: string;
  readonly blocks: SlackBlock[];
}

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
export function render(message: Message, actionId?: string): Rendered {
  const items = message.progress?.items ?? [];
  const text = shortened([message.text, ...items.map(lineOf)].join("\n"), SLACK_TEXT_CHARACTERS);
  const expected = items.flatMap(({ expectedAt }) => expectedAt ?? []);
  const words = notificationWords(shortened(textOf(text, message.quote), SLACK_BLOCK_CHARACTERS));
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
  if (message.footer) {
    const footer = shortened(plainWords(message.footer), SLACK_BLOCK_CHARACTERS);
    blocks.push({ type: "context", elements: [{ type: "plain_text", text: footer, emoji: false }] });
  }
  if (message.buttons?.length) blocks.push(buttonRow(message.buttons, actionId));
  return { text: words.trim() === "" ? NOTHING : words, blocks };
}

/** https://docs.slack.dev/reference/block-kit/block-elements/rich-text-quote-element */
function quoteOf(quote: string | undefined): RichTextQuote[] {
  const elements = richElements(shortened(quote ?? "", SLACK_BLOCK_CHARACTERS), undefined);
  return elements.length === 0 ? [] : [{ type: "rich_text_quote", elements }];
}

/** What a notification reads out: what happened, then what it is about. */
function textOf(text: string, quote: string | undefined): string {
  return quote ? `${text}\n“${quote}”` : text;
}

/** Buttons are identified by `value`. Slack also requires ids that are unique within a message. */
function buttonRow(buttons: readonly Button[], actionId: string | undefined): SlackBlock {
  return {
    type: "actions",
    elements: buttons.slice(0, 25).map(({ id, label, style, confirm }) => ({
      type: "button",
      action_id: actionId ?? `button:${id}`,
      value: id,
      text: { type: "plain_text", text: shortened(label, SLACK_CHOICE_CHARACTERS), emoji: true },
      ...(style === "secondary" ? {} : { style }),
      ...(confirm ? { confirm: dialogOf(label, confirm) } : {}),
    })),
  };
}

/** Slack asks before it reports a press. */
function dialogOf(title: string, { question, yes, no }: Confirmation) {
  return {
    title: plain(shortened(title, SLACK_DIALOG_TITLE_CHARACTERS)),
    text: plain(shortened(question, SLACK_DIALOG_CHARACTERS)),
    confirm: plain(shortened(yes, SLACK_DIALOG_ANSWER_CHARACTERS)),
    deny: plain(shortened(no, SLACK_DIALOG_ANSWER_CHARACTERS)),
    style: "danger",
  } as const;
}

function plain(text: string) {
  return { type: "plain_text", text } as const;
}

function lineOf(item: ProgressItem): string {
  return `${SIGNS[item.state]} ${item.label}`;
}

/** The expected completion time, in the reader's time zone. */
function expectedElements(at: number): RichTextElement[] {
  const fallback = `${new Date(at).toISOString().slice(11, 16)} UTC`;
  return [
    { type: "text", text: " · ≈ " },
    { type: "date", timestamp: Math.round(at / 1000), format: "{time}", fallback },
  ];
}
