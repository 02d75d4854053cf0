import { DISCORD_SUGGESTIONS } from "../limits.ts";
import type { FileKind } from "../../../core/request/reference.ts";
import { ApplicationCommandOptionType, type APIApplicationCommandBasicOption } from "discord.js";
import type { NumberOptionSpec, OptionSpec, TextOptionSpec } from "../../../command/parse/spec.ts";
import { optionText } from "../../../text/render/describe-option.ts";
import { nameInChinese, optionInChinese } from "../../../text/zh-cn/names.ts";

import { textsFor, type CommandKey, type Texts } from "../../../text/texts.ts";

/** Discord's name for Simplified Chinese. */
export const CHINESE = "zh-CN";

/** The Discord options of a command option. An option for several files becomes one Discord option per file. */
export function optionsOf(option: OptionSpec, command: CommandKey): APIApplicationCommandBasicOption[] {
  if (option.inline || option.hidden) return [];
  const { name } = option;
  const textOf = (texts: Texts): string => optionText(command, name, texts);
  const base = { ...namedBy(name, optionInChinese(name)), required: option.required ?? false, ...describedBy(textOf) };
  switch (option.type) {
    case "text":
      return [
        {
          ...base,
          type: ApplicationCommandOptionType.String,
          ...(option.maxLength === undefined ? {} : { max_length: option.maxLength }),
          ...(isSuggested(option) ? { autocomplete: true } : {}),
        },
      ];
    case "number":
      return [
        {
          ...base,
          type: ApplicationCommandOptionType.Integer,
          min_value: option.min,
          max_value: option.max,
          ...(isSuggested(option) ? { autocomplete: true } : {}),
        },
      ];
    case "flag":
      return [{ ...base, type: ApplicationCommandOptionType.Boolean }];
    case "person":
      return [{ ...base, type: ApplicationCommandOptionType.User }];
    case "role":
      return [{ ...base, type: ApplicationCommandOptionType.Role }];
    case "channel":
      return [{ ...base, type: ApplicationCommandOptionType.Channel }];
    case "attachment":
      return [{ ...base, type: ApplicationCommandOptionType.Attachment, file_types: fileTypes(option.accept) }];
    case "attachments":
      return Array.from({ length: option.shown }, (_, index) => ({
        ...base,
        ...namedBy(`${name}${index + 1}`, optionInChinese(name)),
        ...describedBy((texts) => texts.help.numbered(textOf(texts), index + 1)),
        // Only the first file can be required; the others are optional extras.
        required: index === 0 && base.required,
        type: ApplicationCommandOptionType.Attachment as const,
        file_types: fileTypes(option.accept),
      }));
  }
}

/** An option's name. In Chinese, its meaning follows the name, because people type the same name in every language. */
export function namedBy(name: string, chinese = nameInChinese(name)) {
  return { name, ...(chinese === undefined ? {} : { name_localizations: { [CHINESE]: `${name}-${chinese}` } }) };
}

/** A description in both languages. */
export function describedBy(textOf: (texts: Texts) => string) {
  return {
    description: textOf(textsFor("en")),
    description_localizations: { [CHINESE]: textOf(textsFor(CHINESE)) },
  };
}

/**
 * Only options with meaningful suggestions are suggested: a prompt and JSON are free text, and a few numbers need no
 * help. Suggestions depend on the values of the other options.
 */
function isSuggested(option: TextOptionSpec | NumberOptionSpec): boolean {
  return option.type === "text"
    ? option.name !== "prompt" && !option.several && option.json === undefined
    : option.max - option.min >= DISCORD_SUGGESTIONS;
}

/** Filters by file name only; the bytes are checked once they have arrived. */
function fileTypes(kind: FileKind): (FileKind | `.${string}`)[] {
  return kind === "audio" ? [".mp3", ".wav"] : [kind];
}
