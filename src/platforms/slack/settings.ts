import { ConfigError } from "../../lib/errors.ts";
import type { Variables } from "../entry.ts";

/** How to reach one Slack workspace, as its operator installed the app. */
export interface SlackSettings {
  readonly token: string;
  /** Socket Mode, or HTTP with Slack's signature. */
  readonly mode:
    | { readonly kind: "socket"; readonly appToken: string }
    | { readonly kind: "http"; readonly signingSecret: string };
  /** With a trailing slash. */
  readonly apiUrl: string;
}

export const SLACK_VARIABLES = ["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_API_URL"] as const;

const SLACK_API = "https://slack.com/api/";

/**
 * Slack's settings. Undefined when Slack is off. Throws a `ConfigError` when the settings are incomplete or invalid.
 */
export function slackSettings(env: Variables<(typeof SLACK_VARIABLES)[number]>): SlackSettings | undefined {
  const { SLACK_BOT_TOKEN: token, SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret } = env;
  const apiUrl = apiAddress(env.SLACK_API_URL);
  if (token === undefined) {
    const set = appToken === undefined ? "SLACK_SIGNING_SECRET" : "SLACK_APP_TOKEN";
    if (appToken === undefined && signingSecret === undefined) return undefined;
    throw new ConfigError(
      "SLACK_BOT_TOKEN",
      `${set} is set without SLACK_BOT_TOKEN; set the bot token too (“OAuth & Permissions” of your Slack app), or remove ${set} to turn Slack off.`,
    );
  }
  requireToken("SLACK_BOT_TOKEN", token, "xoxb-", "the “Bot User OAuth Token” of “OAuth & Permissions”");
  if (appToken !== undefined && signingSecret !== undefined) {
    throw new ConfigError(
      "SLACK_APP_TOKEN",
      "SLACK_APP_TOKEN and SLACK_SIGNING_SECRET are both set; keep SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET for HTTP.",
    );
  }
  if (appToken !== undefined) {
    requireToken("SLACK_APP_TOKEN", appToken, "xapp-", "an app-level token of “Basic Information”");
    return Object.freeze({ token, mode: Object.freeze({ kind: "socket", appToken }), apiUrl });
  }
  if (signingSecret !== undefined) {
    if (!/^[\x21-\x7e]{8,}$/.test(signingSecret)) {
      throw new ConfigError(
        "SLACK_SIGNING_SECRET",
        "SLACK_SIGNING_SECRET is not a signing secret; copy it from “Basic Information” of your Slack app.",
      );
    }
    return Object.freeze({ token, mode: Object.freeze({ kind: "http", signingSecret }), apiUrl });
  }
  throw new ConfigError(
    "SLACK_APP_TOKEN",
    "SLACK_BOT_TOKEN is set without SLACK_APP_TOKEN; set it for Socket Mode (“Basic Information”, “App-Level Tokens”), or SLACK_SIGNING_SECRET for HTTP.",
  );
}

/** The message must not contain the token. */
function requireToken(variable: string, token: string, prefix: string, where: string): void {
  if (token.startsWith(prefix) && /^[\x21-\x7e]+$/.test(token)) return;
  throw new ConfigError(
    variable,
    `${variable} is not a token that begins with ${prefix}; copy ${where} of your Slack app again.`,
  );
}

function apiAddress(given: string | undefined): string {
  if (given === undefined) return SLACK_API;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new ConfigError(
      "SLACK_API_URL",
      "SLACK_API_URL is not a web address; set it to one like http://127.0.0.1:3000/api/, or remove it for Slack itself.",
    );
  }
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}
