import type { Conversation } from "../../../core/chat/conversation.ts";
import type { PostedFile } from "../../../core/chat/message.ts";
import type { PostStore } from "../store/post-store.ts";
import type { SlackPicture } from "./section-view.ts";

/** Types of pictures that Slack shows in blocks: https://docs.slack.dev/reference/block-kit/composition-objects/slack-file-object */
const SHOWN_TYPES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif"]);

/** Whether pictures of another channel may be shown here: to one reader, those that they may see there. */
export type MayShow = (there: Conversation) => Promise<boolean>;

/**
 * Finds a picture that one of our messages shows in this channel, for use in blocks. Undefined if the picture is gone, or in another
 * channel that the readers may not see (`mayShow`).
 */
export async function findPicture(
  { workspace, channel }: Conversation,
  { message, place, of, mimeType }: PostedFile,
  altText: string,
  posts: Pick<PostStore, "at" | "uploads">,
  mayShow?: MayShow,
): Promise<SlackPicture | undefined> {
  const there = message.conversation;
  if (there.workspace !== workspace || !SHOWN_TYPES.has(mimeType)) return undefined;
  if (there.channel !== channel && !(await mayShow?.(there))) return undefined;
  const post = await posts.at(workspace, there.channel, message.id);
  if (!post) return undefined;
  const shared = (await posts.uploads(post.key)).filter(({ step }) => step === "shared");
  // If a file was left out of the post, the places of the others are not certain.
  const file = shared.length === of ? shared[place] : undefined;
  return file && { fileId: file.fileId, altText };
}
