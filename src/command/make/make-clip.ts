import type { Invocation } from "../invocation.ts";
import { refuse, type Reply } from "../reply.ts";
import { narrowed } from "../../core/account/policy/narrowed.ts";

import { kindOf, type Reference } from "../../core/request/reference.ts";
import { checkVideoRequest, VideoOptions } from "../../core/request/video/video.ts";
import { DEFAULT_VIDEO_MODEL, findVideoModel } from "../../core/request/video/video-models.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import type { VideoModel } from "../../core/request/video/video-rules.ts";
import { type CommandContext } from "../command.ts";
import type { GivenFile } from "../../core/chat/given-file.ts";
import type { ReceivedFile } from "../files/files.ts";
import { withLinked } from "../files/from-links.ts";
import { withPreset } from "../admin/presets.ts";
import { barred, findRequester, forbidden, make, withForbiddenModel } from "./make.ts";
import { refusedBeforeFiles } from "./over-quota.ts";

/** Makes a clip. Checks options before touching any file, and files before sending anything. */
export async function makeClip(given: Invocation, context: CommandContext): Promise<Reply> {
  const requester = await findRequester(given, "video", context);
  if (!requester.ok) return requester.reply;
  // Following links costs platform calls, so first check that the member may make anything here.
  const barring = barred(requester, given);
  if (barring.length > 0) return refuse(barring);
  const linked = await withLinked(given, context);
  if (!linked.ok) return linked.reply;
  const { invocation } = linked;
  const preset = await withPreset(invocation, requester.membership, "video", context);
  if (!preset.ok) return preset.reply;
  const options = VideoOptions.parse(preset.options);
  const { listed, allowedModels } = requester;
  const usual = {
    model: allowedModels.videoModel((model) => suits(model, invocation.attachments)),
    maxBilled: allowedModels.maxSeconds,
    offered: allowedModels.videoModels,
  };
  const first = checkVideoRequest(options, [], listed, usual);
  const { name: model } = findVideoModel(options.model ?? usual.model ?? DEFAULT_VIDEO_MODEL);
  const refusals = (problems: readonly RequestProblem[]) =>
    narrowed(withForbiddenModel(problems, { kind: "video", model }, requester), allowedModels);
  // Files may still arrive; missing ones are reported once their kinds are known.
  const early = first.ok
    ? forbidden(first.value, requester, invocation)
    : refusals(first.problems.filter((problem) => problem.rule !== "reference_required"));
  if (early.length > 0) return refuse(early);
  // Without files everything has been checked by now.
  if (first.ok && invocation.attachments.length === 0) return make(invocation, requester, first.value, context);

  const refused = first.ok && (await refusedBeforeFiles(invocation, requester, first.value, context));
  if (refused) return refused;
  const taken = await context.receiveFiles(
    invocation.attachments,
    ["image", "video", "audio"],
    requester.membership,
    invocation.signal,
  );
  if (!taken.ok) return refuse(taken.problems);
  const checked = checkVideoRequest(options, taken.value.map(referenceOf), listed, usual);
  if (!checked.ok) return refuse(refusals(checked.problems));
  return make(invocation, requester, checked.value, context);
}

/** Whether a model takes these files. A preliminary check, before they are read. */
export function suits(model: VideoModel, files: readonly GivenFile[]): boolean {
  const kinds = files.map(({ kind, mimeType }) => kind ?? kindOf(mimeType));
  return (["image", "video", "audio"] as const).every((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    const rule = model[`${kind}s`];
    return typeof rule === "string" ? count === 0 : count >= rule.min && count <= rule.max;
  });
}

/** A file given as `first_frame` or `last_frame` has that role; the others are references. */
function referenceOf({ option, reference }: ReceivedFile): Reference {
  return option === "first_frame" || option === "last_frame" ? { ...reference, role: option } : reference;
}
