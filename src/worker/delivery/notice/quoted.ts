import { escapeText, shortened } from "../../../core/chat/message.ts";

const SHOWN_PROMPT = 200;

/** A prompt as a message quotes it: on one line, and short. */
export function quoted(prompt: string): string {
  return `“${escapeText(shortened(prompt.replaceAll(/\s+/g, " "), SHOWN_PROMPT))}”`;
}
