import type { MessageRef } from "../core/chat/conversation.ts";
import { PlatformError } from "../core/chat/errors.ts";
import type { Platform } from "../core/chat/platform.ts";
import type { BatchView } from "../core/delivery/delivery-store.ts";
import { postedMessage, readerOf } from "./jobs/posted-message.ts";

/** The address of one of our messages. Also undefined if the lookup fails: the answer is then shown without it. */
export async function jumpLink(ref: MessageRef, platform: Pick<Platform, "linkTo">): Promise<string | undefined> {
  try {
    return await platform.linkTo(ref);
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

/** The address of the message with a request's result, or else of its notice. Undefined for a request of another platform. */
export async function linkToPosted(
  view: BatchView,
  actor: { readonly userId: string },
  platform: Pick<Platform, "linkTo" | "name">,
): Promise<string | undefined> {
  // A linked account also sees requests of other platforms, whose messages this one can't link to.
  if (view.batch.conversation.platform !== platform.name) return undefined;
  const message = postedMessage(view, readerOf(view.batch, actor));
  return message && jumpLink(message, platform);
}
