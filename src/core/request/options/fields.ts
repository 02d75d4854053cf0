import { z } from "zod";
import type { ImageField } from "../image/image-field.ts";
import type { VideoField } from "../video/video-field.ts";
import type { Values } from "./field.ts";
import type { Kind } from "./option.ts";
import { ALL_OPTIONS, type OptionName, type Options } from "./table.ts";

/** An option that is kept in requests of a kind, and how. */
export interface OptionField<F> {
  readonly name: OptionName;
  readonly field: F;
}

/** The options that requests for pictures keep, in the table's order. */
export const IMAGE_FIELDS: readonly OptionField<ImageField>[] = ALL_OPTIONS.flatMap(([name, { image, legacyOf }]) =>
  image && legacyOf === undefined ? [{ name, field: image }] : [],
);

/** The same of requests for a clip. */
export const VIDEO_FIELDS: readonly OptionField<VideoField>[] = ALL_OPTIONS.flatMap(([name, { video, legacyOf }]) =>
  video && legacyOf === undefined ? [{ name, field: video }] : [],
);

/** The options of a kind of request, however it is asked for. */
export function fieldsOf(kind: Kind): readonly OptionField<ImageField | VideoField>[] {
  return kind === "image" ? IMAGE_FIELDS : VIDEO_FIELDS;
}

/** The kinds of request that keep an option of that name. */
export function kindsOf(name: string): readonly Kind[] {
  return (["image", "video"] as const).filter((kind) => fieldsOf(kind).some((option) => option.name === name));
}

/** The one kind of request that keeps an option of that name; undefined where both do, or none. */
export function onlyKindOf(name: string): Kind | undefined {
  const [kind, ...others] = kindsOf(name);
  return others.length === 0 ? kind : undefined;
}

type StoredShape<K extends Kind> = {
  [
    Name in OptionName as Options[Name] extends Record<K, { key: infer Key extends string }> ? Key : never
  ]: Options[Name] extends Record<K, { stored: infer Stored extends z.ZodType }> ? Stored : never;
};

/** The shape in which stored requests of a kind hold their options. */
export function storedShape<K extends Kind>(kind: K): StoredShape<K>;
export function storedShape(kind: Kind): Record<string, z.ZodType> {
  return Object.fromEntries(fieldsOf(kind).map(({ field }) => [field.key, field.stored]));
}

type StoredValues<K extends Kind> = z.output<z.ZodObject<StoredShape<K>>>;

/** What was read, as a request of that kind holds it: each field has read what its own shape allows. */
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

/** The shape of what a member gives for a request of a kind: by the names of options, and in the types of the commands' specs. */
export function givenShape<K extends Kind>(kind: K): GivenShape<K>;
export function givenShape(kind: Kind): Record<string, z.ZodType> {
  const given = ALL_OPTIONS.flatMap(([name, option]) =>
    option[kind] && option.type !== "attachment" && option.type !== "attachments"
      ? [[name, GIVEN[option.type].optional()] as const]
      : [],
  );
  return Object.fromEntries(given);
}
