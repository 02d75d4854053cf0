import type { Actor } from "../../core/chat/event.ts";
import { platformName } from "../../text/render/platform-name.ts";
import type { CommandContext } from "../command.ts";

/**
 * What to answer someone who does not count as an admin: that it is for admins, or that the platform did not say who they are.
 * `otherwise`: a more fitting sentence than the general one.
 */
export function notAdminText(
  actor: Pick<Actor, "rightsUnknown">,
  { texts, platform }: Pick<CommandContext, "texts" | "platform">,
  otherwise: string = texts.adminsOnly,
): string {
  return actor.rightsUnknown ? texts.rightsUnknown(platformName(platform.name, texts)) : otherwise;
}
