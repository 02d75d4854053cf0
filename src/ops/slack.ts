import { createIdentity } from "../chat/slack/identity.ts";
import { createSlack, type Slack } from "../chat/slack/slack.ts";
import { slackLog } from "../chat/slack/slack-log.ts";
import { checkSlack } from "../chat/slack/standing.ts";
import { createSlackWeb } from "../chat/slack/web.ts";
import type { Clock } from "../clock.ts";
import type { CommandSpec } from "../command/spec.ts";
import type { SlackSettings } from "../config-slack.ts";
import type { Database } from "../db/connection.ts";
import type { Logger } from "../log.ts";

/** Slack as it is configured, asked who we are. */
export interface CheckedSlack {
  open(parts: { readonly db: Database; readonly commands: readonly CommandSpec[] }): Slack;
}

/** Throws a `ConfigError` when Slack refuses the token. A Slack that is away is asked again later. */
export async function checkedSlack(
  settings: SlackSettings,
  context: { readonly clock: Clock; readonly random: () => number; readonly log: Logger },
  signal: AbortSignal,
): Promise<CheckedSlack> {
  const { token, apiUrl } = settings;
  const { clock, log } = context;
  const web = createSlackWeb({ token, apiUrl, clock, logger: slackLog(log) });
  const us = await checkSlack(createIdentity(web, undefined), { apiUrl, clock, log }, signal);
  return { open: (parts) => createSlack({ ...settings, ...context, ...parts, us }) };
}
