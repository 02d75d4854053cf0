import { actorOf } from "../people/actor.ts";
import { pressable } from "../../../core/chat/message.ts";
import type { NewPress } from "../api/api.ts";
import { contentOf } from "../store/message-content.ts";
import type { Shown } from "../post/answers.ts";
import type { Intake } from "./event-intake.ts";
import type { MessageStore } from "../store/message-store.ts";
import { conversationOf } from "../people/places.ts";
import type { Refusal } from "../routes/request-refusal.ts";
import { findSeen } from "./reply-target.ts";

/** Handles one button press, or a choice from a menu. People can press only what they currently see. */
export async function receivePress(
  deps: { readonly messages: MessageStore; readonly intake: Intake },
  press: NewPress,
): Promise<Refusal | Shown> {
  const row = await findSeen(deps.messages, press.message, press);
  if (!row || !pressable(contentOf(row)).includes(press.button)) {
    return { status: 409, code: "button_gone", message: "This button is no longer there." };
  }
  const conversation = conversationOf(press.channel);
  return deps.intake.take(
    {
      kind: "button",
      key: `press:${press.id}`,
      conversation,
      actor: actorOf(press.as, press.locale),
      button: press.button,
      message: { conversation, id: row.id },
    },
    press.as,
  );
}
