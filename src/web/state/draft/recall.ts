import type { MessageView } from "../../../platforms/console/api/api.ts";
import type { OutboxItem } from "../outbox.ts";
import type { Draft, DraftPlace } from "./drafts.ts";

/** The distinct texts that a person wrote in a channel, newest first. */
export function ownTexts(
  messages: readonly MessageView[],
  unsent: readonly OutboxItem[],
  { person, channel }: DraftPlace,
): readonly string[] {
  const sent = messages.flatMap(({ author, text }) => (author.id === person ? [text] : []));
  const waiting = unsent.flatMap(({ message }) =>
    message.as === person && message.channel === channel ? [message.text] : [],
  );
  return [...new Set([...sent, ...waiting].toReversed())].filter((text) => text !== "");
}

/** The text that the earlier one in the input replaced, as long as that one is unchanged. */
export function replacedText({ text, recalled }: Pick<Draft, "text" | "recalled">): string | undefined {
  return recalled?.text === text ? recalled.instead : undefined;
}

/**
 * The text that an arrow key brings into the input: an earlier one (`step` 1), a later one (-1), or finally the original one.
 * Undefined if the key should move the caret, because the person has begun to edit the text.
 */
export function recall(
  { text, caret, recalled }: Pick<Draft, "text" | "caret" | "recalled">,
  step: 1 | -1,
  texts: readonly string[],
): Pick<Draft, "text" | "recalled"> | undefined {
  const from = recalled?.text === text ? recalled : undefined;
  if (caret !== text.length || (!from && text !== "")) return undefined;
  const index = (from?.index ?? -1) + step;
  const instead = from?.instead ?? text;
  if (index < 0) return from && { text: instead, recalled: undefined };
  const found = texts[index];
  return found === undefined ? undefined : { text: found, recalled: { index, text: found, instead } };
}
