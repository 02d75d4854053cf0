import type { AuditActor } from "../core/account/audit.ts";
import type { Place, Membership } from "../core/account/membership.ts";
import { encodeWorkspace } from "../core/chat/conversation.ts";
import type { CommandContext } from "./command.ts";

/** The acting person and organisation. */
export interface Acting {
  readonly membership: Membership;
  readonly organisationId: string;
  readonly accountId: string;
  /** The actor as stored in the audit. */
  readonly actor: AuditActor;
}

/** Finds the person behind an invocation. Throws in an unclaimed workspace, where no command runs. */
export async function actingOf(place: Place, { memberships }: Pick<CommandContext, "memberships">): Promise<Acting> {
  const membership = await memberships.membershipOf(place);
  if (!membership) throw new Error("the workspace is unclaimed, but a command ran in it");
  const { organisationId, accountId } = membership;
  const workspace = encodeWorkspace(place.conversation);
  return { membership, organisationId, accountId, actor: { accountId, name: place.actor.displayName, workspace } };
}
