import { actorOf } from "./actor.ts";
import type { NewPress } from "./api.ts";
import { contentOf } from "./content.ts";
import type { Intake } from "./intake.ts";
import type { MessageStore } from "./message-store.ts";
import { conversationOf } from "./platform.ts";
import type { Refusal } from "./taking-messages.ts";

/** Has one press of a button handled. Only a button that the person can see now can be pressed. */
export async function takePress(
  deps: { readonly messages: MessageStore; readonly intake: Intake },
  press: NewPress,
): Promise<Refusal | undefined> {
  const row = await deps.messages.find(press.message);
  const visible =
    row !== undefined && !row.removed && row.channelId === press.channel && canSee(row.visibleTo, press.as);
  if (!visible || !contentOf(row).buttons.some((button) => button.id === press.button)) {
    return { status: 409, code: "button_gone", message: "This button is no longer there." };
  }
  const conversation = conversationOf(press.channel);
  await deps.intake.take(
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
  return undefined;
}

function canSee(visibleTo: string | null, person: string): boolean {
  return visibleTo === null || visibleTo === person;
}
