import { splitCommandLine } from "../../../command/parse/command-names.ts";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import { EASEL_ID } from "../api/people.ts";

/** Easel can be mentioned anywhere in a sentence. The mention is not part of the request. */
const MENTION = /(?<![\p{L}\p{N}_@])@easel(?![\p{L}\p{N}_-])[ \t]?/giu;
const BEGINS_WITH_MENTION = /^\s*@easel(?![\p{L}\p{N}_-])/iu;

export function withoutMentions(text: string): string {
  return text.replace(MENTION, "");
}

/**
 * Whether a person's message is meant for Easel rather than for the channel: it begins with a command or with a mention of Easel,
 * or replies to Easel. Any other message is a conversation between people, even if it mentions Easel.
 * @param repliedTo the author of the message that it replies to.
 */
export function isForEasel(
  text: string,
  repliedTo: string | null | undefined,
  commands: readonly Pick<CommandSpec, "name">[],
): boolean {
  if (repliedTo === EASEL_ID || BEGINS_WITH_MENTION.test(text)) return true;
  const names = commands.map(({ name }) => name);
  return splitCommandLine(withoutMentions(text), names) !== undefined;
}
