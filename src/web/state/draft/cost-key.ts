import type { CostQueryView } from "../../../platforms/console/api/cost.ts";

/** What may begin an option or its value: each dash that is read as one (those of phones too), and each quotation mark. */
const OPTION = /[\p{Pd}−"＂“”「『]/u;

/**
 * What the cost of a written request depends on: all but the words of the prompt before the first option, which cost nothing.
 * The same for two requests only if they cost the same.
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
