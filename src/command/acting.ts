import type { AuditActor } from "../core/account/audit.ts";
import type { Place, Standing } from "../core/account/membership.ts";
import { encodeWorkspace } from "../core/chat/conversation.ts";
import type { CommandContext } from "./command.ts";

/** Who acts, for which organisation. */
export interface Acting {
  readonly standing: Standing;
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
  const workspace = encodeWorkspace(place.conversation);
  return { standing, organisationId, accountId, actor: { accountId, name: place.actor.displayName, workspace } };
}
