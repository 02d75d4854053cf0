import { z } from "zod";
import { PlatformRefusal } from "../../../core/chat/errors.ts";
import type { SlackWeb } from "./web-api.ts";

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

/** Who we are. Called, it asks Slack once; what failed is asked again the next time. */
export interface AskIdentity {
  (): Promise<SlackIdentity>;
  /** As far as Slack has told. */
  known(): SlackIdentity | undefined;
}

/** `first`: what the start was told. */
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

/** Slack's own words for a token that only a person can replace. */
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

/** What a person reads when Slack refuses the bot's token. */
export function refusedToken(code: string): PlatformRefusal {
  return new PlatformRefusal(
    "token",
    "SLACK_BOT_TOKEN",
    `Slack refuses SLACK_BOT_TOKEN (${code}); copy the “Bot User OAuth Token” again from “OAuth & Permissions” of your Slack app, or install the app again.`,
  );
}
