import { PlatformError } from "../../core/chat/errors.ts";
import type { Capabilities } from "../../core/chat/platform.ts";
import type { BatchView, Post } from "../../core/delivery/delivery-store.ts";
import { joined } from "../../text/render/failures.ts";
import { textsFor } from "../../text/texts.ts";

export type RefusalCapabilities = Pick<Capabilities, "membersRefuseDirect" | "problemsIn">;

/** Why a post can't be delivered, and what would change that, for the readers of the batch's messages. */
export async function refusalText(
  { batch }: Pick<BatchView, "batch">,
  { failure }: Pick<Post, "failure">,
  { membersRefuseDirect, problemsIn }: RefusalCapabilities,
): Promise<string> {
  const { conversation, locale } = batch;
  const say = textsFor(locale).delivery.why;
  if (failure === "closed") return membersRefuseDirect ? say.refused : say.closed;
  if (failure !== "forbidden" && failure !== "gone") return say.rejected;
  const problems = await problemsIn?.(conversation, locale).catch((error: unknown) => {
    // The platform has already refused the post, and a general reason is better than a late one.
    if (!(error instanceof PlatformError)) throw error;
    return [];
  });
  return problems === undefined || problems.length === 0 ? say[failure] : joined(problems, locale);
}
