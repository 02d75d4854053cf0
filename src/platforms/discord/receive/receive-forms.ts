import type { ModalSubmitInteraction } from "discord.js";
import type { EventBase, FormEvent } from "../../../core/chat/event.ts";
import { filledIn } from "../post/form-view.ts";

/** A submitted form as an event. */
export function formOf(interaction: ModalSubmitInteraction, at: EventBase, id = interaction.customId): FormEvent {
  return { ...at, kind: "form", form: id, ...filledIn(interaction) };
}
