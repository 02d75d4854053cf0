import { createIdentity } from "../../platforms/slack/connect/identity.ts";
import { createSlack, type Slack } from "../../platforms/slack/slack.ts";
import { slackLog } from "../../platforms/slack/connect/slack-log.ts";
import { checkSlack } from "../../platforms/slack/connect/connection-state.ts";
import { createSlackWeb } from "../../platforms/slack/connect/web.ts";
import type { Clock } from "../../lib/clock.ts";
import type { CommandSpec } from "../../command/parse/spec.ts";
import type { SlackSettings } from "../../config/slack-config.ts";
import type { Database } from "../../db/connection.ts";
import type { Logger } from "../../lib/log/log.ts";

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
