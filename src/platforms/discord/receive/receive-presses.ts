import type { ButtonInteraction } from "discord.js";
import type { ButtonEvent, EventBase } from "../../../core/chat/event.ts";

/** A button press as an event. */
export function pressOf(interaction: ButtonInteraction, at: EventBase): ButtonEvent {
  const message = { conversation: at.conversation, id: interaction.message.id };
  return { ...at, kind: "button", button: interaction.customId, message };
}
