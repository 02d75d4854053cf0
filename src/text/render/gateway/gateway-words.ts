import { escapeText, shortened } from "../../../core/chat/message.ts";
import { redacted } from "../../../lib/log/redact.ts";

/** The most that one sentence quotes: ten pictures may fail in one message, which Discord cuts at 2,000 characters. */
const GATEWAY_WORDS_CHARACTERS = 300;

/** Without a scheme, an address is not a link on any platform. */
const SCHEME = /[a-z][a-z0-9+.-]{0,20}:\/\//gi;

/**
 * The gateway's words as people may see them: on one line, without secrets, links and markup, and short enough for a message.
 */
export function gatewayWords(text: string, maxCharacters = GATEWAY_WORDS_CHARACTERS): string {
  const plain = redacted(text).replaceAll(SCHEME, "").replaceAll(/\s+/g, " ").trim();
  return escapeText(shortened(plain, maxCharacters));
}
