import type { Asking, Making } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import { approvedBy } from "../../core/account/policy/thresholds.ts";
import type { Excess, NoPriceError } from "../../core/account/quota/quota.ts";
import { excessOf, takenBy } from "../../core/account/quota/taken.ts";
import { priceOf } from "../../core/request/prices.ts";
import type { MediaRequest } from "../../core/request/request.ts";
import { noPriceText, overQuotaText } from "../../text/render/quota.ts";
import { ownScopeNames } from "../quota/scope-names.ts";
import type { CommandContext } from "../command.ts";

/** The quotas that have less left than the request needs. */
export function saidOverQuota(
  { actor }: Pick<Making, "actor">,
  asking: Asking,
  excess: readonly Excess[],
  { texts }: Pick<CommandContext, "texts">,
): string {
  return overQuotaText(excess, { texts, names: ownScopeNames(asking, { texts }), locale: actor.locale });
}

/** The quotas in money that apply to the request although its price is unknown. */
export function saidNoPrice(
  { actor }: Pick<Making, "actor">,
  asking: Asking,
  { model }: Pick<MediaRequest, "model">,
  { quotas }: NoPriceError,
  { texts }: Pick<CommandContext, "texts">,
): string {
  return noPriceText(model, quotas, { texts, names: ownScopeNames(asking, { texts }), locale: actor.locale });
}

/**
 * Refuses a request over a quota before its files are received, if the member has an open question about asking an admin.
 * Otherwise refused requests, each with files and a question, would fill the store. Decides nothing else: accepting a request
 * reserves its quota. Undefined: go on.
 */
export async function refusedBeforeFiles(
  making: Making,
  asking: Asking,
  request: MediaRequest,
  context: Pick<CommandContext, "quotas" | "prices" | "proposals" | "texts">,
): Promise<Reply | undefined> {
  const { organisationId, accountId, scopes, policy } = asking.membership;
  // It is held for an admin anyway, without a question.
  if (approvedBy(request, policy, priceOf(request, context.prices))) return undefined;
  const excess = excessOf(takenBy(request, context.prices), await context.quotas.state(organisationId, scopes));
  if (excess.length === 0) return undefined;
  const { key, conversation } = making;
  const isAsked = await context.proposals.isAsked({
    organisationId,
    accountId,
    platform: conversation.platform,
    eventKey: key,
    requestMessage: making.message?.id,
  });
  if (!isAsked) return undefined;
  return { ...answer(saidOverQuota(making, asking, excess, context)), refuses: true };
}
