import { createHash } from "node:crypto";
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type APIApplicationCommandBasicOption,
  type RESTPutAPIApplicationCommandsJSONBody,
} from "discord.js";
import type { CommandSpec, NumberOptionSpec, OptionSpec, TextOptionSpec } from "../../command/spec.ts";
import { DISCORD_NAME_CHARACTERS, DISCORD_SUGGESTIONS } from "../../limits.ts";
import { discordTexts } from "../../text/discord.ts";
import { textsFor, type OptionKey } from "../../text/texts.ts";
import type { FileKind } from "../../text/sentence-parts.ts";
import { shortened } from "../message.ts";
import type { ActionEvent } from "../event.ts";

/** Discord's name for Simplified Chinese. */
const CHINESE = "zh-CN";

/** Where the commands are: in servers that have the bot, and in direct messages to it. Elsewhere it could not post. */
const PLACES = {
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
  integration_types: [ApplicationIntegrationType.GuildInstall],
} as const;

const ACTIONS: readonly ActionEvent["action"][] = ["edit", "animate", "recipe"];

/** Everything that is registered, generated from what is declared: commands, and the actions of a message's menu. */
export function registrationOf(specs: readonly CommandSpec[]): RESTPutAPIApplicationCommandsJSONBody {
  const commands = specs.map((spec) => ({
    type: ApplicationCommandType.ChatInput as const,
    name: spec.name,
    description: describe((texts) => texts.commands[spec.name]),
    description_localizations: { [CHINESE]: shortened(textsFor(CHINESE).commands[spec.name], DISCORD_NAME_CHARACTERS) },
    options: spec.options.flatMap(optionsOf).toSorted((one, other) => Number(other.required) - Number(one.required)),
    contexts: [...PLACES.contexts],
    integration_types: [...PLACES.integration_types],
    ...(spec.adminOnly ? { default_member_permissions: "0" } : {}),
  }));
  const actions = ACTIONS.map((action) => ({
    type: ApplicationCommandType.Message as const,
    name: discordTexts("en").actions[action],
    name_localizations: { [CHINESE]: discordTexts(CHINESE).actions[action] },
    contexts: [...PLACES.contexts],
    integration_types: [...PLACES.integration_types],
  }));
  return [...commands, ...actions];
}

/** Changes when, and only when, something else is to be registered. */
export function hashOf(registration: RESTPutAPIApplicationCommandsJSONBody): string {
  return createHash("sha256").update(JSON.stringify(registration)).digest("base64url");
}

/** The action that a message command's name stands for. */
export function actionNamed(name: string): ActionEvent["action"] | undefined {
  return ACTIONS.find((action) => discordTexts("en").actions[action] === name);
}

function optionsOf(option: OptionSpec): APIApplicationCommandBasicOption[] {
  if (option.inline) return [];
  const base = baseOf(option.name, option.required ?? false);
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
    case "attachment":
      return [{ ...base, type: ApplicationCommandOptionType.Attachment, file_types: fileTypes(option.accept) }];
    case "attachments":
      return Array.from({ length: option.shown }, (_, index) => ({
        ...base,
        name: `${option.name}${index + 1}`,
        // The others are there for more.
        required: index === 0 && base.required,
        type: ApplicationCommandOptionType.Attachment as const,
        file_types: fileTypes(option.accept),
      }));
  }
}

/** Free text is a person's own; a few numbers need no help. Which values fit is told by what else is filled in. */
function isSuggested(option: TextOptionSpec | NumberOptionSpec): boolean {
  return option.type === "text" ? option.required !== true : option.max - option.min >= DISCORD_SUGGESTIONS;
}

function baseOf(name: OptionKey, required: boolean) {
  return {
    name,
    required,
    description: describe((texts) => texts.options[name]),
    description_localizations: { [CHINESE]: shortened(textsFor(CHINESE).options[name], DISCORD_NAME_CHARACTERS) },
  };
}

function describe(of: (texts: ReturnType<typeof textsFor>) => string): string {
  return shortened(of(textsFor("en")), DISCORD_NAME_CHARACTERS);
}

/** Looks at names only; the bytes are looked at when they are here. */
function fileTypes(kind: FileKind): (FileKind | `.${string}`)[] {
  return kind === "audio" ? [".mp3"] : [kind];
}
