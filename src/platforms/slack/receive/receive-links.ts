import { z } from "zod";
import type { Conversation } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { MemberShares } from "../../../lib/minute-limit.ts";
import { findPicture } from "../post/known-picture.ts";
import { previewBlocks } from "../post/section-view.ts";
import { isDirect } from "./event-intake.ts";
import { LinkEnvelope } from "./payloads.ts";
import type { Taking } from "./receive.ts";

/**
 * Links to results that are looked up in a minute. Each takes up to four calls to Slack, which allows a workspace about 50 a minute of
 * most of them.
 */
export const SLACK_PREVIEWS: MemberShares = { member: 5, workspace: 20 };

const ChannelInfo = z.object({
  channel: z.object({
    is_im: z.boolean().default(false),
    is_mpim: z.boolean().default(false),
    is_private: z.boolean().default(false),
    is_ext_shared: z.boolean().default(false),
  }),
});

/** Shows previews of results below a message that links to them. A preview that can't be shown is left out: the links still work. */
export async function receiveLinks(body: unknown, taking: Taking): Promise<void> {
  const { event } = LinkEnvelope.parse(body);
  const { people, intake, mayPreview, web, log } = taking;
  // Until the message is posted, its destination is unknown.
  if (event.source === "composer") return;
  const { teamId: workspace } = await taking.identity();
  const conversation: Conversation = {
    platform: "slack",
    workspace,
    channel: event.channel,
    ...(event.thread_ts ? { thread: event.thread_ts } : {}),
  };
  const person = await people.find(event.user);
  if (person.isStranger) return;
  const unfurls: Record<string, Preview> = {};
  for (const { url } of event.links) {
    const mayLookUp = (): boolean => mayPreview(workspace, event.user);
    const isOpen = (there: Conversation): Promise<boolean> => isOpenTo(there, conversation, taking);
    const section = await intake
      .handlers()
      .preview({ conversation, isDirect: isDirect(conversation), actor: person, url, mayLookUp, isOpen });
    if (!section) continue;
    const { thumbnail } = section;
    // Everyone who may see the preview may see its picture.
    const picture =
      thumbnail &&
      (await findPicture(conversation, thumbnail.posted, thumbnail.description, taking.posts, async () => true));
    unfurls[url] = { words: previewBlocks(section), all: previewBlocks(section, picture) };
  }
  if (Object.keys(unfurls).length === 0) return;
  try {
    await show("all");
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable) return untold(error);
    // Slack may no longer have a picture.
    await show("words").catch(untold);
  }

  async function show(what: keyof Preview): Promise<void> {
    const shown = Object.fromEntries(Object.entries(unfurls).map(([url, preview]) => [url, { blocks: preview[what] }]));
    const { unfurl_id, source } = event;
    const where = unfurl_id && source ? { unfurl_id, source } : { channel: event.channel, ts: event.message_ts };
    await web.callOrDrop("chat.unfurl", { ...where, unfurls: shown }, z.looseObject({}));
  }

  function untold(error: unknown): void {
    log.info({ err: error }, "a link's preview could not be shown");
  }
}

interface Preview {
  readonly words: ReturnType<typeof previewBlocks>;
  readonly all: ReturnType<typeof previewBlocks>;
}

/**
 * Whether a conversation's results may be shown to all readers of another one. True for the same channel, and for a public channel unless
 * another company shares the place where the link was posted. False for conversations that the bot can't see.
 */
async function isOpenTo(there: Conversation, here: Conversation, { web }: Pick<Taking, "web">): Promise<boolean> {
  if (there.workspace !== here.workspace) return false;
  if (there.channel === here.channel) return true;
  try {
    const [from, to] = await Promise.all([infoOf(there), infoOf(here)]);
    return !from.is_im && !from.is_mpim && !from.is_private && !to.is_ext_shared;
  } catch (error) {
    if (error instanceof PlatformError) return false;
    throw error;
  }

  async function infoOf({ channel }: Conversation): Promise<z.infer<typeof ChannelInfo>["channel"]> {
    return (await web.callOrDrop("conversations.info", { channel }, ChannelInfo)).channel;
  }
}
