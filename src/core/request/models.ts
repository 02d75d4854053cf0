import { findImageModel, IMAGE_MODELS, type ImageModel } from "./image/image-models.ts";
import { findVideoModel, VIDEO_MODEL_NAMES } from "./video/video-models.ts";
import type { CanonicalModel, SuffixModel } from "./video/video-rules.ts";

/** A model with documented rules, and its service. */
export type CatalogueModel =
  | { readonly service: "image"; readonly model: ImageModel }
  | { readonly service: "video"; readonly model: CanonicalModel | SuffixModel };

/** Every documented name, of both services: for suggestions and `/models`. */
export const MODEL_NAMES: readonly string[] = [...IMAGE_MODELS.map((model) => model.name), ...VIDEO_MODEL_NAMES];

/** The documented model with that name or alias, of either service; undefined if there is none. */
export function findModel(name: string): CatalogueModel | undefined {
  const image = findImageModel(name);
  if (image) return { service: "image", model: image };
  const video = findVideoModel(name);
  return video.kind === "undocumented" ? undefined : { service: "video", model: video };
}
