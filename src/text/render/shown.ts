import { codeText, escapeText, shortened } from "../../core/chat/message.ts";

const SHOWN_CHARACTERS = 60;

/** What a person typed, shortened, on one line and without markup. */
export function shown(given: string): string {
  return escapeText(shortened(given.replaceAll(/\s+/g, " "), SHOWN_CHARACTERS));
}

/** A name as it is typed behind a command or an option, for an example in code: in quotation marks if it has spaces. */
export function typedName(name: string): string {
  const text = shortened(codeText(name).replaceAll('"', ""), SHOWN_CHARACTERS);
  return /\s/.test(text) ? `"${text}"` : text;
}
