import { codeText, escapeText, shortened, shownText } from "../../../core/chat/message.ts";
import { redacted } from "../../../lib/log/redact.ts";

/** The most that one sentence quotes: ten pictures may fail in one message, which Discord cuts at 2,000 characters. */
const GATEWAY_WORDS_CHARACTERS = 300;

/** The most that is read of a text: undocumented fields may have any length, and only their beginning is shown. */
const READ_CHARACTERS = 2_000;

/**
 * What makes text an address: a scheme and slashes, perhaps with characters of no width between them. The platforms link nothing
 * that lacks them, such as a bare domain. No slash follows this, so its removal never puts an address together.
 */
const ADDRESS_START = /https?:[/\p{DI}]*|(?:[a-z][a-z0-9+.-]{0,20})?:\p{DI}*\/\p{DI}*\/[/\p{DI}]*/giu;

/**
 * The gateway's words as people may see them: on one line, without secrets, links and markup, and short enough for a message.
 */
export function gatewayWords(text: string, maxCharacters = GATEWAY_WORDS_CHARACTERS): string {
  return escapeText(shortened(plainWords(text.slice(0, READ_CHARACTERS)), maxCharacters));
}

/**
 * The same for text between backticks. Without links there too, because a message may be cut within them. Empty if nothing is left:
 * leave out the backticks then, because the next ones would belong to these.
 */
export function gatewayCode(text: string, maxCharacters = GATEWAY_WORDS_CHARACTERS): string {
  return shortened(plainWords(codeText(text.slice(0, READ_CHARACTERS))), maxCharacters);
}

/** The same for an id, which is shown whole: nothing in it is secret. */
export function gatewayId(id: string): string {
  return withoutAddresses(codeText(id)).trim();
}

/** What can't be seen goes first, because it may part what the other steps look for. */
function plainWords(text: string): string {
  return withoutAddresses(redacted(shownText(text.replaceAll(/\s+/g, " ")))).trim();
}

function withoutAddresses(text: string): string {
  return text.replaceAll(ADDRESS_START, "");
}
