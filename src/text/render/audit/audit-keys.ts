import type { AuditFacts } from "./audit-facts.ts";
import { servedText, type AuditContext } from "../named-scope.ts";
import { servicesText } from "../keys.ts";
import { shownMomentIn } from "../measures.ts";

const AT_ONCE = ["atOnce", "picturesAtOnce", "clipsAtOnce"] as const;
const FACTS = ["services", "whose", ...AT_ONCE, "state"] as const;

/** A key's services, who may use it, and its limits. */
export function keyFacts(facts: AuditFacts, context: AuditContext): string[] {
  const { audit, policyAdmin } = context.texts;
  return (["services", "whose", ...AT_ONCE] as const).flatMap((fact) => {
    const value = valueText(fact, facts, context);
    return value === undefined ? [] : [policyAdmin.line(audit.facts[fact], value)];
  });
}

/** How many of its slots an admin freed. */
export function keySlotsFreed(facts: AuditFacts, { texts: { audit, policyAdmin } }: AuditContext): string[] {
  const { unknownSlots } = facts;
  return unknownSlots === undefined ? [] : [policyAdmin.line(audit.facts.slotsFreed, String(unknownSlots))];
}

/** The details that changed. */
export function keyChanges(before: AuditFacts, after: AuditFacts, context: AuditContext): string[] {
  const { audit, policyAdmin } = context.texts;
  return FACTS.flatMap((fact) => {
    const [was, is] = [before, after].map((facts) => valueText(fact, facts, context));
    return was === undefined || is === undefined || was === is ? [] : [policyAdmin.fromTo(audit.facts[fact], was, is)];
  });
}

function valueText(fact: (typeof FACTS)[number], facts: AuditFacts, context: AuditContext): string | undefined {
  const { texts, locale, timeZone } = context;
  const say = texts.audit.keyState;
  switch (fact) {
    case "services":
      return facts.services && servicesText(facts.services, texts);
    case "whose":
      return facts.scope === undefined ? undefined : servedText(facts.scope, context);
    case "atOnce":
      return facts.clipConcurrency === undefined ? shownCount(facts.concurrency) : undefined;
    case "picturesAtOnce":
      return facts.clipConcurrency === undefined ? undefined : shownCount(facts.concurrency);
    case "clipsAtOnce":
      return shownCount(facts.clipConcurrency);
    case "state":
      if (facts.disabled === true) return say.disabled;
      if (facts.refused === true) return say.refused;
      if (facts.refusedBy) return texts.list(facts.refusedBy.map((service) => texts.keys.refusedFor(service)));
      return facts.spentUntil ? say.spentUntil(shownMomentIn(facts.spentUntil, timeZone, locale)) : say.ok;
  }
}

function shownCount(count: number | undefined): string | undefined {
  return count === undefined ? undefined : String(count);
}
