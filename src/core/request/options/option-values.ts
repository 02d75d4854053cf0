import { textsIn } from "../json-text.ts";
import type { Values } from "./field.ts";
import { fieldsOf } from "./option-fields.ts";
import type { Kind } from "./option.ts";
import { optionNamed, type OptionName } from "./option-table.ts";

/** An option with its value, as a person would give it. */
export type GivenOption = readonly [name: OptionName, value: string | number | boolean];

/** A request's options besides its prompt, model and files, in the table's order. */
export function givenOptions(request: Values & { readonly kind: Kind }): readonly GivenOption[] {
  return fieldsOf(request.kind).flatMap(({ name, field }) => {
    const value = request[field.key];
    if (value === undefined) return [];
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    return [[name, isPlain ? value : JSON.stringify(value)] as const];
  });
}

/** The options in the line below a request's result. */
export function summaryOf(request: Values & { readonly kind: Kind }): readonly string[] {
  return fieldsOf(request.kind).flatMap(({ field }) => {
    const value = request[field.key];
    return value === undefined || !field.summary ? [] : [field.summary(value)];
  });
}

/** Every text of a request that a model may read as words; none may contain a blocked word. */
export function wordsIn(request: Values & { readonly kind: Kind; readonly prompt: string }): readonly string[] {
  const others = fieldsOf(request.kind).filter(({ name }) => optionNamed(name)?.policy === "words");
  return [
    request.prompt,
    ...others.flatMap(({ field: { key, known = [] } }) => {
      const value = request[key];
      // A size such as `auto` is a setting, but a made-up one may contain words.
      return typeof value === "string" && known.includes(value) ? [] : textsIn(value);
    }),
  ];
}
