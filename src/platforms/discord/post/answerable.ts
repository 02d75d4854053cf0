import type {
  ButtonInteraction,
  ChatInputCommandInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
} from "discord.js";

/** What is answered: everything but typing. */
export type Answerable =
  | ButtonInteraction
  | ChatInputCommandInteraction
  | MessageContextMenuCommandInteraction
  | ModalSubmitInteraction;

/** Buttons, and forms that a button opened, belong to a message that stays. */
export function hasMessage(interaction: Answerable): interaction is ButtonInteraction {
  return interaction.isButton() || (interaction.isModalSubmit() && interaction.isFromMessage());
}
