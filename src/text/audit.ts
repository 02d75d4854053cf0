import type { KeptAct } from "../account/audit-log.ts";
import { codeText, escapeText, shortened } from "../chat/message.ts";
import type { Locale } from "./locale.ts";
import { shownMoment } from "./measures.ts";

/** What was and what is, of one act: the CSV has the rest. */
const SHOWN_CHARACTERS = 160;

/** One act on one line, in the words that it was kept in. */
export function actLine({ id, at, name, action, scope, before, after }: KeptAct, locale: Locale): string {
  const parts = [
    `\`${id}\``,
    shownMoment(at.getTime(), locale),
    `**${escapeText(name)}**`,
    `\`${codeText(action)}\``,
    ...(scope === undefined ? [] : [`\`${codeText(scope)}\``]),
    ...(before === undefined && after === undefined ? [] : [`${valueText(before)} → ${valueText(after)}`]),
  ];
  return `• ${parts.join(" · ")}`;
}

function valueText(value: unknown): string {
  return value === undefined ? "–" : `\`${codeText(shortened(JSON.stringify(value), SHOWN_CHARACTERS))}\``;
}
