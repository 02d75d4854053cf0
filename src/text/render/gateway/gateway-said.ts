import { z } from "zod";
import { gatewayCode, gatewayWords } from "./gateway-words.ts";
import type { Texts } from "../../texts.ts";

/** The most that is shown of undocumented fields. */
const SHOWN_REST = 500;
const SHOWN_FACT = 200;

const Facts = z.record(z.string(), z.unknown());
const Fact = z.union([z.string().min(1), z.number()]).transform(String);

/** The fields that the contract names (`docs/gateway.md#videos-task-object`), in the order in which they are shown. */
const KNOWN = ["generation_status", "delivery_status", "billing_status", "message"] as const;

/**
 * What the gateway said about making, delivering and billing: known fields in words, the rest under the gateway's own names.
 * Undefined if it said nothing.
 */
export function saidText(usage: unknown, texts: Texts): string | undefined {
  if (usage === null || usage === undefined) return undefined;
  const say = texts.recipe;
  const facts = Facts.safeParse(usage);
  const known = KNOWN.flatMap((name) => {
    const fact = Fact.safeParse(facts.data?.[name]);
    return fact.success ? [{ name, text: say.facts[name](gatewayWords(fact.data, SHOWN_FACT)) }] : [];
  });
  const rest = facts.success
    ? Object.entries(facts.data).filter(([name]) => !known.some((one) => one.name === name))
    : undefined;
  const left = rest === undefined ? usage : Object.fromEntries(rest);
  const json = rest?.length === 0 ? [] : [`\`${gatewayCode(JSON.stringify(left), SHOWN_REST)}\``];
  const said = [...known.map(({ text }) => text), ...json];
  return said.length === 0 ? undefined : say.said(texts.phrases(said));
}
