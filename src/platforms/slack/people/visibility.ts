import { z } from "zod";
import { Belonging, isOurs } from "./people.ts";
import type { Taking } from "../receive/receive.ts";
import { SlackRefusal } from "../connect/web-api.ts";

/**
 * Slack's largest page of channel members, and how many pages are searched for one person. Private channels have fewer
 * members.
 */
const SLACK_MEMBERS_PAGE = 1_000;
const SLACK_MEMBERS_PAGES = 10;

const ChannelInfo = z.object({
  channel: z.object({
    is_im: z.boolean().default(false),
    is_mpim: z.boolean().default(false),
    is_private: z.boolean().default(false),
    /** In a direct message, the other person. */
    user: z.string().optional(),
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

type Deps = Pick<Taking, "web" | "identity">;

/**
 * Whether a person may read a channel. Members can read public channels. Guests in all channels, and everyone in
 * private channels and group messages, must have joined. A direct message belongs to the person in it. False for a
 * channel that the bot can't see.
 */
export async function mayReadChannel(
  channel: string,
  userId: string,
  deps: Deps,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { web } = deps;
  try {
    const { is_im, is_mpim, is_private, user } = (
      await web.call("conversations.info", { channel }, ChannelInfo, signal)
    ).channel;
    if (is_im) return user === userId;
    if (!is_private && !is_mpim && (await isMember(userId, deps, signal))) return true;
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

/**
 * Whether a person is a full member of this workspace. Not cached, because a failed look-up must not count as
 * membership.
 */
async function isMember(userId: string, { web, identity }: Deps, signal: AbortSignal | undefined): Promise<boolean> {
  const { user } = await web.call("users.info", { user: userId }, User, signal);
  return isOurs(user, (await identity()).teamId) && !user.is_restricted && !user.is_ultra_restricted;
}
