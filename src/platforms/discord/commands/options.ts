import { DISCORD_SUGGESTIONS } from "../limits.ts";
import type { FileKind } from "../../../core/request/reference.ts";
import { ApplicationCommandOptionType, type APIApplicationCommandBasicOption } from "discord.js";
import type { NumberOptionSpec, OptionSpec, TextOptionSpec } from "../../../command/parse/spec.ts";
import { optionText } from "../../../text/render/describe-option.ts";
import { nameInChinese, optionInChinese } from "../../../text/zh-cn/names.ts";

import { textsFor, type CommandKey, type Texts } from "../../../text/texts.ts";

/** Discord's name for Simplified Chinese. */
export const CHINESE = "zh-CN";

/** An option of a command as Discord shows it; of one for several files, as many as it shows. */
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
        // The others are there for more.
        required: index === 0 && base.required,
        type: ApplicationCommandOptionType.Attachment as const,
        file_types: fileTypes(option.accept),
      }));
  }
}

/** A name, and in Chinese what it means behind it: what is typed, and what sentences say, is the same in every language. */
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

/** A prompt and JSON are a person's own; a few numbers need no help. Which values fit is told by what else is filled in. */
function isSuggested(option: TextOptionSpec | NumberOptionSpec): boolean {
  return option.type === "text"
    ? option.name !== "prompt" && !option.several && option.json === undefined
    : option.max - option.min >= DISCORD_SUGGESTIONS;
}

/** Looks at names only; the bytes are looked at when they are here. */
function fileTypes(kind: FileKind): (FileKind | `.${string}`)[] {
  return kind === "audio" ? [".mp3"] : [kind];
}
