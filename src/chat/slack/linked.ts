import { z } from "zod";
import { SLACK_MEMBERS_PAGE, SLACK_MEMBERS_PAGES } from "../../limits.ts";
import type { Linked, LinkReader } from "../platform.ts";
import { Belonging, isOurs } from "./people.ts";
import { readMessage } from "./read-message.ts";
import { targetOf } from "./taking-actions.ts";
import type { Taking } from "./taking.ts";
import { SlackRefusal } from "./web.ts";

/** As “Copy link” writes it: https://docs.slack.dev/reference/methods/chat.getPermalink */
const PATH = /^\/archives\/([CDG][A-Z0-9]{2,20})\/p(\d{10})(\d{6})\/?$/;

const ChannelInfo = z.object({
  channel: z.object({
    is_im: z.boolean().default(false),
    is_mpim: z.boolean().default(false),
    is_private: z.boolean().default(false),
  }),
});
const User = z.object({
  user: Belonging.extend({
    is_restricted: z.boolean().default(false),
    is_ultra_restricted: z.boolean().default(false),
  }),
});
const Members = z.object({
  members: z.array(z.string()),
  response_metadata: z.object({ next_cursor: z.string().default("") }).default({ next_cursor: "" }),
});

type LinkedDeps = Pick<Taking, "web" | "identity" | "posts" | "log">;

/** See `Platform.linked`. */
export async function linked(deps: LinkedDeps, link: string, by: LinkReader, signal?: AbortSignal): Promise<Linked> {
  const url = URL.parse(link);
  const [, channel, seconds, micros] = PATH.exec(url?.pathname ?? "") ?? [];
  const isSlack = url?.protocol === "https:" && url.host.endsWith(".slack.com");
  if (!url || !isSlack || channel === undefined) return { kind: "no_message" };
  const { conversation, userId } = by;
  const { host } = await deps.identity();
  if (host !== "" && url.host !== host) return { kind: "elsewhere" };
  // Whoever acts in a conversation sees it.
  if (channel !== conversation.channel) {
    if (channel.startsWith("D")) return { kind: "elsewhere" };
    if (!(await maySee(channel, userId, deps, signal))) return { kind: "unseen" };
  }
  const ts = `${seconds}.${micros}`;
  const thread = url.searchParams.get("thread_ts");
  const place = { platform: "slack", workspace: conversation.workspace, channel } as const;
  const within = thread !== null && /^\d{10}\.\d{6}$/.test(thread) && thread !== ts ? { thread } : {};
  const message = await readMessage(ts, { ...place, ...within }, deps, signal);
  if (!message) return { kind: "unseen" };
  return { kind: "message", target: await targetOf(message, { ...place, ...within }, deps) };
}

/** Members see public channels; guests, and everyone else's private ones, only where they are in. */
async function maySee(
  channel: string,
  userId: string,
  deps: LinkedDeps,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { web } = deps;
  try {
    const { is_im, is_mpim, is_private } = (await web.call("conversations.info", { channel }, ChannelInfo, signal))
      .channel;
    if (is_im || is_mpim) return false;
    if (!is_private && (await isMember(userId, deps, signal))) return true;
    let cursor = "";
    for (let page = 0; page < SLACK_MEMBERS_PAGES; page++) {
      const asked = { channel, limit: SLACK_MEMBERS_PAGE, ...(cursor === "" ? {} : { cursor }) };
      const { members, response_metadata: next } = await web.call("conversations.members", asked, Members, signal);
      if (members.includes(userId)) return true;
      cursor = next.next_cursor;
      if (cursor === "") return false;
    }
    return false;
  } catch (error) {
    if (error instanceof SlackRefusal && (error.failure === "gone" || error.failure === "forbidden")) return false;
    throw error;
  }
}

/** No guest, and of this workspace. Asked anew: who can't be looked up must not count as one. */
async function isMember(
  userId: string,
  { web, identity }: LinkedDeps,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { user } = await web.call("users.info", { user: userId }, User, signal);
  return isOurs(user, (await identity()).teamId) && !user.is_restricted && !user.is_ultra_restricted;
}
