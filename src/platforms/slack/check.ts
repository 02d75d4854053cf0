import type { CheckedPlatform, StartContext } from "../entry.ts";
import { askSlack } from "./connect/connection-state.ts";
import { createIdentity } from "./connect/identity.ts";
import { slackLog } from "./connect/slack-log.ts";
import { createSlackWeb } from "./connect/web-api.ts";
import { UNSIGNED_REQUESTS } from "./counters.ts";
import { createSlack } from "./open.ts";
import type { SlackSettings } from "./settings.ts";

/**
 * Checks the bot token with Slack. Throws a `ConfigError` when Slack refuses it. When Slack can't be reached, it is
 * asked again later.
 */
export async function checkSlack(
  settings: SlackSettings,
  context: StartContext,
  signal: AbortSignal,
): Promise<CheckedPlatform> {
  const { token, apiUrl } = settings;
  const { clock, log } = context;
  const web = createSlackWeb({ token, apiUrl, clock, logger: slackLog(log) });
  const us = await askSlack(createIdentity(web, undefined), { apiUrl, clock, log }, signal);
  return {
    account: us && `${us.botName} in ${us.teamName}`,
    away: us ? undefined : "Slack can't be reached",
    open({ db, commands, noted }) {
      const slack = createSlack({
        ...settings,
        ...context,
        db,
        commands,
        us,
        onRateLimit: () => noted("slack", "rate_limited"),
        onReconnect: () => noted("slack", "reconnected"),
      });
      return {
        ...slack,
        routes: { local: [], outside: slack.routes },
        counts: { [UNSIGNED_REQUESTS.name]: slack.unsignedPosts },
        isLoggedIn: undefined,
      };
    },
  };
}
