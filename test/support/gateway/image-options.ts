import { checkImageRequest, type ImageOptions, type ImageRequest } from "../../../src/core/request/image/image.ts";
import type { RequestProblem } from "../../../src/core/request/problem.ts";

export const A = "provider-a/image-2";
export const A25 = "provider-a/image-2.5-flare";
export const B = "provider-b/flash-image-3.1";

/** The request that these options make, with the prompt `a fox` by default. */
export function accepted(options: ImageOptions): ImageRequest {
  const checked = checkImageRequest({ prompt: "a fox", ...options });
  if (!checked.ok) throw new Error(`refused: ${JSON.stringify(checked.problems)}`);
  return checked.value;
}

/** The problems of these options; empty if they are accepted. */
export function problems(options: ImageOptions): readonly RequestProblem[] {
  const checked = checkImageRequest({ prompt: "a fox", ...options });
  return checked.ok ? [] : checked.problems;
}

/** Each problem's rule and option, in order. */
export function refusals(options: ImageOptions): string[] {
  return problems(options).map((problem) => ("option" in problem ? `${problem.rule} ${problem.option}` : problem.rule));
}
