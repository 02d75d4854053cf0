import type { Reference } from "../request/reference.ts";
import { checkVideoRequest, VideoOptions } from "../request/video.ts";
import { refuse, type CommandContext, type Invocation, type Reply } from "./command.ts";
import type { TakenFile } from "./files.ts";
import { findRequester, make } from "./make.ts";

/** Makes a clip. What the options alone get wrong is answered before a file is touched, and files before anything is sent. */
export async function makeClip(invocation: Invocation, context: CommandContext): Promise<Reply> {
  const options = VideoOptions.parse(invocation.options);
  const requester = await findRequester(invocation, "video", context);
  if (!requester.ok) return requester.reply;
  const listed = await context.listVideoModels(requester.organisationId, invocation.signal);
  const first = checkVideoRequest(options, [], listed);
  // Files may still come: that some are missing is said when it is known what they are.
  const early = first.ok ? [] : first.problems.filter((problem) => problem.rule !== "reference_required");
  if (early.length > 0) return refuse(early);

  const taken = await context.takeFiles(invocation.attachments, ["image", "video", "audio"], invocation.signal);
  if (!taken.ok) return refuse(taken.problems);
  const checked = checkVideoRequest(options, taken.value.map(referenceOf), listed);
  if (!checked.ok) return refuse(checked.problems);
  return make(invocation, requester, checked.value, context);
}

/** A file that was given to `first_frame` or `last_frame` has that role; the others are references. */
function referenceOf({ option, reference }: TakenFile): Reference {
  return option === "first_frame" || option === "last_frame" ? { ...reference, role: option } : reference;
}
