import { z } from "zod";
import { isBlank, oneOf, storable } from "../read-text.ts";
import { isTooLong, readJson } from "../json-text.ts";
import { reservedFieldIn } from "../reserved-native-fields.ts";
import { textOf, type Field, type FieldReading, type JsonShape } from "../options/field.ts";
import type { ImageModel, ImageProvider } from "./image-models.ts";

/** The context for reading a picture option. */
export interface ImageReading extends FieldReading<ImageModel> {
  /** Every option that sets a field of the gateway, with its value so far. */
  readonly wired: () => readonly Wired[];
}

export interface Wired {
  readonly option: string;
  /** Undefined for a provider without such a field. */
  readonly wire: Partial<Readonly<Record<ImageProvider, string>>>;
  readonly extension: boolean;
  readonly json: JsonShape | undefined;
  /** Undefined if the option was not given. */
  readonly sent: unknown;
}

/** An option as part of a request for pictures. */
export type ImageField<Key extends string = string, Stored extends z.ZodType = z.ZodType> = Field<
  ImageModel,
  ImageProvider,
  Key,
  Stored,
  ImageReading
>;

interface Closed {
  readonly wire: Partial<Readonly<Record<ImageProvider, string>>>;
  /** Every value that some model takes. */
  readonly known: readonly string[];
  /** The values of a model; by default all of them. */
  readonly values?: (model: ImageModel) => readonly string[];
  /** Alternative spellings of values. */
  readonly spelt?: ReadonlyMap<string, string>;
  readonly extension?: true;
  /** Refuses combinations with other values. */
  readonly beside?: (value: string, reading: ImageReading) => void;
}

/** An option with a fixed set of values. Models whose provider has no field for it don't take it. */
export function closedField<const Key extends string>(
  key: Key,
  { wire, known, values, spelt = new Map(), beside, extension }: Closed,
): ImageField<Key, z.ZodOptional<z.ZodString>> {
  const valuesOf = values ?? (() => known);
  return {
    key,
    stored: z.string().optional(),
    wire,
    known,
    takenBy: ({ provider }) => wire[provider] !== undefined,
    values: valuesOf,
    ...(values ? {} : { anyModel: true }),
    ...(extension ? { extension } : {}),
    read(given, reading) {
      const text = textOf(given);
      const written = text === undefined ? undefined : (spelt.get(text) ?? text);
      const value = oneOf(reading.option, written, valuesOf(reading.model), reading.problems);
      if (value !== undefined) beside?.(value, reading);
      return value;
    },
  };
}

interface JsonFieldSpec extends JsonShape {
  readonly wire: Partial<Readonly<Record<ImageProvider, string>>>;
  /** Plain text is accepted too and sent as text. */
  readonly orWords?: true;
}

/** JSON for the model's own protocol, sent unchanged. It may also be part of `native`. */
export function jsonField<const Key extends string>(
  key: Key,
  { wire, example, accepts, orWords }: JsonFieldSpec,
): ImageField<Key, z.ZodOptional<z.ZodJSONSchema>> {
  return {
    key,
    stored: z.json().optional(),
    wire,
    takenBy: ({ provider }) => wire[provider] !== undefined,
    json: { example, accepts },
    extension: true,
    read(given, { option, problems }) {
      const text = textOf(given);
      if (text === undefined || isBlank(text)) return undefined;
      if (orWords && !/^\s*[[{]/.test(text)) {
        return isTooLong(text, option, problems) ? undefined : storable(text).trim();
      }
      const found = problems.length;
      const json = readJson(text, { option, example }, problems);
      if (problems.length > found) return undefined;
      const own = reservedFieldIn(json);
      if (accepts(json) && !own) return json;
      problems.push(
        own ? { rule: "native_field", option, ...own } : { rule: "not_json", option, given: text, example },
      );
      return undefined;
    },
  };
}
