import { z } from "zod";
import {
  DEFAULT_VIDEO_MODEL,
  findVideoModel,
  siblingName,
  SUFFIX_TIERS,
  VIDEO_MODEL_NAMES,
} from "../../core/request/video/video-models.ts";
import type { SandboxKey } from "../known-keys.ts";

/** The answer to `GET /v1/models`. The contract doesn't show its shape; this is the common one. */
export const ModelList = z.object({
  object: z.literal("list"),
  data: z.array(z.object({ id: z.string(), object: z.literal("model"), created: z.int(), owned_by: z.string() })),
});
export type ModelList = z.infer<typeof ModelList>;

/** A model without a documented request shape, which a real key may also list: it accepts the common fields. */
const UNDOCUMENTED = "delta-1.0-preview";
/** The creation time of the sandbox's models, Unix seconds: arbitrary but constant. */
const CREATED = 1_760_000_000;

/**
 * Every video model of the sandbox: the documented ones, each of the suffix family in all its tiers, and an undocumented one.
 * Clients default to the first one, so it supports every kind of reference.
 */
const MODELS: readonly string[] = [
  ...new Set([DEFAULT_VIDEO_MODEL, ...VIDEO_MODEL_NAMES.flatMap(inAllTiers), UNDOCUMENTED]),
];

/** The models that a key's group permits. */
export function modelsOf(key: SandboxKey): readonly string[] {
  return key.services.includes("video") ? MODELS : [];
}

export function modelList(key: SandboxKey): ModelList {
  const data = modelsOf(key).map((id) => ({ id, object: "model" as const, created: CREATED, owned_by: "sandbox" }));
  return { object: "list", data };
}

function inAllTiers(name: string): string[] {
  const model = findVideoModel(name);
  return model.kind === "suffix" ? SUFFIX_TIERS.map((tier) => siblingName(model, tier)) : [name];
}
