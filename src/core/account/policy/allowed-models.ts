import { DEFAULT_IMAGE_MODEL, findImageModel, IMAGE_MODELS } from "../../request/image/image-models.ts";
import { allowedSeconds } from "../../request/video/seconds.ts";
import { DEFAULT_VIDEO_MODEL, findVideoModel, VIDEO_MODEL_NAMES } from "../../request/video/video-models.ts";
import type { VideoModel } from "../../request/video/video-rules.ts";
import { fits } from "./glob.ts";
import type { EffectivePolicy, Ruled } from "./policy.ts";

/** The models that a member may use in a place. */
export interface AllowedModels {
  /** By their wire names; empty if none is allowed. */
  readonly imageModels: readonly string[];
  /** Documented models first. */
  readonly videoModels: readonly string[];
  /** The default model; undefined if none may be used. */
  readonly imageModel: string | undefined;
  /** The default clip model. `suits`: further requirements; without it, the model must work without files. */
  readonly videoModel: (suits?: (model: VideoModel) => boolean) => string | undefined;
  /** Whether the rules and, for clips, the gateway's list (if known) allow this model. */
  readonly mayUse: (name: string) => boolean;
  /** Whether the gateway lists this clip model; true if the list is unknown. */
  readonly isListed: (name: string) => boolean;
  readonly maxCount: number | undefined;
  /** As billed. */
  readonly maxSeconds: number | undefined;
}

/** The models that a policy allows from the gateway's list, or from the catalogue if `listed` is unknown. */
export function allowedModelsOf(policy: EffectivePolicy, listed: readonly string[] | undefined): AllowedModels {
  const imageModels = IMAGE_MODELS.map((model) => model.name).filter((name) => !forbids(policy, name));
  // Found on demand: there are dozens, and a request for a picture needs none of them.
  let found: readonly string[] | undefined;
  const videoModels = (): readonly string[] => (found ??= videoModelsOf(policy, listed));
  const isListed = (name: string): boolean =>
    listed === undefined || listed.some((other) => findVideoModel(other).name === findVideoModel(name).name);
  const usualImage = findImageModel(policy.imageModel?.value ?? "")?.name;
  const maxSeconds = policy.maxSeconds?.value;
  return {
    imageModels,
    get videoModels() {
      return videoModels();
    },
    imageModel:
      [usualImage, DEFAULT_IMAGE_MODEL].find((name) => imageModels.some((one) => one === name)) ?? imageModels[0],
    videoModel(suits = needsNoFiles) {
      const named = videoModels().filter((name) => isSame(name, policy.videoModel?.value));
      const order = [...named, ...videoModels()].map(findVideoModel);
      const able = order.filter(suits);
      return (able.find((model) => hasLength(model, maxSeconds)) ?? able[0] ?? order[0])?.name;
    },
    mayUse: (name) => !forbids(policy, name) && (findImageModel(name) !== undefined || isListed(name)),
    isListed,
    maxCount: policy.maxCount?.value,
    maxSeconds,
  };
}

/** The allowed clip models, documented ones first. */
function videoModelsOf(policy: EffectivePolicy, listed: readonly string[] | undefined): readonly string[] {
  const known = listed ?? [DEFAULT_VIDEO_MODEL, ...VIDEO_MODEL_NAMES.filter((name) => name !== DEFAULT_VIDEO_MODEL)];
  const isDocumented = (name: string): boolean => findVideoModel(name).kind !== "undocumented";
  const usable = known.filter((name) => !forbids(policy, name));
  return [...usable.filter(isDocumented), ...usable.filter((name) => !isDocumented(name))];
}

/** The list that excludes a model under all of its names; undefined if the model may be used. */
export function forbids(policy: EffectivePolicy, name: string): Ruled<readonly string[]> | undefined {
  return policy.models.find(({ value }) => !value.some((glob) => namesOf(name).some((one) => fits(glob, one))));
}

/** Every name of a model. */
function namesOf(name: string): readonly string[] {
  const image = findImageModel(name);
  return image ? [image.name, ...image.aliases] : [findVideoModel(name).name];
}

function isSame(name: string, other: string | undefined): boolean {
  return other !== undefined && findVideoModel(name).name === findVideoModel(other).name;
}

function needsNoFiles(model: VideoModel): boolean {
  return [model.images, model.videos, model.audios].every((rule) => typeof rule === "string" || rule.min === 0);
}

/** Whether it can make a clip of at most this length. */
function hasLength({ seconds }: VideoModel, max: number | undefined): boolean {
  return max === undefined || (allowedSeconds(seconds)[0] ?? 0) <= max;
}
