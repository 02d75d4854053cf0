import { ApplicationCommandOptionType, type APIApplicationCommandBasicOption } from "discord.js";
import type { NumberOptionSpec, OptionSpec, TextOptionSpec } from "../../command/spec.ts";
import { DISCORD_SUGGESTIONS } from "../../limits.ts";
import { nameInChinese } from "../../text/names-zh-cn.ts";
import type { FileKind } from "../../text/sentence-parts.ts";
import { textsFor, type OptionKey, type Texts } from "../../text/texts.ts";
import { shortened } from "../message.ts";

/** Discord's name for Simplified Chinese. */
export const CHINESE = "zh-CN";

/** An option as Discord shows it; of one for several files, as many as it shows. `max`: characters of a description. */
export function optionsOf(option: OptionSpec, max: number): APIApplicationCommandBasicOption[] {
  if (option.inline) return [];
  const base = baseOf(option.name, option.required ?? false, max);
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
        ...namedBy(`${option.name}${index + 1}`, option.name),
        // The others are there for more.
        required: index === 0 && base.required,
        type: ApplicationCommandOptionType.Attachment as const,
        file_types: fileTypes(option.accept),
      }));
  }
}

/** A name, and in Chinese what it means behind it: what is typed, and what sentences say, is the same in every language. */
export function namedBy(name: string, word = name) {
  const chinese = nameInChinese(word);
  return { name, ...(chinese === undefined ? {} : { name_localizations: { [CHINESE]: `${name}-${chinese}` } }) };
}

/** A description in both languages, neither of them longer than `max`. */
export function describedBy(textOf: (texts: Texts) => string, max: number) {
  return {
    description: shortened(textOf(textsFor("en")), max),
    description_localizations: { [CHINESE]: shortened(textOf(textsFor(CHINESE)), max) },
  };
}

/** A prompt is a person's own; a few numbers need no help. Which values fit is told by what else is filled in. */
function isSuggested(option: TextOptionSpec | NumberOptionSpec): boolean {
  return option.type === "text"
    ? option.name !== "prompt" && !option.several
    : option.max - option.min >= DISCORD_SUGGESTIONS;
}

function baseOf(key: OptionKey, required: boolean, max: number) {
  return { ...namedBy(key), required, ...describedBy((texts) => texts.options[key], max) };
}

/** Looks at names only; the bytes are looked at when they are here. */
function fileTypes(kind: FileKind): (FileKind | `.${string}`)[] {
  return kind === "audio" ? [".mp3"] : [kind];
}
