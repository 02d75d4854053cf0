import type { z } from "zod";
import type { RequestProblem } from "../problem.ts";

/** A member's options, by name. */
export type Given = Readonly<Record<string, string | number | boolean | undefined>>;

/** Values by name: a request's fields, or the options given so far. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * How an option is part of a request: how it is stored, which models take it, how it is read, and how it is sent. `Family`
 * selects the gateway's fields: a provider of pictures, or a kind of video model.
 */
export interface Field<
  Model,
  Family extends string,
  Key extends string,
  Stored extends z.ZodType,
  Reading extends FieldReading<Model>,
> {
  /** Its name in the request. */
  readonly key: Key;
  /** Its schema in a stored request. */
  readonly stored: Stored;
  /** The gateway field that it sets, by family; missing families have no such field. */
  readonly wire: Partial<Readonly<Record<Family, string>>>;
  /** Other gateway fields that errors may name for it. */
  readonly wireAliases?: readonly string[];
  readonly takenBy: (model: Model) => boolean;
  /** Values that some model takes, to recognise a value while a person types. */
  readonly known?: readonly string[];
  /** A model's choices, given the other values. Without it, there are no choices. */
  readonly values?: (model: Model, given: Values) => readonly string[];
  /** Whether other values are accepted too. */
  readonly isOpen?: (model: Model) => boolean;
  /** Whether these values are only common ones. Others are sent, the gateway decides, and the member is told so. */
  readonly onlyCommon?: (model: Model) => boolean;
  /** Whether it can be read while the model is unknown. */
  readonly anyModel?: true;
  /** It has a default, which is read if nothing is given. */
  readonly hasUsual?: true;
  /** What an empty field means, given the other values. Undefined if only the gateway knows. */
  readonly usual?: (model: Model, given: Values) => string | undefined;
  /** Reads the given value, or reports why it can't be used. */
  readonly read: (given: unknown, reading: Reading) => z.output<Stored>;
  /** What is sent for it, if not the value itself. */
  readonly sent?: (values: Values, model: Model) => unknown;
  /** It holds gateway fields, as sent. */
  readonly holdsFields?: true;
  /** It takes JSON: the required shape, and an example. */
  readonly json?: JsonShape;
  /** It may also be part of `native`, if both agree. */
  readonly extension?: true;
  /** It appears in the line below a result, with this text, if not the value itself. */
  readonly summary?: (value: unknown) => string;
}

export interface JsonShape {
  readonly example: string;
  readonly accepts: (value: unknown) => boolean;
}

/** The context for reading an option. */
export interface FieldReading<Model> {
  /** The option's name. */
  readonly option: string;
  readonly model: Model;
  readonly given: Given;
  readonly values: Values;
  readonly problems: RequestProblem[];
}

/** A given text; undefined if there is none. */
export function textOf(given: unknown): string | undefined {
  return typeof given === "string" ? given : undefined;
}
