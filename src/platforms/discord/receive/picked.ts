import { ApplicationCommandOptionType, type CommandInteractionOption } from "discord.js";
import type { FieldValues } from "../../../core/chat/event.ts";

/** A command as it was picked: its whole name, and what is filled in. */
export interface Picked {
  readonly name: string;
  readonly options: readonly CommandInteractionOption[];
}

const LEADS_ON: ReadonlySet<ApplicationCommandOptionType> = new Set([
  ApplicationCommandOptionType.SubcommandGroup,
  ApplicationCommandOptionType.Subcommand,
]);

/** Discord puts what is below a command's first word into its options, one level into the other. */
export function pickedOf(interaction: {
  readonly commandName: string;
  readonly options: { readonly data: readonly CommandInteractionOption[] };
}): Picked {
  let name = interaction.commandName;
  let options = interaction.options.data;
  for (let [first] = options; first && LEADS_ON.has(first.type); [first] = options) {
    name = `${name} ${first.name}`;
    options = first.options ?? [];
  }
  return { name, options };
}

/** What was filled in, files aside. */
export function valuesOf(options: readonly CommandInteractionOption[]): FieldValues {
  return Object.fromEntries(
    options.flatMap(({ name, value, type }) =>
      value === undefined || value === null || type === ApplicationCommandOptionType.Attachment ? [] : [[name, value]],
    ),
  );
}
