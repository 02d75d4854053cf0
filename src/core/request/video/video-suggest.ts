import { findVideoModel } from "./video-models.ts";
import type { VideoModel } from "./video-rules.ts";

/** As many as a person reads in a sentence. */
const SUGGESTIONS = 3;

/** A few models of these that take what this one doesn't: those whose names begin most alike come first. */
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
