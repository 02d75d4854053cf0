import { escapeText, shortened } from "../../../core/chat/message.ts";
import { redacted } from "../../../lib/log/redact.ts";

/** What is quoted of them in one sentence: ten pictures may fail in one message, which Discord cuts at 2,000. */
const GATEWAY_WORDS_CHARACTERS = 300;

/** Without it an address is no link on any platform. */
const SCHEME = /[a-z][a-z0-9+.-]{0,20}:\/\//gi;

/**
 * What the gateway wrote, as people may be shown it: on one line, without secrets, links and markup, and of a length that
 * leaves room for the rest of a message.
 */
export function gatewayWords(text: string, maxCharacters = GATEWAY_WORDS_CHARACTERS): string {
  const plain = redacted(text).replaceAll(SCHEME, "").replaceAll(/\s+/g, " ").trim();
  return escapeText(shortened(plain, maxCharacters));
}
