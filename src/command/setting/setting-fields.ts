import type { Suggestion } from "../../core/chat/form.ts";
import type { ChoiceField, Several, TextField } from "../../core/chat/form.ts";
import { shortened } from "../../core/chat/message.ts";
import { SUGGESTION_CHARACTERS, SUGGESTIONS } from "../../lib/limits.ts";
import type { Texts } from "../../text/texts.ts";

/** A setting's field: its label and hint. */
interface Named {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value?: string | undefined;
  readonly required?: true;
}

/** A text field with the current value. */
export function textField(
  { value, ...field }: Named,
  {
    maxLength,
    ...more
  }: {
    readonly long?: true;
    readonly maxLength?: number | undefined;
    readonly several?: Several;
    readonly isRare?: true;
  } = {},
): TextField {
  return {
    type: "text",
    ...field,
    ...more,
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(value === undefined || value === "" ? {} : { value }),
  };
}

/**
 * A choice of values; a text field if there are more than a list can show. `typed`: the hint of that, which says what to type.
 */
export function pickField(
  { usual, typed: others, ...field }: Named & Pick<ChoiceField, "usual" | "typed">,
  choices: readonly Suggestion[],
  typed?: string,
): ChoiceField | TextField {
  if (choices.length === 0 || choices.length > SUGGESTIONS) {
    return textField(typed === undefined ? field : { ...field, hint: typed });
  }
  const { value, ...rest } = field;
  return {
    type: "choice",
    ...rest,
    ...(usual === undefined ? {} : { usual: shortened(usual, SUGGESTION_CHARACTERS) }),
    ...(others === undefined ? {} : { typed: others }),
    choices: choices.map((one) => ({ value: one.value, label: shortened(one.label, SUGGESTION_CHARACTERS) })),
    ...(choices.some((one) => one.value === value) && value !== undefined ? { value } : {}),
  };
}

/** Yes, no, or no rule. */
export function yesNoField(
  field: Named,
  value: boolean | undefined,
  { settingValue: say }: Texts,
): ChoiceField | TextField {
  const chosen = value === undefined ? "none" : value ? "yes" : "no";
  const choices = [
    { value: "yes", label: say.yes },
    { value: "no", label: say.no },
    { value: "none", label: say.unset },
  ];
  return pickField({ ...field, value: chosen, required: true }, choices);
}
