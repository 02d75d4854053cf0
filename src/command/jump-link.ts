import type { MessageRef } from "../core/chat/conversation.ts";
import { PlatformError } from "../core/chat/errors.ts";
import type { Platform } from "../core/chat/platform.ts";

/** The address of one of our messages. Also undefined if the lookup fails: the answer is then shown without it. */
export async function jumpLink(ref: MessageRef, platform: Pick<Platform, "linkTo">): Promise<string | undefined> {
  try {
    return await platform.linkTo(ref);
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}
