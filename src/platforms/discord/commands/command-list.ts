import { DISCORD_COMMAND_CHARACTERS } from "../limits.ts";
import { createHash } from "node:crypto";
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type APIApplicationCommandSubcommandGroupOption,
  type APIApplicationCommandSubcommandOption,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type RESTPutAPIApplicationCommandsJSONBody,
} from "discord.js";
import { groupText } from "../../../command/parse/help.ts";
import { namesBelow } from "../../../command/parse/command-names.ts";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import { discordTexts } from "../../../text/render/discord.ts";
import type { Texts } from "../../../text/texts.ts";
import type { ActionEvent } from "../../../core/chat/event.ts";
import { CHINESE, describedBy, namedBy, optionsOf } from "./options.ts";

/** Commands are available in servers that installed the bot, and in direct messages to it. The bot can't post anywhere else. */
const PLACES = {
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
  integration_types: [ApplicationIntegrationType.GuildInstall],
} as const;

const ACTIONS: readonly ActionEvent["action"][] = ["edit", "animate", "recipe"];

type TopCommand = RESTPostAPIChatInputApplicationCommandsJSONBody;

/**
 * Everything to register, generated from the command specs: commands and message menu actions. Commands that share a
 * first word become one command with subcommands.
 */
export function registrationOf(specs: readonly CommandSpec[]): RESTPutAPIApplicationCommandsJSONBody {
  const names = specs.map(({ name }) => name);
  const commands = namesBelow("", names).map((name) => fittingCommand(name, specs));
  const actions = ACTIONS.map((action) => ({
    type: ApplicationCommandType.Message as const,
    name: discordTexts("en").actions[action],
    name_localizations: { [CHINESE]: discordTexts(CHINESE).actions[action] },
    contexts: [...PLACES.contexts],
    integration_types: [...PLACES.integration_types],
  }));
  return [...commands, ...actions];
}

/** Changes if and only if the registration changes. */
export function hashOf(registration: RESTPutAPIApplicationCommandsJSONBody): string {
  return createHash("sha256").update(JSON.stringify(registration)).digest("base64url");
}

/** The action with this message command name. */
export function actionNamed(name: string): ActionEvent["action"] | undefined {
  return ACTIONS.find((action) => discordTexts("en").actions[action] === name);
}

/** Throws if a command with its subcommands exceeds Discord's character limit, so that nothing is cut silently. */
function fittingCommand(name: string, specs: readonly CommandSpec[]): TopCommand {
  const command = commandOf(name, specs);
  const characters = charactersOf(command);
  if (characters > DISCORD_COMMAND_CHARACTERS) {
    throw new Error(
      `/${name} has ${characters} characters; Discord takes ${DISCORD_COMMAND_CHARACTERS}. Shorten its descriptions or those of its options.`,
    );
  }
  return command;
}

function commandOf(name: string, specs: readonly CommandSpec[]): TopCommand {
  const parts = specs.filter((spec) => spec.name === name || isBelow(name, spec));
  const itself = parts.find((spec) => spec.name === name);
  return {
    type: ApplicationCommandType.ChatInput,
    ...namedBy(name),
    ...describedBy(itself ? (texts) => texts.commands[itself.name] : (texts) => groupText(name, texts)),
    options: itself ? basicOptionsOf(itself) : partsOf(name, parts),
    contexts: [...PLACES.contexts],
    integration_types: [...PLACES.integration_types],
    ...(parts.every((spec) => spec.adminOnly) ? { default_member_permissions: "0" } : {}),
  };
}

/** The subcommands of a name, and groups of subcommands that share a second word. */
function partsOf(name: string, specs: readonly CommandSpec[]): APIApplicationCommandOption[] {
  const below = namesBelow(
    name,
    specs.map((spec) => spec.name),
  );
  return below.map((one) => {
    const command = specs.find((spec) => spec.name === one);
    return command ? subcommandOf(command) : groupOf(one, specs);
  });
}

function groupOf(name: string, specs: readonly CommandSpec[]): APIApplicationCommandSubcommandGroupOption {
  return {
    type: ApplicationCommandOptionType.SubcommandGroup,
    ...namedBy(lastWordOf(name)),
    ...describedBy((texts) => groupText(name, texts)),
    options: specs.filter((spec) => isBelow(name, spec)).map((spec) => subcommandOf(spec)),
  };
}

function subcommandOf(spec: CommandSpec): APIApplicationCommandSubcommandOption {
  return {
    type: ApplicationCommandOptionType.Subcommand,
    ...namedBy(lastWordOf(spec.name)),
    ...describedBy((texts: Texts) => texts.commands[spec.name]),
    options: basicOptionsOf(spec),
  };
}

function basicOptionsOf({ name, options }: CommandSpec): APIApplicationCommandBasicOption[] {
  return options
    .flatMap((option) => optionsOf(option, name))
    .toSorted((one, other) => Number(other.required) - Number(one.required));
}

function isBelow(name: string, spec: CommandSpec): boolean {
  return spec.name.startsWith(`${name} `);
}

function lastWordOf(name: string): string {
  return name.slice(name.lastIndexOf(" ") + 1);
}

/** Counts like Discord: all names and descriptions in a command, each in its longest language. */
function charactersOf(part: TopCommand | APIApplicationCommandOption): number {
  const descriptions = [part.description, ...Object.values(part.description_localizations ?? {})];
  const names = [part.name, ...Object.values(part.name_localizations ?? {})];
  const own =
    Math.max(...names.map((name) => name?.length ?? 0)) + Math.max(...descriptions.map((text) => text?.length ?? 0));
  const below = "options" in part ? (part.options ?? []) : [];
  return below.reduce((sum, option) => sum + charactersOf(option), own);
}
