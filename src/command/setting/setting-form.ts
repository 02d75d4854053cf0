import type { Invocation } from "../invocation.ts";
import { answer, refuse, type Reply } from "../reply.ts";
import type { ButtonEvent, FieldValues, FormEvent, ReformQuery } from "../../core/chat/event.ts";
import type { Form, FormField } from "../../core/chat/form.ts";
import { shortened } from "../../core/chat/message.ts";
import { FORM_TITLE_CHARACTERS, SLACK_INPUT_CHARACTERS } from "../../lib/limits.ts";
import { type Command, type CommandContext } from "../command.ts";
import { filledIn } from "../parse/choices.ts";
import { findCommand } from "../files/find.ts";
import { readFormId, type SetSubject } from "../form/form-id.ts";
import { readFields } from "../form/read-fields.ts";
import { invocationOf, runCommand } from "../run.ts";
import type { OptionValues } from "../parse/parse.ts";
import { optionLines, settingReply } from "./show-setting.ts";
import type { Setting, SettingForm } from "./setting.ts";

/** Whether a button belongs to a setting. */
export function isSetting(button: string): boolean {
  return readFormId(button)?.kind === "set";
}

/** Handles a press: opens the form with the current values, or shows the setting that the button leads to. */
export async function openSetting(event: ButtonEvent, context: CommandContext): Promise<Reply> {
  const subject = readFormId(event.button);
  const opened = subject?.kind === "set" ? await open(subject, event, context) : undefined;
  if (!opened) return answer(context.texts.gone);
  if ("reply" in opened) return opened.reply;
  const { command, invocation, found } = opened;
  return found.kind === "setting"
    ? settingReply(command.spec, found, invocation, context)
    : { kind: "form", form: formOf(command, event.button, found, {}, context) };
}

/** Rebuilds the form with the given values; undefined for people who may not see it. */
export async function settingFormAgain(
  subject: SetSubject,
  query: ReformQuery,
  context: CommandContext,
): Promise<Form | undefined> {
  const opened = await open(subject, { ...query, key: "" }, context);
  if (!opened || "reply" in opened || opened.found.kind === "setting") return undefined;
  return formOf(opened.command, query.form, opened.found, query.values, context);
}

/** Accepts the form: runs the command with the changed fields, under the same rules as typed options. */
export async function submitSetting(subject: SetSubject, event: FormEvent, context: CommandContext): Promise<Reply> {
  const opened = await open(subject, event, context);
  if (!opened) return answer(context.texts.gone);
  if ("reply" in opened) return opened.reply;
  const { command, found: form } = opened;
  if (form.kind === "setting") return answer(context.texts.gone);
  const read = readChanges(event.values, form, command);
  if (!read.ok) return refuse(read.problems);
  if (Object.keys(read.options).length === 0) return answer(context.texts.problem.nothingChanged);
  const options = { ...form.options, ...read.options };
  const given = { options, attachments: [], message: undefined, parent: undefined, isForm: true } as const;
  if (form.apply) return form.apply(options, invocationOf(event, given, command.spec));
  return runCommand(command, event, given, context);
}

type Opened =
  | { readonly reply: Reply }
  | { readonly command: Command; readonly invocation: Invocation; readonly found: SettingForm | Setting };

/** Checks the person's rights again, because the message with the button may be older. */
async function open(
  { command: name, key }: SetSubject,
  event: Pick<ButtonEvent, "key" | "conversation" | "isDirect" | "actor">,
  context: CommandContext,
): Promise<Opened | undefined> {
  const known = findCommand(name, event.actor, context);
  if (known.kind === "reply") return { reply: known.reply };
  const { command } = known;
  const given = { options: {}, attachments: [], message: undefined, parent: undefined };
  const invocation = invocationOf(event, given, command.spec);
  const found = await command.setting?.open(key, invocation, context);
  return found && { command, invocation, found };
}

function formOf(
  { spec }: Command,
  id: string,
  { title, submit, fields }: SettingForm,
  values: FieldValues,
  { texts }: CommandContext,
): Form {
  return {
    id,
    title: shortened(title, FORM_TITLE_CHARACTERS),
    submit: submit ?? texts.setting.save,
    fields: fields.map((field) => withValue(field, values[field.name])),
    typed: [texts.setting.write, ...optionLines(spec, texts)].join("\n"),
  };
}

function withValue(field: FormField, given: FieldValues[string] | undefined): FormField {
  if (given === undefined || field.type === "files") return field;
  return field.type === "flag" ? { ...field, value: given === true } : { ...field, value: String(given) };
}

/** The options of changed and emptied fields. */
function readChanges(
  values: FieldValues,
  { fields, isNew }: SettingForm,
  { spec, setting }: Command,
): { readonly ok: true; readonly options: OptionValues } | Extract<ReturnType<typeof readFields>, { ok: false }> {
  const changed = fields.filter((field) => field.name in values && (isNew || isChanged(field, values[field.name])));
  const isEmpty = (name: string): boolean => String(values[name]).trim() === "";
  const names = changed.map(({ name }) => name);
  const given = Object.fromEntries(names.map((name) => [name, values[name] ?? ""] as const));
  const read = readFields(given, spec);
  if (!read.ok) return read;
  const emptied = isNew ? [] : names.filter(isEmpty);
  const known = new Set<string>(spec.options.map(({ name }) => name));
  // Fields that aren't options are for the form's own `apply`.
  const others = Object.fromEntries(Object.entries(filledIn(given)).filter(([name]) => !known.has(name)));
  const options = { ...others, ...read.options };
  return { ok: true, options: { ...options, ...(emptied.length === 0 ? {} : setting?.emptied?.(emptied)) } };
}

function isChanged(field: FormField, given: FieldValues[string] | undefined): boolean {
  if (field.type === "files") return false;
  if (field.type === "flag") return (field.value ?? false) !== (given === true);
  const [before, now] = [(field.value ?? "").trim(), String(given).trim()];
  // A text that is too long for a platform's form comes back cut; Slack's limit is the lowest.
  const isCut = now.endsWith("…") && now.length >= SLACK_INPUT_CHARACTERS && before.startsWith(now.slice(0, -1));
  return before !== now && !isCut;
}
