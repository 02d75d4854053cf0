import type { CommandSpec, OptionSpec } from "../../command/spec.ts";
import type { Texts } from "../../text/texts.ts";
import type { NamedKind } from "../platform.ts";
import type { CommandView } from "./api.ts";

/** More values than this are a range to type in, not a list to choose from. */
const LISTED_NUMBERS = 20;

/** The commands as the page offers them, described in the reader's language. */
export function viewCommands(
  commands: readonly CommandSpec[],
  texts: Pick<Texts, "commands" | "options">,
): CommandView[] {
  return commands.map((command) => ({
    name: command.name,
    isDefault: command.isDefault ?? false,
    description: texts.commands[command.name],
    options: command.options
      // Files are attached, not typed; here nobody can be written to alone.
      .flatMap((option) => (option.type === "attachments" || option.name === "private" ? [] : [option]))
      .map((option) => ({
        name: option.name,
        description: texts.options[option.name],
        type: isTyped(option) ? option.type : ("text" as const),
        required: option.required ?? false,
        takesText: option.name === command.textOption,
        values: valuesOf(option),
      })),
  }));
}

/** People, roles and channels are typed by their names. */
function isTyped(
  option: Exclude<OptionSpec, { type: "attachments" }>,
): option is Exclude<OptionSpec, { type: "attachments" | NamedKind }> {
  return option.type !== "person" && option.type !== "role" && option.type !== "channel";
}

function valuesOf(option: OptionSpec): string[] {
  if (option.type === "text") return [...(option.suggestions ?? [])];
  if (option.type !== "number") return [];
  const first = Math.ceil(option.min);
  const numbers = Math.floor(option.max) - first + 1;
  return numbers > LISTED_NUMBERS ? [] : Array.from({ length: numbers }, (_, step) => String(first + step));
}
