import type { Invocation } from "../invocation.ts";
import type { Reply } from "../reply.ts";
import type { Button, Message } from "../../core/chat/message.ts";
import type { Texts } from "../../text/texts.ts";
import type { Command, CommandContext } from "../command.ts";
import { formId } from "../form/form-id.ts";
import { typedOptionText } from "../parse/help.ts";
import type { OptionValues } from "../parse/parse.ts";
import type { CommandSpec } from "../parse/spec.ts";
import type { Setting } from "./setting.ts";

/** How many buttons a setting shows, one per group or key: Discord allows 25. The rest are available by typing. */
const SETTING_BUTTONS = 20;

/** Whether the options contain nothing to change, only what the command is about. */
export function changesNothing({ setting }: Command, options: OptionValues): boolean {
  return Object.entries(options).every(
    ([name, value]) => setting?.about?.some((one) => one === name) || String(value).trim() === "",
  );
}

/** The answer to a command without changes: the current setting, and how to change it. */
export async function showSetting(
  { spec, setting }: Command,
  invocation: Invocation,
  context: CommandContext,
): Promise<Reply> {
  if (!setting) throw new Error(`${spec.name} has no setting to show`);
  const shown = await setting.show(invocation, context);
  return shown.kind === "setting" ? settingReply(spec, shown, invocation, context) : shown;
}

/** A setting as a private answer, with a button for each form if buttons work here. */
export function settingReply(
  spec: CommandSpec,
  { lines, buttons }: Setting,
  invocation: Invocation,
  context: CommandContext,
): Reply {
  const { texts } = context;
  const shown = takesButtons(invocation, context) ? buttons.slice(0, SETTING_BUTTONS) : [];
  const how = shown.length > 0 ? texts.setting.pressOrWrite : texts.setting.write;
  const message: Message = {
    text: [...lines, how, ...optionLines(spec, texts)].join("\n"),
    ...(shown.length === 0 ? {} : { buttons: shown.map(({ key, label }) => buttonFor(spec, key, label)) }),
  };
  return { kind: "answer", message };
}

/** How to type the command: its options and an example. */
export function optionLines(spec: CommandSpec, texts: Texts): readonly string[] {
  const options = spec.options.filter(({ hidden }) => !hidden);
  return [
    ...options.map((option) => `  \`--${option.name}\` ${typedOptionText(spec, option, texts)}`),
    ...(spec.example === undefined ? [] : [texts.problem.example(`/${spec.name} ${spec.example}`)]),
  ];
}

/** A button must be in the channel of the command; pressed elsewhere, it would affect another channel. */
function takesButtons({ message, isDirect }: Invocation, context: CommandContext): boolean {
  if (!context.platform.capabilities.forms) return false;
  const { answersMessagesDirectly } = context.platform.capabilities;
  return message === undefined || isDirect === true || !answersMessagesDirectly;
}

function buttonFor({ name }: CommandSpec, key: string, label: string): Button {
  return { id: formId({ kind: "set", command: name, key }), label, style: "primary" };
}
