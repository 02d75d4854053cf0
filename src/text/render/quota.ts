import { leftOf, type Excess, type QuotaId, type QuotaState, type Unit } from "../../core/account/quota/quota.ts";
import { encodeScope, type Scope } from "../../core/account/policy/scope.ts";
import type { Locale } from "../../lib/locale.ts";
import { shownMomentIn } from "./measures.ts";
import type { Texts } from "../texts.ts";

/** Names of scopes, by `encodeScope`; a scope without a name is called by its kind. */
export type ScopeNames = ReadonlyMap<string, string>;

/** The reader's language and place. */
export interface QuotaContext {
  readonly texts: Texts;
  readonly locale: Locale;
  readonly names: ScopeNames;
}

/** An amount of pictures, or of seconds of clips. */
export function amountText(unit: Unit, amount: number, texts: Texts): string {
  return amount === 0 ? texts.quota.nothing : texts.quota[unit](amount);
}

/** A quota in words, such as “20 pictures a day for this channel”. */
export function quotaText(
  { scope, unit, span, amount, granted }: QuotaId & { readonly amount: number; readonly granted?: number },
  { texts, names }: Pick<QuotaContext, "texts" | "names">,
): string {
  const say = texts.quota;
  const quota = say.per[span](say[unit](amount), whoseText(scope, { texts, names }));
  return granted === undefined || granted === 0 ? quota : say.granted(quota, say[unit](granted));
}

/** Which quota it is, whether or not it exists: “pictures a day for this channel”. */
export function whichText(
  { scope, unit, span }: QuotaId,
  { texts, names }: Pick<QuotaContext, "texts" | "names">,
): string {
  return texts.quota.per[span](texts.quotaAdmin.ofUnit[unit], whoseText(scope, { texts, names }));
}

function whoseText(scope: Scope, { texts, names }: Pick<QuotaContext, "texts" | "names">): string {
  const { ruler } = texts;
  return names.get(encodeScope(scope)) ?? (scope.kind === "group" ? ruler.someGroup : ruler[scope.kind]);
}

/** The state of a quota: what is left, and when it resets. */
export function quotaStateText(state: QuotaState, saying: QuotaContext): string {
  const { texts } = saying;
  return texts.quota.left(
    amountText(state.unit, leftOf(state), texts),
    quotaText(state, saying),
    resets(state, saying),
  );
}

/** Why a request was not accepted: what it needs, and every quota that has less left. */
export function overQuotaText(asked: number, excess: readonly Excess[], saying: QuotaContext): string {
  return [...excess.map((one) => shortageText(asked, one, saying)), saying.texts.quota.overAdvice].join("\n");
}

/** What the request needs, what is left of a quota, and when the quota resets. */
export function shortageText(asked: number, quota: Excess, saying: QuotaContext): string {
  const { texts } = saying;
  return texts.quota.over(
    amountText(quota.unit, asked, texts),
    amountText(quota.unit, leftOf(quota), texts),
    quotaText(quota, saying),
    resets(quota, saying),
  );
}

export function resets(
  { endsAt, timeZone }: Pick<QuotaState, "endsAt" | "timeZone">,
  { locale }: Pick<QuotaContext, "locale">,
): string {
  return shownMomentIn(endsAt, timeZone, locale);
}
