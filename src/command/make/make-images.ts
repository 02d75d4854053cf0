import type { Invocation } from "../invocation.ts";
import { refuse, type Reply } from "../reply.ts";
import { narrowed } from "../../core/account/policy/narrowed.ts";
import { MAX_EDIT_IMAGES } from "../../lib/limits.ts";
import { checkImageRequest, ImageOptions } from "../../core/request/image/image.ts";
import { DEFAULT_IMAGE_MODEL, findImageModel } from "../../core/request/image/image-models.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { type CommandContext } from "../command.ts";
import { withPreset } from "../admin/presets.ts";
import { findRequester, forbidden, make, withForbiddenModel } from "./make.ts";
import { refusedBeforeFiles } from "./over-quota.ts";

/**
 * Makes pictures, or edits them if pictures are attached. Refuses wrong options before touching any file, and wrong files before
 * sending anything.
 */
export async function makeImages(
  invocation: Invocation,
  context: CommandContext,
  rules: { readonly mustEdit: boolean },
): Promise<Reply> {
  const requester = await findRequester(invocation, "image", context);
  if (!requester.ok) return requester.reply;
  const preset = await withPreset(invocation, requester.membership, "image", context);
  if (!preset.ok) return preset.reply;
  const options = ImageOptions.parse(preset.options);
  const { imageModel } = requester.allowedModels;
  const first = checkImageRequest(options, { references: [] }, imageModel);
  const { name: model } = findImageModel(options.model ?? imageModel ?? DEFAULT_IMAGE_MODEL) ?? {};
  const refusals = (problems: readonly RequestProblem[]) =>
    model === undefined ? problems : withForbiddenModel(problems, { kind: "image", model }, requester);
  const problems = [...(first.ok ? forbidden(first.value, requester, invocation) : refusals(first.problems))];
  const pictures = invocation.attachments.filter((file) => file.option !== "mask");
  if (rules.mustEdit && pictures.length === 0) problems.push({ rule: "image_required" });
  // Refused before any of them is loaded.
  if (pictures.length > MAX_EDIT_IMAGES) {
    problems.push({ rule: "too_many_files", kind: "image", count: pictures.length, max: MAX_EDIT_IMAGES });
  }
  if (problems.length > 0) return refuse(narrowed(problems, requester.allowedModels));
  // Without files everything has been checked by now.
  if (first.ok && invocation.attachments.length === 0) return make(invocation, requester, first.value, context);

  const refused = first.ok && (await refusedBeforeFiles(invocation, requester, first.value, context));
  if (refused) return refused;
  const taken = await context.receiveFiles(invocation.attachments, ["image"], requester.membership, invocation.signal);
  if (!taken.ok) return refuse(taken.problems);
  const mask = taken.value.find((file) => file.option === "mask")?.reference;
  const references = taken.value.filter((file) => file.option !== "mask").map((file) => file.reference);
  const checked = checkImageRequest(options, { references, ...(mask ? { mask } : {}) }, imageModel);
  if (!checked.ok) return refuse(narrowed(refusals(checked.problems), requester.allowedModels));
  const maskProblems = mask
    ? await context.checkMask(mask, references[0], requester.membership, invocation.signal)
    : [];
  if (maskProblems.length > 0) return refuse(maskProblems);
  return make(invocation, requester, checked.value, context);
}
