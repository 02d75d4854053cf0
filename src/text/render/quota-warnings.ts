import { encodeScope, type Scope } from "../../core/account/policy/scope.ts";
import type { QuotaWarning } from "../../core/account/quota/quota.ts";
import type { UnsentWarning } from "../../core/account/quota/quota-warnings.ts";
import { decodeConversation } from "../../core/chat/conversation.ts";
import { channelMention, escapeText } from "../../core/chat/message.ts";
import type { Locale } from "../../lib/locale.ts";
import { joined } from "./failures.ts";
import { quotaAmountText, quotaText, resets, type ScopeNames } from "./quota.ts";
import { textsFor, type Texts } from "../texts.ts";

/** For the member whose request reached a quota's threshold. The quotas of keys don't concern members. */
export function warningLines(warnings: readonly QuotaWarning[], locale: Locale): string[] {
  return warnings
    .filter(({ scope }) => scope.kind !== "key")
    .map((warning) => warningText(warning, "all", new Map(), locale));
}

/** The message to admins about it, in their channel. */
export function adminWarningText(warning: UnsentWarning): string {
  const { scope, name, requesterName, locale } = warning;
  const texts = textsFor(locale);
  const called = nameOf(scope, name, texts);
  const names = new Map(called === undefined ? [] : [[encodeScope(scope), called]]);
  return joined(
    [warningText(warning, "allByOther", names, locale), texts.quota.warned.by(escapeText(requesterName))],
    locale,
  );
}

function warningText(warning: QuotaWarning, usedUp: "all" | "allByOther", names: ScopeNames, locale: Locale): string {
  const texts = textsFor(locale);
  const say = texts.quota.warned;
  const whole = quotaText(warning, { texts, names, locale });
  const until = resets(warning, { locale });
  return warning.percent >= 100
    ? say[usedUp](whole, until)
    : say.most(quotaAmountText(warning.unit, warning.used, { texts, locale }), whole, until);
}

/** Admins read the warning in another place, so it names the scope. */
function nameOf({ kind, id }: Scope, name: string | undefined, texts: Texts): string | undefined {
  const say = texts.quota;
  switch (kind) {
    case "group":
      return say.group(escapeText(name ?? id));
    case "key":
      return say.key(escapeText(name ?? id));
    case "account":
      return escapeText(name ?? id);
    case "channel":
      return channelMention(decodeConversation(id).channel);
    case "workspace":
    case "direct":
    case "organisation":
      return undefined;
  }
}
