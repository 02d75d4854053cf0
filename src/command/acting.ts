import type { AuditActor } from "../account/audit.ts";
import type { Place } from "../account/standing.ts";
import { encodeWorkspace } from "../chat/conversation.ts";
import type { CommandContext } from "./command.ts";

/** Who acts, and for which organisation. */
export interface Acting {
  readonly organisationId: string;
  readonly accountId: string;
  /** As the audit keeps them. */
  readonly actor: AuditActor;
}

/** Who is behind an invocation. Throws in a workspace that nobody has claimed: nothing is run there. */
export async function actingOf(place: Place, { standings }: Pick<CommandContext, "standings">): Promise<Acting> {
  const standing = await standings.standingOf(place);
  if (!standing) throw new Error("nobody has claimed this workspace");
  const { organisationId, accountId } = standing;
  const actor = { accountId, name: place.actor.displayName, workspace: encodeWorkspace(place.conversation) };
  return { organisationId, accountId, actor };
}
