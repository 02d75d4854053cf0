import type { FileKind } from "../../../core/request/reference.ts";
import type { InputBlock, MultiStaticSelect, SectionBlock, View } from "@slack/types";
import { SLACK_CHOICE_CHARACTERS, SLACK_CHOICES, SLACK_INPUT_CHARACTERS } from "../../../lib/limits.ts";

import type { SlackTexts } from "../../../text/render/slack.ts";
import { decodeConversation, encodeConversation, type Conversation } from "../../../core/chat/conversation.ts";
import type { Attachment, FieldValues } from "../../../core/chat/event.ts";
import {
  entriesOf,
  listOf,
  type Form,
  type FormAbout,
  type FormField,
  type NamedField,
  type Suggestion,
  type TextField,
  typedIfLong,
} from "../../../core/chat/form.ts";
import { shortened, shortenedAtWord, type Message } from "../../../core/chat/message.ts";
import { blockIdOf, fieldOf, isCut, isCutAsShown, isTypedBlock, shownText, typedBlockIdOf } from "./field-block.ts";
import { render, type SlackBlock } from "./render.ts";
import { pictureOf, SLACK_PLACEHOLDER_CHARACTERS, type SlackPicture } from "./section-view.ts";
import { SLACK_BLOCK_CHARACTERS } from "../limits.ts";
import { attachmentsOf } from "../receive/files.ts";
import type { Input, View as ShownView } from "../receive/payloads.ts";

/** Slack's limits of a modal, by its documentation of Block Kit. */
export const SLACK_TITLE_CHARACTERS = 24;
const SLACK_LABEL_CHARACTERS = 2_000;
const SLACK_FORM_FILES = 10;

/** A view to send to Slack. */
export type SlackView = View;

/**
 * The shared `callback_id` of all forms. The view itself holds the form's id and its conversation, so any process can
 * handle it.
 */
const FORM = "form";

/** Slack's limit for the value of a menu's option. */
const SLACK_VALUE_CHARACTERS = 150;

/** The shared `action_id` of all inputs. Their block ids tell them apart. */
const INPUT = "value";

/** Prefix of a person's id in an entry of a `MembersField`. Slack's menu has people only. */
const PERSON = "person:";

/** The offered types (`offeredTypes`) that Slack's picker knows. The bytes are checked later. */
const FILE_TYPES: Record<FileKind, readonly string[]> = {
  image: ["png", "jpg", "jpeg", "gif", "webp"],
  video: ["mp4", "mov", "webm"],
  audio: ["mp3", "wav"],
};

/** The shared `callback_id` of views that show a message in place of a form. */
const ANSWER = "said";

/**
 * A form as a modal. When the view is replaced, fields with unchanged choices keep their values.
 * @param opening tells it apart from other forms in the same view. The first one needs none.
 * @param picture the one that the form is about, if Slack can show it.
 */
export function formView(
  form: Form,
  conversation: Conversation,
  texts: SlackTexts,
  { opening, picture }: { readonly opening?: string | undefined; readonly picture?: SlackPicture | undefined } = {},
): SlackView {
  return {
    type: "modal",
    callback_id: FORM,
    private_metadata: JSON.stringify([form.id, encodeConversation(conversation), ...(opening ? [opening] : [])]),
    title: plain(form.title, SLACK_TITLE_CHARACTERS),
    submit: plain(form.submit, SLACK_TITLE_CHARACTERS),
    close: plain(texts.close, SLACK_TITLE_CHARACTERS),
    blocks: [
      ...(form.about ? [aboutBlock(form.about, picture)] : []),
      ...form.fields.flatMap((field) => inputBlocks(typedIfLong(field, SLACK_VALUE_CHARACTERS), texts)),
    ],
  };
}

/** What a form is about: https://docs.slack.dev/reference/block-kit/blocks/section-block */
function aboutBlock({ text }: FormAbout, picture: SlackPicture | undefined): SectionBlock {
  return {
    type: "section",
    text: { type: "plain_text", text: shortened(text, SLACK_BLOCK_CHARACTERS), emoji: false },
    ...(picture ? { accessory: { type: "image" as const, ...pictureOf(picture) } } : {}),
  };
}

/** A view that shows a message in place of a form that was opened in a conversation. */
export function messageView(message: Message, conversation: Conversation, texts: SlackTexts): SlackView {
  return {
    type: "modal",
    callback_id: ANSWER,
    private_metadata: encodeConversation(conversation),
    title: plain(texts.answered, SLACK_TITLE_CHARACTERS),
    close: plain(texts.close, SLACK_TITLE_CHARACTERS),
    blocks: render(message).blocks,
  };
}

/** A form in a view, and the conversation where it was opened. */
export interface ShownForm {
  readonly form: string;
  readonly conversation: Conversation;
  readonly opening: string | undefined;
}

/** The form that a view shows. Undefined for a view that is not a form of Easel's. */
export function formOf(view: ShownView): ShownForm | undefined {
  if (view.callback_id !== FORM) return undefined;
  const state: unknown = JSON.parse(view.private_metadata);
  if (!Array.isArray(state)) return undefined;
  const [form, conversation, opening] = state.map(String);
  return { form: form ?? "", conversation: decodeConversation(conversation ?? ""), opening };
}

/** The conversation of a view that shows a message in place of a form. Undefined for other views. */
export function answeredIn(view: ShownView): Conversation | undefined {
  if (view.callback_id !== ANSWER || view.private_metadata === "") return undefined;
  return decodeConversation(view.private_metadata);
}

/**
 * The submitted values by field, with "" for an empty field, and the files with their fields. Without the values that Slack could
 * not show in full and that nobody changed.
 */
export function filledIn(view: ShownView): {
  readonly values: FieldValues;
  readonly attachments: readonly Attachment[];
} {
  const values: Record<string, string | number | boolean> = {};
  const attachments: Attachment[] = [];
  for (const { block_id } of view.blocks) {
    const input = view.state.values[block_id]?.[INPUT];
    if (!input) continue;
    const name = fieldOf(block_id);
    const value = isCutAsShown(block_id, input.value ?? "") ? undefined : valueOf(input);
    const isLeftEmpty = isTypedBlock(block_id) && String(value).trim() === "";
    if (value !== undefined && !isLeftEmpty) values[name] = value;
    attachments.push(...attachmentsOf(input.files, name));
  }
  return { values, attachments };
}

/** The block where a field's error is shown: that of the typed value, if there is one. Errors of the whole form go to the first input. */
export function blockOf(view: ShownView, field: string | undefined): string | undefined {
  const inputs = view.blocks.filter((block) => block.type === "input");
  const own = inputs.filter((block) => fieldOf(block.block_id) === field);
  const isTyped = ({ block_id: id }: ShownView["blocks"][number]): boolean =>
    isTypedBlock(id) && (view.state.values[id]?.[INPUT]?.value ?? "").trim() !== "";
  return (own.find(isTyped) ?? own[0] ?? inputs[0])?.block_id;
}

/** Whether a block is that of a field. */
export function isOf(blockId: string, field: string | undefined): boolean {
  return fieldOf(blockId) === field;
}

function valueOf(input: Input): string | boolean | undefined {
  if (input.type === "checkboxes") return (input.selected_options?.length ?? 0) > 0;
  if (input.type === "file_input") return undefined;
  if (input.type === "multi_static_select") return listOf((input.selected_options ?? []).map(({ value }) => value));
  if (input.type === "multi_users_select") return listOf((input.selected_users ?? []).map((id) => PERSON + id));
  if (input.type === "users_select") return input.selected_user ?? "";
  if (input.type === "conversations_select") return input.selected_conversation ?? "";
  return input.selected_option?.value ?? input.value ?? "";
}

function plain(text: string, max: number) {
  return { type: "plain_text" as const, text: shortenedAtWord(text, max), emoji: false };
}

/** A field's block. Slack's menus take no typed text, so a second block takes the values besides the choices. */
function inputBlocks(field: FormField, texts: SlackTexts): readonly SlackBlock[] {
  const block = inputBlock(field, texts);
  if (field.type !== "choice" || !field.typed) return [block];
  const { label, hint } = field.typed;
  const typed = inputBlock({ type: "text", name: field.name, label, hint, maxLength: SLACK_VALUE_CHARACTERS }, texts);
  return [block, { ...typed, block_id: typedBlockIdOf(field) }];
}

function inputBlock(field: FormField, texts: SlackTexts): SlackBlock {
  const isRequired = "required" in field && field.required;
  const several = field.type === "text" ? severalOf(field) : undefined;
  const ownHint = "hint" in field ? field.hint : undefined;
  const hint = field.type === "text" && isCut(field) ? texts.cut(SLACK_INPUT_CHARACTERS) : ownHint;
  const shownHint = several && field.type === "text" ? field.several?.hint : hint;
  return {
    type: "input",
    block_id: blockIdOf(field),
    label: plain(field.label, SLACK_LABEL_CHARACTERS),
    optional: !isRequired,
    ...(shownHint === undefined || shownHint === "" ? {} : { hint: plain(shownHint, SLACK_LABEL_CHARACTERS) }),
    ...(field.type === "choice" && field.reshapes ? { dispatch_action: true } : {}),
    element: several ?? element(field, texts),
  };
}

/**
 * A list as a menu of several choices, with those that it has already. Undefined if Slack can't show all of it: https://docs.slack.dev/reference/block-kit/block-elements/multi-select-menu-element
 */
function severalOf({ several, value = "" }: TextField): MultiStaticSelect | undefined {
  if (!several) return undefined;
  const entries = entriesOf(value);
  const choices = several.choices.map((choice) => choice.value);
  const all = [...new Set([...entries, ...choices])];
  if (all.length > SLACK_CHOICES || all.some((entry) => entry.length > SLACK_CHOICE_CHARACTERS)) return undefined;
  const labels = new Map(several.choices.map((choice) => [choice.value, choice.label]));
  const options = all.map((entry) => ({
    text: plain(labels.get(entry) ?? entry, SLACK_CHOICE_CHARACTERS),
    value: entry,
  }));
  const chosen = options.slice(0, entries.length);
  return {
    action_id: INPUT,
    type: "multi_static_select",
    options,
    ...(chosen.length === 0 ? {} : { initial_options: chosen }),
  };
}

function element(field: FormField, texts: SlackTexts): InputBlock["element"] {
  const shared = { action_id: INPUT };
  switch (field.type) {
    case "text":
      return {
        ...shared,
        type: "plain_text_input",
        multiline: field.long === true,
        max_length: Math.min(field.maxLength ?? SLACK_INPUT_CHARACTERS, SLACK_INPUT_CHARACTERS),
        ...(field.value ? { initial_value: shownText(field) } : {}),
      };
    case "choice": {
      const options = choicesWith(field.choices, field.value).map(({ value, label }) => ({
        text: plain(label === "" ? value : label, SLACK_CHOICE_CHARACTERS),
        value,
      }));
      const chosen = options.find((option) => option.value === field.value);
      return {
        ...shared,
        type: "static_select",
        options,
        ...(field.usual === undefined ? {} : { placeholder: plain(field.usual, SLACK_PLACEHOLDER_CHARACTERS) }),
        ...(chosen ? { initial_option: chosen } : {}),
      };
    }
    case "named":
      return { ...shared, ...pickerFor(field) };
    case "members": {
      const chosen = entriesOf(field.value ?? "").map((entry) => entry.slice(PERSON.length));
      return {
        ...shared,
        type: "multi_users_select",
        ...(chosen.length === 0 ? {} : { initial_users: chosen }),
      };
    }
    case "flag": {
      // The label stands above the box.
      const options = [{ text: plain(texts.yes, SLACK_CHOICE_CHARACTERS), value: "on" }];
      return { ...shared, type: "checkboxes", options, ...(field.value ? { initial_options: options } : {}) };
    }
    case "files":
      return {
        ...shared,
        type: "file_input",
        filetypes: [...FILE_TYPES[field.accept]],
        max_files: Math.min(field.max, SLACK_FORM_FILES),
      };
  }
}

/** https://docs.slack.dev/reference/block-kit/block-elements/multi-select-menu-element. Slack has no picker for user groups. */
function pickerFor({ kind, value }: NamedField) {
  switch (kind) {
    case "person":
      return { type: "users_select" as const, ...(value ? { initial_user: value } : {}) };
    case "channel":
      return {
        type: "conversations_select" as const,
        filter: { include: ["public" as const, "private" as const] },
        ...(value ? { initial_conversation: value } : {}),
      };
    case "role":
      return { type: "plain_text_input" as const, ...(value ? { initial_value: value } : {}) };
  }
}

/** Adds the current value, such as a custom size, to the choices if it is missing, so that it is kept. */
function choicesWith(choices: readonly Suggestion[], value: string | undefined): readonly Suggestion[] {
  const isOffered = value === undefined || value === "" || choices.some((choice) => choice.value === value);
  const all = isOffered ? choices : [...choices.slice(0, SLACK_CHOICES - 1), { value, label: value }];
  return all.slice(0, SLACK_CHOICES);
}
