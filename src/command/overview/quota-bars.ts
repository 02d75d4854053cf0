import type { QuotaState } from "../../core/account/quota/quota.ts";
import { progressBar } from "../../text/render/measures.ts";
import { quotaAmountText, quotaText } from "../../text/render/quota.ts";
import type { Acting } from "../acting.ts";
import type { CommandContext } from "../command.ts";
import { scopeNames } from "../quota/scope-names.ts";
import type { Viewer } from "./view-parts.ts";

const PERCENT = 100;

/** One line per quota: how much of it is used, as a bar and in words. */
export async function quotaBars(
  quotas: readonly QuotaState[],
  viewer: Viewer,
  acting: Acting,
  context: CommandContext,
): Promise<readonly string[]> {
  if (quotas.length === 0) return [];
  const { texts } = context;
  const scopes = quotas.map(({ scope }) => scope);
  const names = await scopeNames(scopes, viewer, acting, context);
  const saying = { texts, names, locale: viewer.actor.locale };
  return quotas.map((quota) => {
    const { amount, granted, used, unit } = quota;
    const all = amount + granted;
    const percent = all === 0 ? PERCENT : (used / all) * PERCENT;
    return texts.overview.usage.used(
      progressBar(percent),
      quotaAmountText(unit, used, saying),
      quotaText(quota, saying),
    );
  });
}
