import { DEFAULT_IMAGE_MODEL, findImageModel, IMAGE_MODELS } from "../request/image-models.ts";
import { DEFAULT_VIDEO_MODEL, findVideoModel, VIDEO_MODEL_NAMES } from "../request/video-models.ts";
import type { VideoModel } from "../request/video-rules.ts";
import { fits } from "./glob.ts";
import type { EffectivePolicy, Ruled } from "./policy.ts";

/** What a member is offered in a place: only what they may have there. */
export interface Offer {
  /** By the names that go over the wire; none where none is allowed. */
  readonly imageModels: readonly string[];
  readonly videoModels: readonly string[];
  /** Taken where nobody names one. */
  readonly imageModel: string;
  /** The same for a clip; `suits` says what else it has to be able to do. */
  readonly videoModel: (suits?: (model: VideoModel) => boolean) => string;
  readonly maxCount: number | undefined;
  /** As it is billed. */
  readonly maxSeconds: number | undefined;
}

/** What a policy leaves of the catalogue. `listed`: the names that the video key lists; undefined while they can't be had. */
export function offerOf(policy: EffectivePolicy, listed: readonly string[] | undefined): Offer {
  const imageModels = IMAGE_MODELS.map((model) => model.name).filter((name) => !forbids(policy, name));
  const documented = VIDEO_MODEL_NAMES.filter((name) => listed === undefined || listed.includes(name));
  const others = (listed ?? []).filter((name) => !VIDEO_MODEL_NAMES.includes(name));
  const videoModels = [...documented, ...others].filter((name) => !forbids(policy, name));
  return {
    imageModels,
    videoModels,
    imageModel: usual([policy.imageModel?.value, DEFAULT_IMAGE_MODEL], imageModels, policy) ?? DEFAULT_IMAGE_MODEL,
    videoModel(suits = () => true) {
      const able = (name: string): boolean => suits(findVideoModel(name));
      const first = [policy.videoModel?.value, DEFAULT_VIDEO_MODEL];
      return usual(first, videoModels, policy, able) ?? usual(first, videoModels, policy) ?? DEFAULT_VIDEO_MODEL;
    },
    maxCount: policy.maxCount?.value,
    maxSeconds: policy.maxSeconds?.value,
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

function usual(
  first: readonly (string | undefined)[],
  allowed: readonly string[],
  policy: EffectivePolicy,
  able: (name: string) => boolean = () => true,
): string | undefined {
  const named = first.filter((name) => name !== undefined);
  return named.find((name) => !forbids(policy, name) && able(name)) ?? allowed.find(able);
}
