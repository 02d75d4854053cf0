import { textsIn } from "../json-text.ts";
import type { Values } from "./field.ts";
import { fieldsOf } from "./fields.ts";
import type { Kind } from "./option.ts";
import { optionNamed, type OptionName } from "./table.ts";

/** An option with the value that it was given, as it would be given again. */
export type Told = readonly [name: OptionName, value: string | number | boolean];

/** What a request holds beside its prompt, its model and its files, in the table's order. */
export function toldOptions(request: Values & { readonly kind: Kind }): readonly Told[] {
  return fieldsOf(request.kind).flatMap(({ name, field }) => {
    const value = request[field.key];
    if (value === undefined) return [];
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    return [[name, isPlain ? value : JSON.stringify(value)] as const];
  });
}

/** What of a request belongs into the line below its result. */
export function summaryOf(request: Values & { readonly kind: Kind }): readonly string[] {
  return fieldsOf(request.kind).flatMap(({ field }) => {
    const value = request[field.key];
    return value === undefined || !field.summary ? [] : [field.summary(value)];
  });
}

/** Every text of a request that a model may read as words: what admins have blocked must not stand in any. */
export function wordsIn(request: Values & { readonly kind: Kind; readonly prompt: string }): readonly string[] {
  const others = fieldsOf(request.kind).filter(({ name }) => optionNamed(name)?.policy === "words");
  return [request.prompt, ...others.flatMap(({ field }) => textsIn(request[field.key]))];
}
