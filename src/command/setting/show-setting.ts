import type { Invocation } from "../invocation.ts";
import type { Reply } from "../reply.ts";
import type { FieldValues } from "../../core/chat/event.ts";
import type { Form, FormField } from "../../core/chat/form.ts";
import { shortenedAtWord, type Button, type Message } from "../../core/chat/message.ts";
import { FORM_TITLE_CHARACTERS } from "../../lib/limits.ts";
import type { Capabilities } from "../../core/chat/platform.ts";
import type { Texts } from "../../text/texts.ts";
import type { Command, CommandContext } from "../command.ts";
import { formId } from "../form/form-id.ts";
import { isField } from "../parse/as-picked.ts";
import { typedOptionText } from "../parse/help.ts";
import type { OptionValues } from "../parse/parse.ts";
import type { CommandSpec } from "../parse/spec.ts";
import type { Setting, SettingButton, SettingForm } from "./setting.ts";

/** How many buttons a setting shows, one per group or key: Discord allows 25. The rest are available by typing. */
const SETTING_BUTTONS = 20;

/** Whether the options contain nothing to change, only what the command is about. */
export function changesNothing({ setting }: Command, options: OptionValues): boolean {
  return Object.entries(options).every(
    ([name, value]) => setting?.about?.some((one) => one === name) || String(value).trim() === "",
  );
}

/** The answer to a command without changes: its form, or the current setting and how to change it. */
export async function showSetting(
  { spec, setting }: Command,
  invocation: Invocation,
  context: CommandContext,
): Promise<Reply> {
  if (!setting) throw new Error(`${spec.name} has no setting to show`);
  const shown = await setting.show(invocation, context);
  if (shown.kind !== "setting") return shown;
  if (shown.opens !== undefined && opensForms(invocation, context)) {
    const found = await setting.open(shown.opens, invocation, context);
    const id = formId({ kind: "set", command: spec.name, key: shown.opens });
    if (found?.kind === "form") return { kind: "form", form: settingForm(spec, id, found, {}, context) };
  }
  return settingReply(spec, shown, invocation, context);
}

/** Whether this command can open a form directly, without a button. */
function opensForms(
  { message }: Pick<Invocation, "message">,
  { platform: { capabilities } }: Pick<CommandContext, "platform">,
): boolean {
  return capabilities.forms && (message === undefined || capabilities.messagesOpenForms === true);
}

/** A setting's form as the platform shows it. `values`: what was filled in before. */
export function settingForm(
  spec: CommandSpec,
  id: string,
  { title, submit, fields, effect, typed }: SettingForm,
  values: FieldValues,
  { texts, platform }: Pick<CommandContext, "texts" | "platform">,
): Form {
  return {
    id,
    title: shortenedAtWord(title, FORM_TITLE_CHARACTERS),
    submit: submit ?? texts.setting.save,
    ...(effect === undefined ? {} : { about: { text: effect, brief: firstSentence(effect) } }),
    fields: fields.map((field) => withValue(field, values[field.name])),
    typed: typed ?? [texts.setting.write, ...optionLines(spec, texts, platform.capabilities)].join("\n"),
  };
}

function firstSentence(text: string): string {
  return /^.*?(?:\.(?=\s|$)|。|$)/.exec(text)?.[0] ?? text;
}

function withValue(field: FormField, given: FieldValues[string] | undefined): FormField {
  if (given === undefined || field.type === "files") return field;
  return field.type === "flag" ? { ...field, value: given === true } : { ...field, value: String(given) };
}

/** A setting as a private answer, with a button for each form if buttons work here. */
export function settingReply(
  spec: CommandSpec,
  { title, lines, effect, note, buttons }: Setting,
  invocation: Invocation,
  context: CommandContext,
): Reply {
  const { texts } = context;
  const shown = takesButtons(invocation, context) ? buttons.slice(0, SETTING_BUTTONS) : [];
  const write = shown.length > 0 ? texts.setting.pressOrWrite : texts.setting.write;
  const options = optionLines(spec, texts, context.platform.capabilities);
  const how = options.length === 0 ? [] : [write, ...options];
  const message: Message = {
    text: [title, ...lines, effect, note, ...how].filter((line) => line !== undefined).join("\n"),
    ...(shown.length === 0 ? {} : { buttons: shown.map((button) => settingButton(spec, button)) }),
  };
  return { kind: "answer", message };
}

/** How to type the command: its options and an example. */
export function optionLines(
  spec: CommandSpec,
  texts: Texts,
  { optionsAreFields }: Pick<Capabilities, "optionsAreFields">,
): readonly string[] {
  // A prompt may contain options as they are typed.
  const asFields = optionsAreFields === true && spec.textOption !== "prompt";
  const options = spec.options.filter((option) => (asFields ? isField(option) : option.hidden !== true));
  const dashes = asFields ? "" : "--";
  return [
    ...options.map((option) => `  \`${dashes}${option.name}\` ${typedOptionText(spec, option, texts)}`),
    ...(spec.example === undefined ? [] : [texts.problem.example(`/${spec.name} ${spec.example}`)]),
  ];
}

/** A button must be in the channel of the command; pressed elsewhere, it would affect another channel. */
export function takesButtons(
  { message, isDirect }: Pick<Invocation, "message" | "isDirect">,
  context: Pick<CommandContext, "platform">,
): boolean {
  if (!context.platform.capabilities.forms) return false;
  const { answersMessagesDirectly } = context.platform.capabilities;
  return message === undefined || isDirect === true || !answersMessagesDirectly;
}

/** The button that opens a form of a command. */
export function settingButton({ name }: Pick<CommandSpec, "name">, { key, label }: SettingButton): Button {
  return { id: formId({ kind: "set", command: name, key }), label, style: "primary" };
}
