import type { Place } from "../../core/account/membership.ts";
import { videoKeysOf } from "../../core/account/policy/model-list.ts";
import { allowedModelsOf } from "../../core/account/policy/allowed-models.ts";
import { decodeConversation } from "../../core/chat/conversation.ts";
import type { Batch } from "../../core/job/job-store.ts";
import { INVOCATION_MS } from "../../lib/limits.ts";
import type { CommandContext } from "../command.ts";
import type { Asking } from "../invocation.ts";

/**
 * The member who made a request, with their current rights in its place. `left`: they can no longer use the workspace. Undefined
 * if that place is unknown. Rejects with a `PlatformError`.
 */
export async function findRequesterOf(
  batch: Batch,
  {
    approvals,
    platform,
  }: Pick<CommandContext, "approvals"> & { readonly platform: Pick<CommandContext["platform"], "lookUp"> },
): Promise<Place | "left" | undefined> {
  const where = await approvals.askedIn(batch.organisationId, batch.id);
  if (!where) return undefined;
  // A private result has another conversation than its request.
  const conversation = where.kind === "channel" ? decodeConversation(where.id) : batch.conversation;
  const requester = await platform.lookUp(conversation, "person", batch.requesterId);
  if (!requester || requester.hasLeft) return "left";
  const { roles = [], isGuest = false } = requester;
  const actor = {
    userId: batch.requesterId,
    displayName: batch.requesterName,
    locale: batch.locale,
    isAdmin: false,
    roles,
    isGuest,
  };
  return { conversation, isDirect: where.kind === "direct", actor };
}

/** What the request's member may use now. Undefined if the workspace now belongs to another organisation than the request. */
export async function rightsNow(
  { organisationId, request }: Batch,
  place: Place,
  { memberships, listVideoModels }: Pick<CommandContext, "memberships" | "listVideoModels">,
): Promise<Asking | undefined> {
  const membership = await memberships.membershipOf(place);
  if (membership?.organisationId !== organisationId) return undefined;
  const listed =
    request.kind === "video"
      ? await listVideoModels(videoKeysOf(membership), AbortSignal.timeout(INVOCATION_MS))
      : undefined;
  return { membership, listed, allowedModels: allowedModelsOf(membership.policy, listed) };
}
