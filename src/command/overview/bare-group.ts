import type { CommandEvent, TextEvent } from "../../core/chat/event.ts";
import type { CommandContext } from "../command.ts";
import type { Reply } from "../reply.ts";
import { takesButtons } from "../setting/show-setting.ts";
import { showSubject } from "./show-subject.ts";
import type { Subject } from "./view-id.ts";

/** The first words of several commands, with the subject whose view shows and changes the same. */
const GROUPS: Readonly<Record<string, Subject>> = {
  "easel-admin channel": "channel",
  "easel-admin workspace": "workspace",
  "easel-admin organisation": "organisation",
  "easel-admin group": "groups",
  "easel-admin groups": "groups",
  "easel-admin keys": "keys",
  "easel-admin quota": "quotas",
  "easel-admin people": "people",
};

/**
 * The view for an admin's command that ends before its last word, such as `/easel-admin quota`. Undefined for other commands, for
 * members, and where a view can't have buttons.
 */
export async function showBareGroup(
  name: string,
  words: string,
  event: CommandEvent | TextEvent,
  context: CommandContext,
): Promise<Reply | undefined> {
  const subject = GROUPS[name];
  if (subject === undefined || words.trim() !== "" || !event.actor.isAdmin) return undefined;
  const { isDirect = false } = event;
  const message = event.kind === "text" ? event.message : undefined;
  if (!takesButtons({ message, isDirect }, context)) return undefined;
  const view = await showSubject(subject, event, context);
  return view && { kind: "answer", message: view };
}
