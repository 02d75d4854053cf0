import { SLACK_BLOCK_CHARACTERS } from "../limits.ts";
import type { ActionsBlockElement, ConfirmationDialog, KnownBlock, RichTextElement } from "@slack/types";
import { SLACK_CHOICE_CHARACTERS, SLACK_CHOICES } from "../../../lib/limits.ts";
import {
  cutText,
  shortened,
  type Button,
  type Confirmation,
  type Menu,
  type Section,
} from "../../../core/chat/message.ts";
import { plainWords, richElements } from "./rich-text.ts";

/** Slack's limits: https://docs.slack.dev/reference/block-kit/blocks/actions-block and /block-elements/select-menu-element */
const SLACK_ACTIONS = 25;
export const SLACK_PLACEHOLDER_CHARACTERS = 150;
/** Slack's limit for a picture's alternative text. */
const SLACK_PICTURE_CHARACTERS = 2_000;
/** Slack's limits for a confirmation: its title, its question and each of its answers. */
const SLACK_DIALOG_TITLE_CHARACTERS = 100;
const SLACK_DIALOG_CHARACTERS = 300;
const SLACK_DIALOG_ANSWER_CHARACTERS = 30;

/** A picture that Slack shows from one of its files: https://docs.slack.dev/reference/block-kit/composition-objects/slack-file-object */
export interface SlackPicture {
  readonly fileId: string;
  readonly altText: string;
}

/** A part of a view, below a line that sets it off. `thumbnail`: its picture, if Slack can show it. */
export function sectionBlocks(
  { heading, text, link, facts, buttons = [] }: Section,
  thumbnail?: SlackPicture,
): KnownBlock[] {
  const title = heading === undefined ? "" : `**${heading.replaceAll("**", "")}**`;
  const words = cutText([title, text ?? ""].filter((part) => part !== "").join("\n"), SLACK_BLOCK_CHARACTERS);
  const beside = thumbnail && words !== "" ? [pictureSection(words, thumbnail)] : [];
  const elements: RichTextElement[] = beside.length > 0 ? [] : richElements(words, undefined);
  if (link) {
    if (elements.length > 0) elements.push({ type: "text", text: "\n" });
    elements.push({ type: "link", url: link.url, text: link.label });
  }
  return [
    { type: "divider" },
    ...beside,
    ...(elements.length === 0
      ? []
      : [{ type: "rich_text" as const, elements: [{ type: "rich_text_section" as const, elements }] }]),
    ...(facts ? [smallPrint(facts)] : []),
    ...(buttons.length === 0 ? [] : [actionsOf(buttons.map((button) => buttonOf(button)))]),
  ];
}

/**
 * Text beside a picture: https://docs.slack.dev/reference/block-kit/blocks/section-block. Rich text can't have a
 * picture beside it. The text is plain, because members' words can't be escaped in Slack's own markup.
 */
function pictureSection(words: string, thumbnail: SlackPicture): KnownBlock {
  return {
    type: "section",
    text: { type: "plain_text", text: shortened(plainWords(words), SLACK_BLOCK_CHARACTERS), emoji: false },
    accessory: { type: "image", ...pictureOf(thumbnail) },
  };
}

/**
 * The preview below a posted link: https://docs.slack.dev/messaging/unfurling-links-in-messages. Plain text, because members' words
 * can't be escaped in Slack's own markup.
 */
export function previewBlocks({ heading, text, facts }: Section, picture?: SlackPicture): KnownBlock[] {
  const words = plainWords([heading, text].filter((part) => part !== undefined && part !== "").join("\n"));
  return [
    {
      type: "section",
      text: { type: "plain_text", text: shortened(words, SLACK_BLOCK_CHARACTERS), emoji: false },
    },
    ...(picture ? [{ type: "image" as const, ...pictureOf(picture) }] : []),
    ...(facts ? [smallPrint(facts)] : []),
  ];
}

/** A picture as a block or as an element of one. */
export function pictureOf({ fileId, altText }: SlackPicture) {
  return { slack_file: { id: fileId }, alt_text: shortened(altText, SLACK_PICTURE_CHARACTERS) };
}

/** All menus of a view side by side. Choosing sends the choice's id, as a press sends the button's. */
export function menusBlock(menus: readonly Menu[]): KnownBlock {
  return actionsOf(menus.map(menuOf));
}

/** Buttons are identified by `value`. Slack also requires ids that are unique within a message. */
export function buttonsBlock(buttons: readonly Button[], actionId: string | undefined): KnownBlock {
  return actionsOf(buttons.map((button) => buttonOf(button, actionId)));
}

/** One small line. */
export function smallPrint(text: string): KnownBlock {
  const words = shortened(plainWords(text), SLACK_BLOCK_CHARACTERS);
  return { type: "context", elements: [{ type: "plain_text", text: words, emoji: false }] };
}

function actionsOf(elements: readonly ActionsBlockElement[]): KnownBlock {
  return { type: "actions", elements: elements.slice(0, SLACK_ACTIONS) };
}

function buttonOf({ id, label, style, confirm }: Button, actionId = `button:${id}`): ActionsBlockElement {
  return {
    type: "button",
    action_id: actionId,
    value: id,
    text: plain(label, SLACK_CHOICE_CHARACTERS),
    ...(style === "secondary" ? {} : { style }),
    ...(confirm ? { confirm: dialogOf(label, confirm) } : {}),
  };
}

/** Slack asks before it reports a press. */
function dialogOf(title: string, { question, yes, no }: Confirmation): ConfirmationDialog {
  return {
    title: { type: "plain_text", text: shortened(title, SLACK_DIALOG_TITLE_CHARACTERS) },
    text: { type: "plain_text", text: shortened(question, SLACK_DIALOG_CHARACTERS) },
    confirm: { type: "plain_text", text: shortened(yes, SLACK_DIALOG_ANSWER_CHARACTERS) },
    deny: { type: "plain_text", text: shortened(no, SLACK_DIALOG_ANSWER_CHARACTERS) },
    style: "danger",
  };
}

function menuOf({ id, label, choices }: Menu): ActionsBlockElement {
  const options = choices
    .slice(0, SLACK_CHOICES)
    .map((choice) => ({ value: choice.id, text: plain(choice.label, SLACK_CHOICE_CHARACTERS) }));
  const chosen = choices.findIndex(({ isChosen }) => isChosen === true);
  const initial = options[chosen];
  return {
    type: "static_select",
    action_id: `menu:${id}`,
    placeholder: plain(label, SLACK_PLACEHOLDER_CHARACTERS),
    options,
    ...(initial ? { initial_option: initial } : {}),
  };
}

function plain(text: string, max: number) {
  return { type: "plain_text" as const, text: shortened(text, max), emoji: false };
}
