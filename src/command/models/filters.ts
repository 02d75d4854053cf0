import { findVideoModel } from "../../core/request/video/video-models.ts";
import type { SecondsRule, VideoModel } from "../../core/request/video/video-rules.ts";
import type { KnownModel } from "./known.ts";

/** Filters for the model list. */
export const MODEL_FILTERS = ["all", "image", "video", "sound", "references", "short", "long", "refused"] as const;
export type ModelFilter = (typeof MODEL_FILTERS)[number];

/** In seconds. */
const SHORT_CLIP = 5;
const LONG_CLIP = 15;

/** The models that pass a filter. Those that may not be used here appear only under `refused`. */
export function filtered(models: readonly KnownModel[], filter: ModelFilter): readonly KnownModel[] {
  return models.filter((model) => passes(model, filter));
}

function passes({ name, kind, isAllowed }: KnownModel, filter: ModelFilter): boolean {
  if (filter === "refused") return !isAllowed;
  if (!isAllowed) return false;
  if (filter === "all" || filter === kind) return true;
  return kind === "video" && clipPasses(findVideoModel(name), filter);
}

/** The files and lengths of an undocumented model are unknown. */
function clipPasses(model: VideoModel, filter: ModelFilter): boolean {
  if (model.kind === "undocumented") return false;
  const takes = (...rules: VideoModel["images"][]): boolean => rules.some((rule) => typeof rule !== "string");
  switch (filter) {
    case "sound":
      return takes(model.audios);
    case "references":
      return takes(model.images, model.videos);
    case "short":
      return boundsOf(model.seconds).min <= SHORT_CLIP;
    case "long":
      return boundsOf(model.seconds).max >= LONG_CLIP;
    default:
      return false;
  }
}

function boundsOf(rule: SecondsRule): { readonly min: number; readonly max: number } {
  if (rule.kind === "range") return rule;
  const values = rule.kind === "exactly" ? [rule.value] : rule.values;
  return { min: Math.min(...values), max: Math.max(...values) };
}
