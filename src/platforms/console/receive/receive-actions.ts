import { actorOf } from "../people/actor.ts";
import type { NewAction } from "../api/api.ts";
import type { Shown } from "../post/answers.ts";
import { contentOf } from "../store/message-content.ts";
import type { Intake } from "./event-intake.ts";
import type { MessageStore } from "../store/message-store.ts";
import { conversationOf } from "../people/places.ts";
import type { Refusal } from "../routes/request-refusal.ts";
import { findSeen, targetFor } from "./reply-target.ts";

/** Handles one choice from a message's menu. */
export async function receiveAction(
  deps: { readonly messages: MessageStore; readonly intake: Intake },
  choice: NewAction,
): Promise<Refusal | Shown> {
  const row = await findSeen(deps.messages, choice.message, choice);
  const file = row && contentOf(row).files.find(({ id }) => id === choice.file);
  if (!row || (choice.file !== undefined && !file)) {
    return { status: 404, code: "message_gone", message: "This message is no longer there." };
  }
  const target = targetFor(row);
  return deps.intake.take(
    {
      kind: "action",
      key: `action:${choice.id}`,
      conversation: conversationOf(choice.channel),
      actor: actorOf(choice.as, choice.locale),
      action: choice.action,
      target: file ? { ...target, attachments: target.attachments.filter(({ source }) => source === file.id) } : target,
      ...(file?.number === undefined ? {} : { number: file.number }),
    },
    choice.as,
  );
}
