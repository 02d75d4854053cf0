import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import { DAY_MS, INVOCATION_MS } from "../../../lib/limits.ts";
import { createMinuteLimit } from "../../../lib/minute-limit.ts";
import { createTtlCache } from "../../../lib/ttl-cache.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import { SLACK_REMEMBERED } from "../limits.ts";
import type { SlackWeb } from "../connect/web-api.ts";

/**
 * How often a person's channel is asked for in a minute. Slack allows a workspace about 50 calls of `conversations.open` a minute, and
 * a channel that Slack refuses to open is not cached.
 */
export const SLACK_OPENS_A_MINUTE = 5;

/**
 * The channel of a person's direct messages with Easel. It never changes. Rejects with a `PlatformError`: if nothing else, after the
 * time that people wait.
 */
export type DirectChannelOf = (userId: string, signal?: AbortSignal) => Promise<string>;

const Opened = z.object({ channel: z.object({ id: z.string() }) });

/** Asks Slack for a person's channel once a day. Simultaneous callers share one question, and the first caller's signal ends it. */
export function createDirectChannels(deps: {
  readonly web: Pick<SlackWeb, "call">;
  readonly clock: Pick<Clock, "elapsed">;
}): DirectChannelOf {
  const { web, clock } = deps;
  const channels = createTtlCache<string>(clock, { keptMs: DAY_MS, max: SLACK_REMEMBERED });
  const mayOpen = createMinuteLimit(clock, SLACK_OPENS_A_MINUTE);
  return (userId, signal) =>
    channels(userId, async () => {
      if (!mayOpen(userId)) throw new PlatformError("rate_limited", "asked too often in a minute for a direct channel");
      const until = signal ?? AbortSignal.timeout(INVOCATION_MS);
      return (await web.call("conversations.open", { users: userId }, Opened, until)).channel.id;
    });
}
