import type { Invocation, Asking } from "../invocation.ts";
import { approvedBy } from "../../core/account/policy/thresholds.ts";
import { boundOf } from "../../core/account/bounds.ts";
import { OverQuotaError } from "../../core/account/quota/quota.ts";
import { encodeScope } from "../../core/account/policy/scope.ts";
import type { HeldReason } from "../../core/job/job-store.ts";
import { priceOf } from "../../core/request/prices.ts";
import { costOf, type MediaRequest } from "../../core/request/request.ts";
import type { CommandContext } from "../command.ts";

/**
 * Hands a request to the job service. A request above a threshold is held for an admin, even if it also exceeds a quota, unless an
 * admin has `approved` it already. A request that only exceeds a quota is held if its member `asks` an admin, and otherwise rejected.
 * Rejects with `OverQuotaError`, `TooManyWaitingError` or `FilesGoneError`.
 */
export async function requestBatch(
  invocation: Pick<Invocation, "key" | "conversation" | "actor" | "message" | "parent">,
  { membership }: Asking,
  request: MediaRequest,
  { jobs, prices }: Pick<CommandContext, "jobs" | "prices">,
  by: { readonly asks?: boolean; readonly approved?: true } = {},
): Promise<void> {
  const { key, conversation, actor, message, parent } = invocation;
  const { organisationId, accountId, scopes, policy } = membership;
  const isLarge = !by.approved && approvedBy(request, policy, priceOf(request, prices)) !== undefined;
  const take = (reasons: readonly HeldReason[]): Promise<void> =>
    jobs.accept({
      eventKey: key,
      organisationId,
      accountId,
      conversation,
      requesterId: actor.userId,
      requesterName: actor.displayName,
      locale: actor.channelLocale ?? actor.locale,
      requestMessage: message?.id,
      request,
      parent,
      scopes: scopes.map(encodeScope),
      atOnce: boundOf(policy, "jobsAtOnce").value,
      mostWaiting: boundOf(policy, "jobsWaiting").value,
      ownKeys: policy.ownKeys?.value ?? false,
      ...costOf(request),
      ...(reasons.length === 0 ? {} : { held: { reasons } }),
    });
  const reasons: readonly HeldReason[] = isLarge ? ["threshold"] : [];
  try {
    await take(reasons);
  } catch (error) {
    if (!(error instanceof OverQuotaError) || (!by.asks && !isLarge)) throw error;
    await take([...reasons, "quota"]);
  }
}
