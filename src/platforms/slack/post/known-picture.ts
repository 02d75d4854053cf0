import type { Conversation } from "../../../core/chat/conversation.ts";
import type { PostedFile } from "../../../core/chat/message.ts";
import type { PostStore } from "../store/post-store.ts";
import type { SlackPicture } from "./render.ts";

/** What Slack shows in blocks: https://docs.slack.dev/reference/block-kit/composition-objects/slack-file-object */
const SHOWN_TYPES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif"]);

/**
 * A picture that a message of ours shows in this channel, as blocks for people of the channel can show it. Undefined if it is
 * elsewhere, where they may not see it, or no longer there.
 */
export async function findPicture(
  { workspace, channel }: Conversation,
  { message, place, of, mimeType }: PostedFile,
  altText: string,
  posts: Pick<PostStore, "at" | "uploads">,
): Promise<SlackPicture | undefined> {
  const there = message.conversation;
  if (there.workspace !== workspace || there.channel !== channel || !SHOWN_TYPES.has(mimeType)) return undefined;
  const post = await posts.at(workspace, channel, message.id);
  if (!post) return undefined;
  const shared = (await posts.uploads(post.key)).filter(({ step }) => step === "shared");
  // If a file was left out of the post, the places of the others are not certain.
  const file = shared.length === of ? shared[place] : undefined;
  return file && { fileId: file.fileId, altText };
}
