import type { Actor } from "../../core/chat/event.ts";
import { platformName } from "../../text/render/platform-name.ts";
import type { CommandContext } from "../command.ts";

/**
 * The answer for a person who is not known to be an admin: only admins may do it, or the platform did not say who the person is.
 * `otherwise`: a more specific sentence for the first case.
 */
export function notAdminText(
  actor: Pick<Actor, "rightsUnknown">,
  { texts, platform }: Pick<CommandContext, "texts" | "platform">,
  otherwise: string = texts.adminsOnly,
): string {
  return actor.rightsUnknown ? texts.rightsUnknown(platformName(platform.name, texts)) : otherwise;
}
