import type { CostQueryView } from "../../../platforms/console/api/cost.ts";

/** Characters that can begin an option or its value: dashes, including those that phones insert, and quotation marks. */
const OPTION = /[\p{Pd}−"＂“”「『]/u;

/**
 * The part of a request's text that its cost depends on: everything except the prompt before the first option. Two requests with
 * the same key cost the same.
 */
export function costKey(asked: CostQueryView["asked"]): unknown {
  if (asked.kind === "line") return [/^\S+/.exec(asked.line.trimStart())?.[0], optionsIn(asked.line)];
  const { prompt, ...values } = asked.values;
  return [asked.form, values, optionsIn(String(prompt ?? ""))];
}

function optionsIn(text: string): string {
  const at = text.search(OPTION);
  return at === -1 ? "" : text.slice(at);
}
