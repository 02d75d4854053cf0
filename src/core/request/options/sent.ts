import type { z } from "zod";
import type { Field, FieldReading, Values } from "./field.ts";
import type { OptionField } from "./option-fields.ts";

/**
 * The gateway fields for a request's options, in the table's order, so that equal requests are equal bytes.
 */
export function sentFields<Model, Family extends string, Reading extends FieldReading<Model>>(
  fields: readonly OptionField<Field<Model, Family, string, z.ZodType, Reading>>[],
  values: Values,
  model: Model,
  family: Family,
): Readonly<Record<string, unknown>> {
  const sent: Record<string, unknown> = {};
  for (const { field } of fields) {
    const name = field.wire[family];
    const value = field.sent ? field.sent(values, model) : values[field.key];
    if (name !== undefined) sent[name] = value;
    else if (field.holdsFields && typeof value === "object" && value !== null) Object.assign(sent, inOrder(value));
  }
  return sent;
}

/** Sorts the fields, however they were written. */
function inOrder(fields: object): object {
  return Object.fromEntries(Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
