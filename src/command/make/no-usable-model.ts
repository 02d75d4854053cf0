import type { FieldValues } from "../../core/chat/event.ts";
import { holdsSecret } from "../../core/account/keys/typed-secret.ts";
import type { Service } from "../../core/job/job.ts";
import { checkImageRequest, ImageOptions } from "../../core/request/image/image.ts";
import { IMAGE_MODELS } from "../../core/request/image/image-models.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { VIDEO_MODEL_NAMES } from "../../core/request/video/video-models.ts";
import { checkVideoRequest, VideoOptions } from "../../core/request/video/video.ts";
import { problemsText } from "../../text/render/problems.ts";
import type { Texts } from "../../text/texts.ts";

/** Placeholder for a model that only a key's list names: it takes what an undocumented model takes. */
const UNDOCUMENTED = "undocumented";

/**
 * Why these options can't make a request for anyone, anywhere. Undefined if they can. Depends only on the options, so anybody may
 * read it.
 */
export function noUsableModel(service: Service, options: FieldValues, texts: Texts): string | undefined {
  if (holdsSecret(Object.values(options).join(" "))) return texts.keys.typed.unshown;
  const check = service === "image" ? imageProblems : videoProblems;
  const problems = check(options);
  return problems.length === 0 ? undefined : problemsText(problems, texts);
}

function imageProblems(given: FieldValues): readonly RequestProblem[] {
  const options = ImageOptions.parse(given);
  const models = options.model === undefined ? IMAGE_MODELS.map(({ name }) => name) : [options.model];
  return ofEvery(models.map((model) => () => checkImageRequest({ ...options, model })));
}

function videoProblems(given: FieldValues): readonly RequestProblem[] {
  const options = VideoOptions.parse(given);
  const documented = (model: string) => () => checkVideoRequest({ ...options, model }, []);
  const listed = (model: string) => () => checkVideoRequest({ ...options, model }, [], [model]);
  const { model } = options;
  if (model === undefined) return ofEvery([...VIDEO_MODEL_NAMES.map(documented), listed(UNDOCUMENTED)]);
  const problems = ofEvery([documented(model)]);
  // A key's own list may name models that are not documented.
  return problems.some(({ rule }) => rule === "unknown_model") ? ofEvery([listed(model)]) : problems;
}

/** The first model's problems if every model has some: the default model depends on the channel. */
function ofEvery(
  checks: readonly (() =>
    | { readonly ok: true }
    | { readonly ok: false; readonly problems: readonly RequestProblem[] })[],
): readonly RequestProblem[] {
  let first: readonly RequestProblem[] | undefined;
  for (const check of checks) {
    const checked = check();
    if (checked.ok) return [];
    first ??= checked.problems;
  }
  return first ?? [];
}
