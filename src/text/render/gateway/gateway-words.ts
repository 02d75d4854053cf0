import { codeText, escapeText, shortened, shownText } from "../../../core/chat/message.ts";
import { redacted } from "../../../lib/log/redact.ts";

/** The longest quotation: ten pictures may fail in one message, which Discord cuts at 2,000 characters. */
const GATEWAY_WORDS_CHARACTERS = 300;

/** Characters to read of a text: undocumented fields may have any length, and only the beginning is shown. */
const READ_CHARACTERS = 2_000;

/**
 * The start of an address: a scheme and slashes, perhaps with zero-width characters between them. The platforms link nothing
 * without them, such as a bare domain. It matches all following slashes, so removing it never creates an address.
 */
const ADDRESS_START = /https?:[/\p{DI}]*|(?:[a-z][a-z0-9+.-]{0,20})?:\p{DI}*\/\p{DI}*\/[/\p{DI}]*/giu;

/**
 * The gateway's words as people may see them: on one line, without secrets, links and markup, and short enough for a message.
 */
export function gatewayWords(text: string, maxCharacters = GATEWAY_WORDS_CHARACTERS): string {
  return escapeText(shortened(plainWords(text.slice(0, READ_CHARACTERS)), maxCharacters));
}

/**
 * The same for text between backticks. Links are removed there too, because a message may be cut within the code. Empty if
 * nothing is left: leave out the backticks then, because the next ones would belong to these.
 */
export function gatewayCode(text: string, maxCharacters = GATEWAY_WORDS_CHARACTERS): string {
  return shortened(plainWords(codeText(text.slice(0, READ_CHARACTERS))), maxCharacters);
}

/** The same for an id. It is shown in full: it contains no secrets. */
export function gatewayId(id: string): string {
  return withoutAddresses(codeText(id)).trim();
}

/** Strips invisible characters first: they could split what the later steps match. */
function plainWords(text: string): string {
  return withoutAddresses(redacted(shownText(text.replaceAll(/\s+/g, " ")))).trim();
}

function withoutAddresses(text: string): string {
  return text.replaceAll(ADDRESS_START, "");
}
