import { escapeText, shortened } from "../../core/chat/message.ts";

const SHOWN_CHARACTERS = 60;

/** What a person typed, shortened, on one line and without markup. */
export function shown(given: string): string {
  return escapeText(shortened(given.replaceAll(/\s+/g, " "), SHOWN_CHARACTERS));
}
