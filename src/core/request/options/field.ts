import type { z } from "zod";
import type { RequestProblem } from "../problem.ts";

/** What a member gave, by the names of the options. */
export type Given = Readonly<Record<string, string | number | boolean | undefined>>;

/** Values by name: those of a request by its own names, or those that are filled in so far by the names of options. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * How an option is part of a request: where it is kept, which models take it, how it is read, and how it is sent. `Family` is
 * what decides the gateway's fields: a provider of pictures, a kind of video model.
 */
export interface Field<
  Model,
  Family extends string,
  Key extends string,
  Stored extends z.ZodType,
  Reading extends FieldReading<Model>,
> {
  /** What the request calls it. */
  readonly key: Key;
  /** How a stored request holds it. */
  readonly stored: Stored;
  /** The field of the gateway's body that it sets, by family; in a family that is left out, none. */
  readonly wire: Partial<Readonly<Record<Family, string>>>;
  /** Other fields of the gateway that errors may name for it. */
  readonly wireAliases?: readonly string[];
  readonly takenBy: (model: Model) => boolean;
  /** What some model takes: to recognise a value while somebody types. */
  readonly known?: readonly string[];
  /** What a model takes beside what else is filled in, to choose from. Without it, there is nothing to choose from. */
  readonly values?: (model: Model, given: Values) => readonly string[];
  /** Does it take other values than these as well? */
  readonly isOpen?: (model: Model) => boolean;
  /** Are these values common ones only? Others are sent, the gateway decides, and the member is told so. */
  readonly onlyCommon?: (model: Model) => boolean;
  /** Can it be read while the model is unknown? */
  readonly anyModel?: true;
  /** Nothing given means a usual value, which is read as well. */
  readonly hasUsual?: true;
  /** Reads what was given, or reports why it can't be taken. */
  readonly read: (given: unknown, reading: Reading) => z.output<Stored>;
  /** What is sent for it, where that is not the value itself. */
  readonly sent?: (values: Values, model: Model) => unknown;
  /** It holds fields of the gateway, as they are sent. */
  readonly holdsFields?: true;
  /** It takes JSON: what it must be, and an example. */
  readonly json?: JsonShape;
  /** It may also stand in `native`, as long as both say the same. */
  readonly extension?: true;
  /** It belongs into the line below a result; the text, where that is not the value itself. */
  readonly summary?: (value: unknown) => string;
}

export interface JsonShape {
  readonly example: string;
  readonly accepts: (value: unknown) => boolean;
}

/** What an option is read beside. */
export interface FieldReading<Model> {
  /** The option's name. */
  readonly option: string;
  readonly model: Model;
  readonly given: Given;
  readonly values: Values;
  readonly problems: RequestProblem[];
}

/** A text as it was given; undefined where there is none. */
export function textOf(given: unknown): string | undefined {
  return typeof given === "string" ? given : undefined;
}
