import { escapeText, shortened } from "../../../core/chat/message.ts";

const SHOWN_PROMPT = 200;

/** A prompt as a sentence quotes it. */
export function quoted(prompt: string): string {
  return `“${shortPrompt(prompt)}”`;
}

/** A prompt as messages show it: on one line, short and escaped. The recipe has all of it. */
export function shortPrompt(prompt: string): string {
  return escapeText(shortened(prompt.replaceAll(/\s+/g, " ").trim(), SHOWN_PROMPT));
}
