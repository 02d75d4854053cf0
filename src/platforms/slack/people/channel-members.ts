import { SLACK_LOOK_UP_MS, SLACK_REMEMBERED } from "../limits.ts";
import { addToCache } from "../../../lib/bounded-cache.ts";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import { SlackRefusal, type SlackWeb } from "../connect/web-api.ts";

/** How long the bot's membership in a channel is assumed to last. */
const SLACK_MEMBERSHIP_MS = 10 * 60_000;

/**
 * Whether the bot can post in a channel. `invite` means after someone invites it; `never` means that nobody can invite
 * it.
 */
export type Membership = "yes" | "invite" | "never";

const ChannelInfo = z.object({
  channel: z.object({
    is_member: z.boolean().optional(),
    is_im: z.boolean().optional(),
    is_archived: z.boolean().optional(),
  }),
});

/**
 * Asks Slack and caches a yes. If Slack does not answer in time, assumes yes, and the post itself will show the
 * problem.
 */
export function createMembership(web: SlackWeb, clock: Clock): (channel: string) => Promise<Membership> {
  const known = new Map<string, number>();
  return async (channel) => {
    if (clock.elapsed() - (known.get(channel) ?? Number.NEGATIVE_INFINITY) < SLACK_MEMBERSHIP_MS) return "yes";
    try {
      const membership = await askMembership(web, channel, AbortSignal.timeout(SLACK_LOOK_UP_MS));
      if (membership === "yes") addToCache(known, channel, clock.elapsed(), SLACK_REMEMBERED);
      return membership;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return "yes";
    }
  };
}

/** Asks Slack now. Rejects with a `PlatformError` when it does not answer. */
export async function askMembership(web: SlackWeb, channel: string, signal?: AbortSignal): Promise<Membership> {
  try {
    const { channel: info } = await web.call("conversations.info", { channel }, ChannelInfo, signal);
    if (info.is_archived) return "never";
    return !info.is_im && info.is_member === false ? "invite" : "yes";
  } catch (error) {
    if (!(error instanceof SlackRefusal) || error.failure !== "gone") throw error;
    // A private channel without the bot looks as if it did not exist. A direct message between two others can't be
    // joined.
    return channel.startsWith("D") ? "never" : "invite";
  }
}
