import { DEFAULT_IMAGE_MODEL, findImageModel, IMAGE_MODELS } from "../../request/image/image-models.ts";
import { allowedSeconds } from "../../request/video/seconds.ts";
import { DEFAULT_VIDEO_MODEL, findVideoModel, VIDEO_MODEL_NAMES } from "../../request/video/video-models.ts";
import type { VideoModel } from "../../request/video/video-rules.ts";
import { fits } from "./glob.ts";
import type { EffectivePolicy, Ruled } from "./policy.ts";

/** What a member is offered in a place: only what they may have there. */
export interface AllowedModels {
  /** By the names that go over the wire; none where none is allowed. */
  readonly imageModels: readonly string[];
  /** The documented ones first. */
  readonly videoModels: readonly string[];
  /** Taken where nobody names one; undefined where none may be used. */
  readonly imageModel: string | undefined;
  /** The same for a clip; `suits` says what else it has to be able to do. Without it, it needs no files. */
  readonly videoModel: (suits?: (model: VideoModel) => boolean) => string | undefined;
  /** May this model be used here: by the rules and, of clips, by the gateway's list where that is known? */
  readonly mayUse: (name: string) => boolean;
  /** Does the gateway list this model for clips, as far as is known? */
  readonly isListed: (name: string) => boolean;
  readonly maxCount: number | undefined;
  /** As it is billed. */
  readonly maxSeconds: number | undefined;
}

/** What a policy leaves of the gateway's list or, while `listed` is not known, of the catalogue. */
export function allowedModelsOf(policy: EffectivePolicy, listed: readonly string[] | undefined): AllowedModels {
  const imageModels = IMAGE_MODELS.map((model) => model.name).filter((name) => !forbids(policy, name));
  const known = listed ?? [DEFAULT_VIDEO_MODEL, ...VIDEO_MODEL_NAMES.filter((name) => name !== DEFAULT_VIDEO_MODEL)];
  const isDocumented = (name: string): boolean => findVideoModel(name).kind !== "undocumented";
  const usable = known.filter((name) => !forbids(policy, name));
  const documented = usable.filter(isDocumented);
  const videoModels = [...documented, ...usable.filter((name) => !isDocumented(name))];
  const names = new Set(listed?.map((name) => findVideoModel(name).name));
  const isListed = (name: string): boolean => listed === undefined || names.has(findVideoModel(name).name);
  const usualImage = findImageModel(policy.imageModel?.value ?? "")?.name;
  const maxSeconds = policy.maxSeconds?.value;
  return {
    imageModels,
    videoModels,
    imageModel:
      [usualImage, DEFAULT_IMAGE_MODEL].find((name) => imageModels.some((one) => one === name)) ?? imageModels[0],
    videoModel(suits = needsNoFiles) {
      const named = videoModels.filter((name) => isSame(name, policy.videoModel?.value));
      const order = [...named, ...videoModels].map(findVideoModel);
      const able = order.filter(suits);
      return (able.find((model) => hasLength(model, maxSeconds)) ?? able[0] ?? order[0])?.name;
    },
    mayUse: (name) => !forbids(policy, name) && (findImageModel(name) !== undefined || isListed(name)),
    isListed,
    maxCount: policy.maxCount?.value,
    maxSeconds,
  };
}

/** The list that a model is not on, by any of its names; undefined where it may be used. */
export function forbids(policy: EffectivePolicy, name: string): Ruled<readonly string[]> | undefined {
  return policy.models.find(({ value }) => !value.some((glob) => namesOf(name).some((one) => fits(glob, one))));
}

/** Every name that a model is known by. */
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

/** Can it make a clip that is no longer than that? */
function hasLength({ seconds }: VideoModel, max: number | undefined): boolean {
  return max === undefined || (allowedSeconds(seconds)[0] ?? 0) <= max;
}
