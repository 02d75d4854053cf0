import type { ButtonInteraction, StringSelectMenuInteraction } from "discord.js";
import type { ButtonEvent, EventBase } from "../../../core/chat/event.ts";

/** A pressed button, or a choice from a menu, as an event. A choice's value is the id of the button that it represents. */
export function pressOf(
  interaction: ButtonInteraction | StringSelectMenuInteraction,
  at: EventBase,
  id?: string,
): ButtonEvent {
  const message = { conversation: at.conversation, id: interaction.message.id };
  const button = id ?? (interaction.isButton() ? interaction.customId : (interaction.values[0] ?? ""));
  return { ...at, kind: "button", button, message };
}
