import type { Invocation } from "../invocation.ts";
import { answer, refuse, type Reply } from "../reply.ts";
import type { ButtonEvent, FormEvent, ReformQuery } from "../../core/chat/event.ts";
import type { Form } from "../../core/chat/form.ts";
import { type Command, type CommandContext } from "../command.ts";
import { findCommand } from "../files/find.ts";
import { withFormAgain } from "../form/refused-form.ts";
import { readFormId, type SetSubject } from "../form/form-id.ts";
import { invocationOf, runCommand } from "../run.ts";
import { readChanges } from "./read-changes.ts";
import { settingForm, settingReply } from "./show-setting.ts";
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
    : { kind: "form", form: settingForm(command.spec, event.button, found, {}, context) };
}

/** Rebuilds the form with the given values; undefined for people who may not see it. */
export async function settingFormAgain(
  subject: SetSubject,
  query: ReformQuery,
  context: CommandContext,
): Promise<Form | undefined> {
  const opened = await open(subject, { ...query, key: "" }, context);
  if (!opened || "reply" in opened || opened.found.kind === "setting") return undefined;
  return settingForm(opened.command.spec, query.form, opened.found, query.values, context);
}

/** Accepts the form: runs the command with the changed fields, under the same rules as typed options. */
export async function submitSetting(subject: SetSubject, event: FormEvent, context: CommandContext): Promise<Reply> {
  const opened = await open(subject, event, context);
  if (!opened) return answer(context.texts.gone);
  if ("reply" in opened) return opened.reply;
  const { command, found: form } = opened;
  if (form.kind === "setting") return answer(context.texts.gone);
  const read = readChanges(event.values, form, command);
  if (!read.ok) return withFormAgain(refuse(read.problems), event, form.fields);
  if (Object.keys(read.options).length === 0) return answer(context.texts.problem.nothingChanged);
  const options = { ...form.options, ...read.options };
  const given = { options, attachments: [], message: undefined, parent: undefined, isForm: true } as const;
  const reply = form.apply
    ? await form.apply(options, invocationOf(event, given, command.spec))
    : await runCommand(command, event, given, context);
  return withFormAgain(reply, event, form.fields);
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
