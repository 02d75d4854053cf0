import type { AuditActor } from "../core/account/audit.ts";
import type { Place, Membership } from "../core/account/membership.ts";
import { encodeWorkspace } from "../core/chat/conversation.ts";
import type { CommandContext } from "./command.ts";

/** Who acts, for which organisation. */
export interface Acting {
  readonly membership: Membership;
  readonly organisationId: string;
  readonly accountId: string;
  /** As the audit keeps them. */
  readonly actor: AuditActor;
}

/** Who is behind an invocation. Throws in a workspace that nobody has claimed: nothing is run there. */
export async function actingOf(place: Place, { memberships }: Pick<CommandContext, "memberships">): Promise<Acting> {
  const membership = await memberships.membershipOf(place);
  if (!membership) throw new Error("nobody has claimed this workspace");
  const { organisationId, accountId } = membership;
  const workspace = encodeWorkspace(place.conversation);
  return { membership, organisationId, accountId, actor: { accountId, name: place.actor.displayName, workspace } };
}
