import { SLACK_LOOK_UP_MS, SLACK_REMEMBERED } from "../limits.ts";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import { SlackRefusal, type SlackWeb } from "../connect/web-api.ts";

/** That we are in a channel is taken for granted for this long. */
const SLACK_MEMBERSHIP_MS = 10 * 60_000;

/** May we post in a channel? `invite`: once somebody asks us in; `never`: nobody can. */
export type Membership = "yes" | "invite" | "never";

const ChannelInfo = z.object({
  channel: z.object({
    is_member: z.boolean().optional(),
    is_im: z.boolean().optional(),
    is_archived: z.boolean().optional(),
  }),
});

/** Asks Slack, and remembers a yes for a while. Where Slack does not answer in time, the post itself will tell. */
export function createMembership(web: SlackWeb, clock: Clock): (channel: string) => Promise<Membership> {
  const known = new Map<string, number>();
  return async (channel) => {
    if (clock.elapsed() - (known.get(channel) ?? Number.NEGATIVE_INFINITY) < SLACK_MEMBERSHIP_MS) return "yes";
    try {
      const signal = AbortSignal.timeout(SLACK_LOOK_UP_MS);
      const { channel: info } = await web.call("conversations.info", { channel }, ChannelInfo, signal);
      if (info.is_archived) return "never";
      if (!info.is_im && info.is_member === false) return "invite";
      known.delete(channel);
      known.set(channel, clock.elapsed());
      const [oldest] = known.keys();
      if (known.size > SLACK_REMEMBERED && oldest !== undefined) known.delete(oldest);
      return "yes";
    } catch (error) {
      if (!(error instanceof SlackRefusal) || error.failure !== "gone") return "yes";
      // A private channel without us looks as if it were not there; a conversation of two others takes no third.
      return channel.startsWith("D") ? "never" : "invite";
    }
  };
}
