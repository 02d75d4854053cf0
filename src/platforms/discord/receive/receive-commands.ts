import {
  ApplicationCommandOptionType,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
} from "discord.js";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import type { CommandEvent, EventBase, FieldValues, Handlers } from "../../../core/chat/event.ts";
import { shortened } from "../../../core/chat/message.ts";
import { DISCORD_NAME_CHARACTERS, DISCORD_SUGGESTIONS } from "../limits.ts";
import { actorOf } from "../people/actor.ts";
import type { HomeMember } from "../people/home-server.ts";
import { conversationOf } from "../people/places.ts";
import { attachmentOf } from "./files.ts";

/** A chosen command: its full name and its options. */
export interface Picked {
  readonly name: string;
  readonly options: readonly CommandInteractionOption[];
}

const NESTING_TYPES: ReadonlySet<ApplicationCommandOptionType> = new Set([
  ApplicationCommandOptionType.SubcommandGroup,
  ApplicationCommandOptionType.Subcommand,
]);

/** Discord nests the second and third word of a command in its options. */
export function pickedOf(interaction: {
  readonly commandName: string;
  readonly options: { readonly data: readonly CommandInteractionOption[] };
}): Picked {
  let name = interaction.commandName;
  let options = interaction.options.data;
  for (let [first] = options; first && NESTING_TYPES.has(first.type); [first] = options) {
    name = `${name} ${first.name}`;
    options = first.options ?? [];
  }
  return { name, options };
}

/** The option values, without files. */
function valuesOf(options: readonly CommandInteractionOption[]): FieldValues {
  return Object.fromEntries(
    options.flatMap(({ name, value, type }) =>
      value === undefined || value === null || type === ApplicationCommandOptionType.Attachment ? [] : [[name, value]],
    ),
  );
}

/** A command as an event. */
export function commandOf(
  interaction: ChatInputCommandInteraction,
  at: EventBase,
  specs: readonly CommandSpec[],
): CommandEvent {
  const picked = pickedOf(interaction);
  const order = specs.find((spec) => spec.name === picked.name)?.options.map(({ name }) => name) ?? [];
  return {
    ...at,
    kind: "command",
    command: picked.name,
    options: valuesOf(picked.options),
    attachments: picked.options
      .flatMap(({ name, attachment }) => (attachment ? [attachmentOf(attachment, name)] : []))
      .toSorted((one, other) => rankOf(one.option, order) - rankOf(other.option, order)),
  };
}

/**
 * The sort position of a file option. Prompts number files in this order, regardless of the order in which they were filled in.
 */
function rankOf(option: string | undefined, order: readonly string[]): number {
  const [, name = "", number] = /^(\D+)(\d*)$/.exec(option ?? "") ?? [];
  return order.findIndex((one) => one === name) * 1_000 + Number(number);
}

/** Answers autocomplete with suggestions. `home`: the person in their home server, in direct messages. */
export async function suggestFor(
  interaction: AutocompleteInteraction,
  home: HomeMember | undefined,
  handlers: Handlers | undefined,
): Promise<void> {
  const focused = interaction.options.getFocused(true);
  const picked = pickedOf(interaction);
  const others = picked.options.filter(({ name }) => name !== focused.name);
  const workspace = interaction.guildId ?? home?.guild;
  const place = { id: interaction.channelId ?? "", known: interaction.channel };
  const suggestions =
    workspace === undefined || !handlers
      ? []
      : await handlers.suggest({
          conversation: conversationOf(workspace, place),
          isDirect: interaction.guildId === null,
          actor: actorOf(interaction, home),
          command: picked.name,
          option: focused.name,
          typed: focused.value,
          options: valuesOf(others),
        });
  const isNumber = focused.type !== ApplicationCommandOptionType.String;
  await interaction.respond(
    suggestions
      .filter(({ value }) => value.length <= DISCORD_NAME_CHARACTERS && value !== "")
      .slice(0, DISCORD_SUGGESTIONS)
      .map(({ value, label }) => ({
        name: shortened(label === "" ? value : label, DISCORD_NAME_CHARACTERS),
        value: isNumber ? Number(value) : value,
      })),
  );
}
