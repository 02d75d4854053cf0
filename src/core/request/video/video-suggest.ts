import { findVideoModel } from "./video-models.ts";
import type { VideoModel } from "./video-rules.ts";

/** As many as a person reads in a sentence. */
const SUGGESTIONS = 3;

/** Some of these models that accept what this one doesn't, those with the most similar names first. */
export function modelsInstead(
  of: VideoModel,
  suits: (other: VideoModel) => boolean,
  among: readonly string[],
): readonly string[] {
  return among
    .filter((name) => suits(findVideoModel(name)))
    .toSorted((one, other) => sharedLength(of.name, other) - sharedLength(of.name, one))
    .slice(0, SUGGESTIONS);
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
