import { z } from "zod";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Platform } from "../../../core/chat/platform.ts";
import { READER_MEMORY_MS, rememberReaders } from "../../reader-cache.ts";
import { createMemberLimit, type MemberShares } from "../../../lib/minute-limit.ts";
import { createTtlCache } from "../../../lib/ttl-cache.ts";
import { SLACK_REMEMBERED } from "../limits.ts";
import { Belonging, isOurs } from "./people.ts";
import type { Taking } from "../receive/receive.ts";
import { SlackRefusal } from "../connect/web-api.ts";

/**
 * How often a minute Easel asks Slack whether a person may read a channel. Each question takes one call of `conversations.info` and at
 * most one of `users.info`. Slack allows a workspace about 50 and 100 of those a minute, and `users.info` also identifies the people
 * who act.
 */
export const SLACK_READERS: MemberShares = { member: 40, workspace: 50 };

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

type Deps = Pick<Taking, "web" | "identity" | "clock">;

/**
 * See `Platform.mayRead`. Members can read public channels. Guests in all channels, and everyone in private channels and group
 * messages, must have joined. A direct message belongs to the person in it. False for a channel that the bot can't see.
 */
export function createMayRead({ web, identity, clock }: Deps): Platform["mayRead"] {
  const mayAsk = createMemberLimit(clock, SLACK_READERS);
  const members = createTtlCache<boolean>(clock, { keptMs: READER_MEMORY_MS, max: SLACK_REMEMBERED });

  /** Whether a person is a full member of this workspace. A failed look-up must not count as membership. */
  async function isMember(userId: string, signal: AbortSignal): Promise<boolean> {
    const { user } = await web.call("users.info", { user: userId }, User, signal);
    return isOurs(user, (await identity()).teamId) && !user.is_restricted && !user.is_ultra_restricted;
  }

  async function hasJoined(channel: string, userId: string, signal: AbortSignal): Promise<boolean> {
    let cursor = "";
    for (let page = 0; page < SLACK_MEMBERS_PAGES; page++) {
      const asked = { channel, limit: SLACK_MEMBERS_PAGE, ...(cursor === "" ? {} : { cursor }) };
      const { members: some, response_metadata: next } = await web.call(
        "conversations.members",
        asked,
        Members,
        signal,
      );
      if (some.includes(userId)) return true;
      cursor = next.next_cursor;
      if (cursor === "") return false;
    }
    return false;
  }

  const mayRead = rememberReaders(clock, async ({ workspace, channel }, userId, signal) => {
    if (!mayAsk(workspace, userId)) {
      throw new PlatformError("rate_limited", "too many questions in a minute about who may read a channel");
    }
    try {
      const answer = await web.call("conversations.info", { channel }, ChannelInfo, signal);
      const { is_im, is_mpim, is_private, user } = answer.channel;
      if (is_im) return user === userId;
      if (!is_private && !is_mpim && (await members(userId, () => isMember(userId, signal)))) return true;
      return await hasJoined(channel, userId, signal);
    } catch (error) {
      if (error instanceof SlackRefusal && (error.failure === "gone" || error.failure === "forbidden")) return false;
      throw error;
    }
  });
  // Everyone in a channel can read its threads, so they all share one answer.
  return ({ thread: _thread, ...channel }, userId) => mayRead(channel, userId);
}
