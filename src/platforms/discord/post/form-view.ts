import {
  DISCORD_FORM_FIELDS,
  DISCORD_FORM_FILES,
  DISCORD_FORM_LABEL_CHARACTERS,
  DISCORD_FORM_TEXT_CHARACTERS,
  DISCORD_NAME_CHARACTERS,
  DISCORD_SUGGESTIONS,
} from "../limits.ts";
import {
  ChannelType,
  ComponentType,
  SelectMenuDefaultValueType,
  TextInputStyle,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  type APITextDisplayComponent,
  type ModalSubmitInteraction,
} from "discord.js";
import type { Attachment, FieldValues } from "../../../core/chat/event.ts";
import {
  entriesOf,
  listOf,
  type ChoiceField,
  type FilesField,
  type Form,
  type FormField,
  type MembersField,
  type NamedField,
  type TextField,
  typedIfLong,
} from "../../../core/chat/form.ts";
import { escapeText, shortened, shortenedAtWord } from "../../../core/chat/message.ts";
import { attachmentOf } from "../receive/files.ts";

/** Minimum length of the form's subject in the first field's description: the picture's number and a few words. */
const DISCORD_ABOUT_CHARACTERS = 30;
/** Maximum length of the subject above the fields. */
const DISCORD_ABOVE_CHARACTERS = 1_000;
const JOINT = " · ";
/** The channel types that a form offers: all in which people write, because the preselected channel must be among them. */
const TEXT_CHANNELS = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
] as const;

/**
 * A Discord modal with the form's first five fields. Each field's name is its id. The form's subject is shown above the fields.
 * With five fields there is no room for that, so it is shown in the first field's description.
 */
export function modalFor({ id, title, about, fields }: Form): APIModalInteractionResponseCallbackData {
  const shown = shownOf(fields);
  const hasRoom = shown.length < DISCORD_FORM_FIELDS;
  const above = hasRoom ? escapeText(shortened(about?.text ?? "", DISCORD_ABOVE_CHARACTERS)).trim() : "";
  const within = hasRoom ? undefined : (about?.brief ?? about?.text);
  return {
    custom_id: id,
    title: shortenedAtWord(title, DISCORD_FORM_LABEL_CHARACTERS),
    components: [
      ...(above === "" ? [] : [aboveFields(above)]),
      ...shown.map((field, index) => labelFor(field, index === 0 ? within : undefined)),
    ],
  };
}

/** A modal can show text, but no pictures: https://docs.discord.com/developers/components/reference#text-display */
function aboveFields(content: string): APITextDisplayComponent {
  return { type: ComponentType.TextDisplay, content };
}

/** The submitted values. An empty field has the value "". */
export function filledIn({ fields }: ModalSubmitInteraction): {
  readonly values: FieldValues;
  readonly attachments: readonly Attachment[];
} {
  const values: Record<string, string | boolean> = {};
  const attachments: Attachment[] = [];
  for (const [name, field] of fields.fields) {
    if (field.type === ComponentType.TextInput) values[name] = field.value;
    if (
      field.type === ComponentType.UserSelect ||
      field.type === ComponentType.RoleSelect ||
      field.type === ComponentType.ChannelSelect
    ) {
      values[name] = field.values[0] ?? "";
    }
    if (field.type === ComponentType.MentionableSelect) {
      values[name] = listOf(field.values.map((id) => `${field.roles?.has(id) ? "role" : "person"}:${id}`));
    }
    if (field.type === ComponentType.StringSelect) values[name] = listOf(field.values);
    if (field.type === ComponentType.Checkbox) values[name] = field.value;
    if (field.type === ComponentType.FileUpload) {
      attachments.push(...(field.attachments?.map((file) => attachmentOf(file, name)) ?? []));
    }
  }
  return { values, attachments };
}

/**
 * The five fields to show. A menu whose values are too long for Discord becomes a text. Other options can be typed inline, but
 * files can't, so a files field always gets the last place.
 */
function shownOf(fields: readonly FormField[]): readonly FormField[] {
  const first = fields.slice(0, DISCORD_FORM_FIELDS).map((field) => typedIfLong(field, DISCORD_NAME_CHARACTERS));
  const files = fields.find(({ type }) => type === "files");
  return files === undefined || first.includes(files) ? first : [...first.slice(0, -1), files];
}

function labelFor(field: FormField, about: string | undefined): APILabelComponent {
  const menu = field.type === "text" ? severalOf(field) : undefined;
  const hint = (menu && field.type === "text" ? field.several?.hint : "hint" in field ? field.hint : undefined) ?? "";
  const description = about === undefined ? shortenedAtWord(hint, DISCORD_NAME_CHARACTERS) : aboutAndHint(about, hint);
  return {
    type: ComponentType.Label,
    label: shortenedAtWord(field.label, DISCORD_FORM_LABEL_CHARACTERS),
    ...(description === "" ? {} : { description }),
    component: menu ?? componentFor(field),
  };
}

/** The subject and the hint in one description. The hint is shortened only if it leaves too little room for the subject. */
function aboutAndHint(about: string, hint: string): string {
  if (hint === "") return shortenedAtWord(about, DISCORD_NAME_CHARACTERS);
  const room = DISCORD_NAME_CHARACTERS - hint.length - JOINT.length;
  const shown = shortenedAtWord(about, Math.max(DISCORD_ABOUT_CHARACTERS, room));
  return shortenedAtWord(`${shown}${JOINT}${hint}`, DISCORD_NAME_CHARACTERS);
}

function componentFor(field: FormField): APILabelComponent["component"] {
  switch (field.type) {
    case "text":
      return textInput(field);
    case "choice":
      return select(field);
    case "flag":
      return { type: ComponentType.Checkbox, custom_id: field.name, default: field.value ?? false };
    case "named":
      return picker(field);
    case "members":
      return memberMenu(field);
    case "files":
      return upload(field);
  }
}

function textInput({ name, value, long, required, maxLength }: TextField): APILabelComponent["component"] {
  const max = Math.min(maxLength ?? DISCORD_FORM_TEXT_CHARACTERS, DISCORD_FORM_TEXT_CHARACTERS);
  return {
    type: ComponentType.TextInput,
    custom_id: name,
    style: long ? TextInputStyle.Paragraph : TextInputStyle.Short,
    required: required ?? false,
    max_length: max,
    // Discord refuses longer values, so they are cut. The person sees the cut before submitting.
    ...(value === undefined || value === "" ? {} : { value: shortened(value, max) }),
  };
}

/** A list as a menu of several choices, with its current entries chosen. Undefined if Discord can't show all of it. */
function severalOf({ name, value = "", several }: TextField): APILabelComponent["component"] | undefined {
  if (!several) return undefined;
  const entries = entriesOf(value);
  const all = [...new Set([...entries, ...several.choices.map((choice) => choice.value)])];
  if (all.length > DISCORD_SUGGESTIONS || all.some((entry) => entry.length > DISCORD_NAME_CHARACTERS)) return undefined;
  const labels = new Map(several.choices.map((choice) => [choice.value, choice.label]));
  return {
    type: ComponentType.StringSelect,
    custom_id: name,
    required: false,
    min_values: 0,
    max_values: all.length,
    options: all.map((entry) => ({
      label: shortened(labels.get(entry) ?? entry, DISCORD_NAME_CHARACTERS),
      value: entry,
      ...(entries.includes(entry) ? { default: true } : {}),
    })),
  };
}

function select({ name, value, choices, required, usual }: ChoiceField): APILabelComponent["component"] {
  // The current choice must be among the choices that Discord shows.
  const chosen = choices.filter((choice) => choice.value === value);
  const others = choices.filter((choice) => choice.value !== value);
  const shown = new Set([...chosen, ...others].slice(0, DISCORD_SUGGESTIONS));
  return {
    type: ComponentType.StringSelect,
    custom_id: name,
    required: required ?? false,
    min_values: required ? 1 : 0,
    max_values: 1,
    ...(usual === undefined ? {} : { placeholder: shortened(usual, DISCORD_NAME_CHARACTERS) }),
    options: choices
      .filter((choice) => shown.has(choice))
      .map((choice) => ({
        label: shortened(choice.label, DISCORD_NAME_CHARACTERS),
        value: choice.value,
        ...(choice.value === value ? { default: true } : {}),
      })),
  };
}

function picker({ name, kind, value, required }: NamedField): APILabelComponent["component"] {
  const shared = { custom_id: name, required: required ?? false, min_values: required ? 1 : 0, max_values: 1 };
  switch (kind) {
    case "person":
      return {
        type: ComponentType.UserSelect,
        ...shared,
        ...(value ? { default_values: [{ id: value, type: SelectMenuDefaultValueType.User }] } : {}),
      };
    case "role":
      return {
        type: ComponentType.RoleSelect,
        ...shared,
        ...(value ? { default_values: [{ id: value, type: SelectMenuDefaultValueType.Role }] } : {}),
      };
    case "channel":
      return {
        type: ComponentType.ChannelSelect,
        ...shared,
        channel_types: [...TEXT_CHANNELS],
        ...(value ? { default_values: [{ id: value, type: SelectMenuDefaultValueType.Channel }] } : {}),
      };
  }
}

/** https://docs.discord.com/developers/components/reference#mentionable-select */
function memberMenu({ name, value = "" }: MembersField): APILabelComponent["component"] {
  const chosen = entriesOf(value).map((entry) => {
    const [kind, id = ""] = entry.split(":");
    const type = kind === "role" ? SelectMenuDefaultValueType.Role : SelectMenuDefaultValueType.User;
    return { id, type } as const;
  });
  return {
    type: ComponentType.MentionableSelect,
    custom_id: name,
    required: false,
    min_values: 0,
    max_values: DISCORD_SUGGESTIONS,
    ...(chosen.length === 0 ? {} : { default_values: chosen }),
  };
}

function upload({ name, max, required }: FilesField): APILabelComponent["component"] {
  return {
    type: ComponentType.FileUpload,
    custom_id: name,
    required: required ?? false,
    min_values: required ? 1 : 0,
    max_values: Math.min(max, DISCORD_FORM_FILES),
  };
}
