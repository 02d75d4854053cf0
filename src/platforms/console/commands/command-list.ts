import type { CommandSpec, OptionSpec } from "../../../command/parse/spec.ts";
import { typedOptionText } from "../../../command/parse/help.ts";
import type { Texts } from "../../../text/texts.ts";
import { MAX_EDIT_IMAGES, REQUEST_FILES } from "../../../lib/limits.ts";
import type { CommandView } from "../api/api.ts";

/** An option with more possible numbers than this is typed, not picked from a list. */
const LISTED_NUMBERS = 20;

/** The commands for the page, described in the reader's language. */
export function viewCommands(commands: readonly CommandSpec[], texts: Texts): CommandView[] {
  return commands.map((command) => ({
    name: command.name,
    isDefault: command.isDefault ?? false,
    description: texts.commands[command.name],
    ...filesOf(command),
    options: command.options
      // The Console has no private delivery.
      .filter((option) => option.name !== "private" && !option.hidden)
      .map((option) => ({
        name: option.name,
        description: typedOptionText(command, option, texts),
        type: typeOf(option),
        required: option.required ?? false,
        repeats: option.type === "attachments" || (option.type === "text" && option.several === true),
        takesText: option.name === command.textOption,
        values: valuesOf(option),
      })),
  }));
}

/** A picture is made from a limited number of others. How many files a clip is made from depends on its model. */
function filesOf({ options }: CommandSpec): Pick<CommandView, "maxFiles" | "onlyPictures"> {
  const lists = options.filter((option) => option.type === "attachments");
  if (lists.length === 0) return {};
  const single = options.filter(({ type }) => type === "attachment").length;
  return lists.every(({ accept }) => accept === "image")
    ? { maxFiles: MAX_EDIT_IMAGES + single, onlyPictures: true }
    : { maxFiles: REQUEST_FILES };
}

/** People, roles and channels are typed by name. Files are attached or given as links. */
function typeOf({ type }: OptionSpec): CommandView["options"][number]["type"] {
  if (type === "attachments") return "attachment";
  return type === "person" || type === "role" || type === "channel" ? "text" : type;
}

/** The available models depend on the channel and the person, so the page asks the server for them. */
function valuesOf(option: OptionSpec): string[] {
  if (option.name === "model") return [];
  if (option.type === "text") return [...(option.suggestions ?? [])];
  if (option.type !== "number") return [];
  const first = Math.ceil(option.min);
  const numbers = Math.floor(option.max) - first + 1;
  return numbers > LISTED_NUMBERS ? [] : Array.from({ length: numbers }, (_, step) => String(first + step));
}
