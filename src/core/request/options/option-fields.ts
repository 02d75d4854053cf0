import { z } from "zod";
import type { ImageField } from "../image/image-field.ts";
import type { VideoField } from "../video/video-field.ts";
import type { Field, FieldReading, Values } from "./field.ts";
import type { Kind } from "./option.ts";
import { ALL_OPTIONS, type OptionName, type Options } from "./option-table.ts";

/** An option that requests of a kind store, and how. */
export interface OptionField<F> {
  readonly name: OptionName;
  readonly field: F;
}

/** The options of picture requests, in the table's order. */
export const IMAGE_FIELDS: readonly OptionField<ImageField>[] = ALL_OPTIONS.flatMap(([name, { image, legacyOf }]) =>
  image && legacyOf === undefined ? [{ name, field: image }] : [],
);

/** The options of clip requests, in the table's order. */
export const VIDEO_FIELDS: readonly OptionField<VideoField>[] = ALL_OPTIONS.flatMap(([name, { video, legacyOf }]) =>
  video && legacyOf === undefined ? [{ name, field: video }] : [],
);

/** The options of a kind of request. */
export function fieldsOf(kind: Kind): readonly OptionField<ImageField | VideoField>[] {
  return kind === "image" ? IMAGE_FIELDS : VIDEO_FIELDS;
}

/** The kinds of request that have an option. */
export function kindsOf(name: string): readonly Kind[] {
  return (["image", "video"] as const).filter((kind) => fieldsOf(kind).some((option) => option.name === name));
}

/** The only kind of request that has an option; undefined if both or neither do. */
export function onlyKindOf(name: string): Kind | undefined {
  const [kind, ...others] = kindsOf(name);
  return others.length === 0 ? kind : undefined;
}

type StoredShape<K extends Kind> = {
  [
    Name in OptionName as Options[Name] extends Record<K, { key: infer Key extends string }> ? Key : never
  ]: Options[Name] extends Record<K, { stored: infer Stored extends z.ZodType }> ? Stored : never;
};

/** The schema of a kind's stored options. */
export function storedShape<K extends Kind>(kind: K): StoredShape<K>;
export function storedShape(kind: Kind): Record<string, z.ZodType> {
  return Object.fromEntries(fieldsOf(kind).map(({ field }) => [field.key, field.stored]));
}

type StoredValues<K extends Kind> = z.output<z.ZodObject<StoredShape<K>>>;

/** Casts values to their type in a stored request: each field reads only what its schema allows. */
export function readValues<K extends Kind>(kind: K, values: Values): StoredValues<K>;
export function readValues(_kind: Kind, values: Values): Values {
  return values;
}

const GIVEN = { text: z.string(), number: z.union([z.number(), z.string()]), flag: z.boolean() } as const;

type GivenShape<K extends Kind> = {
  [Name in OptionName as Options[Name] extends Record<K, unknown> ? Name : never]: z.ZodOptional<
    (typeof GIVEN)[Options[Name]["type"] & keyof typeof GIVEN]
  >;
};

/** The schema of a member's options for a kind of request: by option name, with the types of the commands' specs. */
export function givenShape<K extends Kind>(kind: K): GivenShape<K>;
export function givenShape(kind: Kind): Record<string, z.ZodType> {
  const given = ALL_OPTIONS.flatMap(([name, option]) =>
    option[kind] && option.type !== "attachment" && option.type !== "attachments"
      ? [[name, GIVEN[option.type].optional()] as const]
      : [],
  );
  return Object.fromEntries(given);
}

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
