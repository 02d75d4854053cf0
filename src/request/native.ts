import { z } from "zod";
import { MAX_NATIVE_CHARACTERS } from "../limits.ts";
import { IMAGE_MODELS, type ImageModel } from "./image-models.ts";
import type { RequestProblem } from "./problem.ts";

/**
 * The extension fields that `contract/image-service.md`, "Generation request", names and that no option of ours sets. Which values
 * they take is not shown, but for the one that is an object: the gateway judges them.
 */
const FIELDS: Record<ImageModel["provider"], readonly string[]> = {
  "provider-a": ["output_compression", "moderation"],
  "provider-b": ["generationConfig", "systemInstruction", "safetySettings"],
};

/** Extension fields of a request, as they are sent. */
export const NativeFields = z.record(z.string(), z.json());
export type NativeFields = z.infer<typeof NativeFields>;

/** Reads extension fields that were given as JSON: only those that are named for this model are sent. */
export function checkNative(
  given: string | undefined,
  model: ImageModel,
  problems: RequestProblem[],
): NativeFields | undefined {
  if (given === undefined || given.trim() === "") return undefined;
  if (given.length > MAX_NATIVE_CHARACTERS) {
    problems.push({ rule: "too_long", option: "native", length: given.length, max: MAX_NATIVE_CHARACTERS });
    return undefined;
  }
  const parsed = NativeFields.safeParse(jsonOf(given));
  if (!parsed.success) {
    problems.push({ rule: "not_json", option: "native", given });
    return undefined;
  }
  const fields = parsed.data;
  for (const [name, value] of Object.entries(fields)) {
    const owner = IMAGE_MODELS.find(({ provider }) => FIELDS[provider].includes(name));
    if (!owner) problems.push({ rule: "not_allowed", option: "native", given: name, allowed: FIELDS[model.provider] });
    else if (owner.provider !== model.provider) {
      const models = IMAGE_MODELS.filter(({ provider }) => provider === owner.provider).map((one) => one.name);
      problems.push({ rule: "not_for_model", option: "native", given: name, model: model.name, models });
    } else if (name === "generationConfig" && (typeof value !== "object" || value === null || Array.isArray(value))) {
      problems.push({ rule: "not_json", option: "generationConfig", given: JSON.stringify(value) });
    }
  }
  return Object.keys(fields).length === 0 ? undefined : fields;
}

function jsonOf(given: string): unknown {
  try {
    // Phones write other quotation marks.
    return JSON.parse(given.replaceAll(/[“”„]/g, '"'));
  } catch {
    return undefined;
  }
}
