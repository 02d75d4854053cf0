import type { AuditFacts } from "./audit-facts.ts";
import { servedText, type AuditTelling } from "./named-scope.ts";
import { servicesText } from "./keys.ts";
import { shownMomentIn } from "./measures.ts";

const FACTS = ["services", "whose", "atOnce", "state"] as const;

/** What a key is for, whom it serves and with how much. */
export function keyFacts(facts: AuditFacts, telling: AuditTelling): string[] {
  const { audit, policyAdmin } = telling.texts;
  return (["services", "whose", "atOnce"] as const).flatMap((fact) => {
    const value = valueText(fact, facts, telling);
    return value === undefined ? [] : [policyAdmin.line(audit.facts[fact], value)];
  });
}

/** What of it is different. */
export function keyChanges(before: AuditFacts, after: AuditFacts, telling: AuditTelling): string[] {
  const { audit, policyAdmin } = telling.texts;
  return FACTS.flatMap((fact) => {
    const [was, is] = [before, after].map((facts) => valueText(fact, facts, telling));
    return was === undefined || is === undefined || was === is ? [] : [policyAdmin.fromTo(audit.facts[fact], was, is)];
  });
}

function valueText(fact: (typeof FACTS)[number], facts: AuditFacts, telling: AuditTelling): string | undefined {
  const { texts, locale, timeZone } = telling;
  const say = texts.audit.keyState;
  switch (fact) {
    case "services":
      return facts.services && servicesText(facts.services, texts);
    case "whose":
      return facts.scope === undefined ? undefined : servedText(facts.scope, telling);
    case "atOnce":
      return facts.concurrency === undefined ? undefined : String(facts.concurrency);
    case "state":
      if (facts.disabled === true) return say.disabled;
      if (facts.refused === true) return say.refused;
      return facts.spentUntil ? say.spentUntil(shownMomentIn(facts.spentUntil, timeZone, locale)) : say.ok;
  }
}
