import { z } from "zod";
import { IMAGE_MODELS, type ImageProvider } from "./image/image-models.ts";
import type { ImageReading, Wired } from "./image/image-field.ts";
import type { JsonShape } from "./options/field.ts";
import { canonicalText, readJson } from "./json-text.ts";
import { reservedFieldIn, plainField } from "./reserved-native-fields.ts";
import type { RequestProblem } from "./problem.ts";

/** An example of `native`. */
const NATIVE_EXAMPLE = '{"output_compression": 80}';

/** Named extension fields without an option of ours (`docs/gateway.md#images-extension-fields`). */
const NAMED: ReadonlyMap<string, ImageProvider> = new Map([["outputcompression", "provider-a"]]);

/**
 * Fields that define the request itself, each with the option to use instead, if there is one. Overriding one, such as the number
 * of pictures or the response format, would change what the member was shown or charged for.
 */
const OWN: ReadonlyMap<string, string | undefined> = new Map(
  Object.entries({
    model: "model",
    prompt: "prompt",
    images: "image",
    image: "image",
    mask: "mask",
    n: "count",
    stream: undefined,
    // `docs/gateway.md#images-edit-request` and `#images-result`: the contract has neither.
    fileid: "image",
    responseformat: undefined,
  }),
);

/** A request's extension fields, as sent. */
export const NativeFields = z.record(z.string(), z.json());
export type NativeFields = z.infer<typeof NativeFields>;

export const NATIVE_JSON: JsonShape = { example: NATIVE_EXAMPLE, accepts: isObject };

/** Whether it is an object with fields. */
export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads extension fields given as JSON. The contract passes any other top-level field on to the model, so all are sent except
 * fields that the request sets itself, the other provider's named fields, and fields that contradict an option.
 */
export function readNative(given: string | undefined, reading: ImageReading): NativeFields | undefined {
  if (given === undefined || given.trim() === "") return undefined;
  const { option, problems } = reading;
  const found = problems.length;
  const json = readJson(given, { option, example: NATIVE_EXAMPLE }, problems);
  if (problems.length > found) return undefined;
  const parsed = NativeFields.safeParse(json);
  if (!parsed.success) {
    problems.push({ rule: "not_json", option, given, example: NATIVE_EXAMPLE });
    return undefined;
  }
  const fields = parsed.data;
  for (const [name, value] of Object.entries(fields)) {
    const problem = problemOf(name, value, reading);
    if (problem) problems.push(problem);
  }
  return Object.keys(fields).length === 0 ? undefined : fields;
}

/** Some JSON readers treat `Model` as `model` and use the last one, so names are compared as `plainField` reads them. */
function problemOf(name: string, value: unknown, { model, wired }: ImageReading): RequestProblem | undefined {
  const plain = plainField(name);
  const isIt = (field: string | undefined): boolean => field !== undefined && plainField(field) === plain;
  if (OWN.has(plain)) return { rule: "native_field", option: "native", given: name, instead: OWN.get(plain) };
  const setting = wired().find(({ wire }) => Object.values(wire).some(isIt));
  if (setting && !setting.extension) {
    return { rule: "native_field", option: "native", given: name, instead: setting.option };
  }
  const owner = NAMED.get(plain);
  const taking = IMAGE_MODELS.filter(({ provider }) => (setting ? isIt(setting.wire[provider]) : provider === owner));
  if (taking.length > 0 && !taking.some((one) => one.name === model.name)) {
    const models = taking.map((one) => one.name);
    return { rule: "not_for_model", option: "native", given: name, model: model.name, models };
  }
  const own = reservedFieldIn({ [name]: value });
  if (own) return { rule: "native_field", option: "native", ...own };
  if (setting?.json?.accepts(value) === false) {
    return { rule: "not_json", option: name, given: JSON.stringify(value), example: setting.json.example };
  }
  return setting && conflictWith(setting, name, value);
}

/** An option and a field with the same name must have the same value. */
function conflictWith({ option, sent }: Wired, given: string, value: unknown): RequestProblem | undefined {
  if (sent === undefined || canonicalText(sent) === canonicalText(value)) return undefined;
  const otherGiven = typeof sent === "string" ? sent : JSON.stringify(sent);
  return { rule: "conflict", option: "native", given, other: option, otherGiven };
}
