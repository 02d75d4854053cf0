import { z } from "zod";
import { IMAGE_MODELS, type ImageProvider } from "./image/image-models.ts";
import type { ImageReading, Wired } from "./image/image-field.ts";
import type { JsonShape } from "./options/field.ts";
import { folded } from "./given.ts";
import { canonicalText, readJson } from "./json-text.ts";
import type { RequestProblem } from "./problem.ts";

/** What `native` takes. */
const NATIVE_EXAMPLE = '{"output_compression": 80}';

/** The extension fields (`docs/gateway.md#images-extension-fields`) that the contract names and no option of ours sets. */
const NAMED: ReadonlyMap<string, ImageProvider> = new Map([["output_compression", "provider-a"]]);

/**
 * Fields that determine the request itself, with the option that sets each where it is no field of the options' table: how many
 * pictures are made and how they are answered. A field here would change what the member was shown or charged for.
 */
const OWN: Readonly<Record<string, string | undefined>> = {
  model: "model",
  prompt: "prompt",
  images: "image",
  image: "image",
  mask: "mask",
  n: "count",
  stream: undefined,
};

/** Extension fields of a request, as they are sent. */
export const NativeFields = z.record(z.string(), z.json());
export type NativeFields = z.infer<typeof NativeFields>;

export const NATIVE_JSON: JsonShape = { example: NATIVE_EXAMPLE, accepts: isObject };

/** An object with fields. */
export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads extension fields that were given as JSON. The contract hands any further top-level field to the model's own protocol, so
 * all are sent but those that the request sets itself, those named for the other provider, and those that contradict an option.
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

/** Some programs that read JSON take `Model` for `model`, and the last of both. So names are compared whatever their case. */
function problemOf(name: string, value: unknown, { model, wired }: ImageReading): RequestProblem | undefined {
  const plain = folded(name);
  const isIt = (field: string | undefined): boolean => field !== undefined && folded(field) === plain;
  if (Object.hasOwn(OWN, plain)) return { rule: "native_field", option: "native", given: name, instead: OWN[plain] };
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
  if (setting?.json?.accepts(value) === false) {
    return { rule: "not_json", option: name, given: JSON.stringify(value), example: setting.json.example };
  }
  return setting && conflictWith(setting, name, value);
}

/** An option and a field of the same name must say the same. */
function conflictWith({ option, sent }: Wired, given: string, value: unknown): RequestProblem | undefined {
  if (sent === undefined || canonicalText(sent) === canonicalText(value)) return undefined;
  const otherGiven = typeof sent === "string" ? sent : JSON.stringify(sent);
  return { rule: "conflict", option: "native", given, other: option, otherGiven };
}
