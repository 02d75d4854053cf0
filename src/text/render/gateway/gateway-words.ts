import { escapeText, shortened } from "../../../core/chat/message.ts";
import { GATEWAY_WORDS_CHARACTERS } from "../../../lib/limits.ts";
import { redacted } from "../../../lib/log/redact.ts";

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
