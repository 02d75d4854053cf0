import { z } from "zod";
import { ConfigError } from "../../errors.ts";
import type { Logger } from "../../log.ts";
import { PlatformError } from "../errors.ts";
import { SlackRefusal, type SlackWeb } from "./web.ts";

/** Who we are: the one workspace that the token is for, and our bot in it. */
export interface SlackIdentity {
  readonly teamId: string;
  readonly teamName: string;
  /** The host of its pages, such as `acme.slack.com`; empty where Slack does not say. */
  readonly host: string;
  readonly botUserId: string;
  readonly botId: string;
  /** As people type it after `@`. */
  readonly botName: string;
}

const AuthTest = z.object({
  team_id: z.string(),
  team: z.string().default(""),
  url: z.string().default(""),
  user_id: z.string(),
  bot_id: z.string().default(""),
  user: z.string().default("easel"),
});

/** Asks Slack once; what failed is asked again the next time. */
export function createIdentity(web: SlackWeb): () => Promise<SlackIdentity> {
  let known: Promise<SlackIdentity> | undefined;
  return () => {
    known ??= ask(web).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function ask(web: SlackWeb): Promise<SlackIdentity> {
  const { team_id, team, url, user_id, bot_id, user } = await web.call("auth.test", {}, AuthTest);
  return {
    teamId: team_id,
    teamName: team,
    host: URL.parse(url)?.host ?? "",
    botUserId: user_id,
    botId: bot_id,
    botName: user,
  };
}

/** See `Slack.check`. */
export async function checkToken(
  identity: () => Promise<SlackIdentity>,
  log: Logger,
): Promise<SlackIdentity | undefined> {
  try {
    return await identity();
  } catch (error) {
    if (error instanceof SlackRefusal && isWrongToken(error.slackCode)) {
      throw new ConfigError(
        "SLACK_BOT_TOKEN",
        `Slack refuses SLACK_BOT_TOKEN (${error.slackCode}); copy the “Bot User OAuth Token” again from “OAuth & Permissions” of your Slack app, or install the app anew.`,
      );
    }
    if (!(error instanceof PlatformError)) throw error;
    log.warn({ err: error }, "Slack can't be reached yet");
    return undefined;
  }
}

const WRONG_TOKEN = new Set([
  "invalid_auth",
  "not_authed",
  "account_inactive",
  "token_revoked",
  "token_expired",
  "not_allowed_token_type",
]);

/** Does this answer of Slack's say that the token is wrong, and not that something is down? */
export function isWrongToken(code: string): boolean {
  return WRONG_TOKEN.has(code);
}
