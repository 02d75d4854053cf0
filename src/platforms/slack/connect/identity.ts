import { z } from "zod";
import { PlatformRefusal } from "../../../core/chat/errors.ts";
import type { SlackWeb } from "./web-api.ts";

/** The one workspace that the token is for, and the bot in it. */
export interface SlackIdentity {
  readonly teamId: string;
  readonly teamName: string;
  /** The host of the workspace's pages, such as `acme.slack.com`. Empty if Slack does not report it. */
  readonly host: string;
  readonly botUserId: string;
  readonly botId: string;
  /** The name that people type after `@`. */
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

/** Returns the identity and asks Slack at most once. After a failure, the next call asks again. */
export interface AskIdentity {
  (): Promise<SlackIdentity>;
  /** The identity, if Slack has already reported it. */
  known(): SlackIdentity | undefined;
}

/** `first` is the identity that the start received, if any. */
export function createIdentity(web: SlackWeb, first: SlackIdentity | undefined): AskIdentity {
  let known = first;
  let asked: Promise<SlackIdentity> | undefined = first && Promise.resolve(first);
  const identity = (): Promise<SlackIdentity> => {
    asked ??= ask(web).then(
      (us) => (known = us),
      (error: unknown) => {
        asked = undefined;
        throw error;
      },
    );
    return asked;
  };
  return Object.assign(identity, { known: () => known });
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

/** Slack's error codes for a token that only a person can replace. */
const WRONG_TOKEN = new Set([
  "invalid_auth",
  "not_authed",
  "account_inactive",
  "token_revoked",
  "token_expired",
  "not_allowed_token_type",
]);

/** Whether Slack's error code means that the token is wrong, as opposed to a temporary problem. */
export function isWrongToken(code: string): boolean {
  return WRONG_TOKEN.has(code);
}

/** The message for an operator whose bot token Slack refuses. */
export function refusedToken(code: string): PlatformRefusal {
  return new PlatformRefusal(
    "token",
    "SLACK_BOT_TOKEN",
    `Slack refuses SLACK_BOT_TOKEN (${code}); copy the “Bot User OAuth Token” again from “OAuth & Permissions” of your Slack app, or install the app again.`,
  );
}
