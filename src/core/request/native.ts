import { z } from "zod";
import { MAX_NATIVE_CHARACTERS } from "../../lib/limits.ts";
import { IMAGE_MODELS, type ImageModel } from "./image/image-models.ts";
import type { RequestProblem } from "./problem.ts";

/** The extension fields (`docs/gateway.md#images-extension-fields`) that the contract names for one of the two providers. */
const NAMED: Readonly<Record<ImageModel["provider"], readonly string[]>> = {
  "provider-a": ["output_format", "output_compression", "background", "moderation"],
  "provider-b": ["generationConfig", "systemInstruction", "safetySettings"],
};

/**
 * Fields that determine the request itself, with the option that sets each: the common fields, and how many pictures are made
 * and how they are answered. A field here would change what the member was shown or charged for.
 */
const OWN: Readonly<Record<string, string | undefined>> = {
  model: "model",
  prompt: "prompt",
  size: "size",
  resolution: "size",
  aspect_ratio: "aspect_ratio",
  quality: "quality",
  images: "image",
  image: "image",
  mask: "mask",
  n: "count",
  stream: undefined,
};

/** Extension fields of a request, as they are sent. */
export const NativeFields = z.record(z.string(), z.json());
export type NativeFields = z.infer<typeof NativeFields>;

/**
 * Reads extension fields that were given as JSON. The contract hands any further top-level field to the model's own protocol, so
 * all are sent but those that the request sets itself, those named for the other provider, and those that contradict an option.
 */
export function checkNative(
  given: string | undefined,
  model: ImageModel,
  options: { readonly format: string | undefined; readonly background: string | undefined },
  problems: RequestProblem[],
): NativeFields | undefined {
  if (given === undefined || given.trim() === "") return undefined;
  if (given.length > MAX_NATIVE_CHARACTERS) {
    problems.push({ rule: "too_long", option: "native", length: given.length, max: MAX_NATIVE_CHARACTERS });
    return undefined;
  }
  const json = jsonOf(given);
  const unsafe = unsafeIn(json);
  if (unsafe) {
    problems.push({ rule: "native_unsafe", ...unsafe });
    return undefined;
  }
  const parsed = NativeFields.safeParse(json);
  if (!parsed.success) {
    problems.push({ rule: "not_json", option: "native", given });
    return undefined;
  }
  const fields = parsed.data;
  for (const [name, value] of Object.entries(fields)) {
    const problem = problemOf(name, value, model, options);
    if (problem) problems.push(problem);
  }
  return Object.keys(fields).length === 0 ? undefined : fields;
}

function problemOf(
  name: string,
  value: unknown,
  model: ImageModel,
  { format, background }: { readonly format: string | undefined; readonly background: string | undefined },
): RequestProblem | undefined {
  if (Object.hasOwn(OWN, name)) return { rule: "native_field", option: "native", given: name, instead: OWN[name] };
  const owner = IMAGE_MODELS.find(({ provider }) => NAMED[provider].includes(name));
  if (owner && owner.provider !== model.provider) {
    const models = IMAGE_MODELS.filter(({ provider }) => provider === owner.provider).map((one) => one.name);
    return { rule: "not_for_model", option: "native", given: name, model: model.name, models };
  }
  if (name === "generationConfig" && (typeof value !== "object" || value === null || Array.isArray(value))) {
    return { rule: "not_json", option: "generationConfig", given: JSON.stringify(value) };
  }
  const option = { output_format: "format", background: "background" }[name];
  const otherGiven = { output_format: format, background }[name];
  if (option === undefined || otherGiven === undefined || otherGiven === value) return undefined;
  return { rule: "conflict", option: "native", given: name, other: option, otherGiven };
}

function jsonOf(given: string): unknown {
  try {
    // Phones write other quotation marks.
    return JSON.parse(given.replaceAll(/[“”„]/g, '"'));
  } catch {
    return undefined;
  }
}

/** Names by which a program can be made to change what all its objects are. */
const UNSAFE_NAMES = new Set(["__proto__", "constructor", "prototype"]);

type Unsafe = Omit<Extract<RequestProblem, { rule: "native_unsafe" }>, "rule">;

/** What the database can't hold, or what changes whoever reads it, at any depth. */
function unsafeIn(value: unknown): Unsafe | undefined {
  if (typeof value === "string") return unsafeText(value);
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    if (UNSAFE_NAMES.has(name)) return { what: "name", given: name };
    const unsafe = unsafeText(name) ?? unsafeIn(part);
    if (unsafe) return unsafe;
  }
  return undefined;
}

function unsafeText(text: string): Unsafe | undefined {
  if (text.includes("\0")) return { what: "null", given: undefined };
  return text.isWellFormed() ? undefined : { what: "half", given: undefined };
}
