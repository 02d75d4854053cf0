import type { Asking, Making } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import { approvedBy } from "../../core/account/policy/thresholds.ts";
import type { Excess, Unit } from "../../core/account/quota/quota.ts";
import { costOf, countOf, type MediaRequest } from "../../core/request/request.ts";
import { overQuotaText } from "../../text/render/quota.ts";
import { ownScopeNames } from "../quota/scope-names.ts";
import type { CommandContext } from "../command.ts";

/** Which quotas have less left than the request needs. */
export function saidOverQuota(
  { actor }: Pick<Making, "actor">,
  asking: Asking,
  { asked, excess }: { readonly asked: number; readonly excess: readonly Excess[] },
  { texts }: Pick<CommandContext, "texts">,
): string {
  return overQuotaText(asked, excess, { texts, names: ownScopeNames(asking, { texts }), locale: actor.locale });
}

/**
 * Refuses a request over a quota before its files are received, if its member has already been asked whether to ask an admin and
 * has not answered. Otherwise refused requests, each with its files and its own question, would fill the store. Decides nothing
 * else: accepting a request reserves its quota. Undefined: go on.
 */
export async function refusedBeforeFiles(
  making: Making,
  asking: Asking,
  request: MediaRequest,
  context: Pick<CommandContext, "quotas" | "proposals" | "texts">,
): Promise<Reply | undefined> {
  const { organisationId, accountId, scopes, policy } = asking.membership;
  // Held for an admin anyway, and without a question.
  if (approvedBy(request, policy)) return undefined;
  const { cost, unit } = costOf(request);
  const asked = cost * countOf(request);
  const excess = excessOf(asked, unit, await context.quotas.state(organisationId, scopes));
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
  return { ...answer(saidOverQuota(making, asking, { asked, excess }, context)), refuses: true };
}

function excessOf(asked: number, unit: Unit, states: readonly Excess[]): readonly Excess[] {
  return states.filter((state) => state.unit === unit && state.used + asked > state.amount + state.granted);
}
