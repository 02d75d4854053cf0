import { createHash } from "node:crypto";
import type { ChoiceField, FormField, Suggestion, TextField } from "../../../core/chat/form.ts";
import { shortened } from "../../../core/chat/message.ts";
import { SLACK_INPUT_CHARACTERS } from "../../../lib/limits.ts";

/** Marks the block of a text that Slack can't show in full. A digest of what it shows follows. */
const CUT = "cut-";

/** Marks the block for values that are typed instead of chosen. A digest of the choices follows. */
const TYPED = "typed-";

/** The id of a field's block. The part after `#` separates inputs that Slack would otherwise treat as the same one. */
export function blockIdOf(field: FormField): string {
  if (field.type === "choice") return `${field.name}#${digest(field.choices)}`;
  return field.type === "text" && isCut(field) ? `${field.name}#${CUT}${digest(shownText(field))}` : field.name;
}

/**
 * The id of the block for values that are typed instead of chosen. With other choices it is a new input: a typed value is then
 * among the choices.
 */
export function typedBlockIdOf({ name, choices }: ChoiceField): string {
  return `${name}#${TYPED}${digest(choices)}`;
}

/** Whether a block is for values that are typed instead of chosen. */
export function isTypedBlock(blockId: string): boolean {
  return blockId.split("#")[1]?.startsWith(TYPED) === true;
}

/** Whether an input holds the start of a longer text, as the form showed it. */
export function isCutAsShown(blockId: string, value: string): boolean {
  const [, mark = ""] = blockId.split("#");
  return mark.startsWith(CUT) && mark.slice(CUT.length) === digest(value);
}

/** Whether a text is longer than Slack's inputs. */
export function isCut({ value = "" }: TextField): boolean {
  return value.length > SLACK_INPUT_CHARACTERS;
}

/** What an input shows of a text. */
export function shownText({ value = "" }: TextField): string {
  return shortened(value, SLACK_INPUT_CHARACTERS);
}

/** The name of a block's field. */
export function fieldOf(blockId: string): string {
  return blockId.split("#")[0] ?? blockId;
}

/**
 * Identifies a list of choices, or a text. A changed list must be a new input, because Slack would keep a choice that is no longer
 * in it.
 */
function digest(content: readonly Suggestion[] | string): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 10);
}
