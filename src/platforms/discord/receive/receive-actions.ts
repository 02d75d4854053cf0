import type { Message as DiscordMessage, MessageContextMenuCommandInteraction, User } from "discord.js";
import type { Conversation } from "../../../core/chat/conversation.ts";
import type { ActionEvent, EventBase, Target } from "../../../core/chat/event.ts";
import { actionNamed } from "../commands/command-list.ts";
import { attachmentOf } from "./files.ts";

/** A message menu choice as an event. Undefined for a menu entry from another version of Easel. */
export function actionOf(interaction: MessageContextMenuCommandInteraction, at: EventBase): ActionEvent | undefined {
  const action = actionNamed(interaction.commandName);
  const me = interaction.client.user;
  const target = targetOf(interaction.targetMessage, at.conversation, { me, complete: true });
  return action && { ...at, kind: "action", action, target };
}

/** The files of a message that Easel can see, including those of a forwarded message. */
export function targetOf(
  message: Pick<DiscordMessage, "id" | "attachments" | "messageSnapshots" | "author">,
  conversation: Conversation,
  { me, complete }: { readonly me: User; readonly complete: boolean },
): Target {
  const forwarded = message.messageSnapshots?.first();
  const files = [...message.attachments.values(), ...(forwarded?.attachments.values() ?? [])];
  return {
    message: { conversation, id: message.id },
    attachments: files.map((file) => attachmentOf(file)),
    own: message.author.id === me.id,
    complete,
  };
}
