import { describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config/config.ts";
import { settingsOf } from "../../support/config.ts";
import { ConfigError } from "../../../src/lib/errors.ts";

const TOKEN = "xoxb-very-secret";
const APP = "xapp-1-also-secret";
const SIGNING = "0123456789abcdef0123456789abcdef";

const read = (environment: Record<string, string>) => readConfig(environment, "/srv/easel");

function refusal(environment: Record<string, string>): ConfigError {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error("was accepted");
}

describe("the configuration of Slack", () => {
  it("is off by default", () => {
    expect(settingsOf(read({}), "slack")).toBeUndefined();
    expect(read({}).allowedWorkspaces).toEqual([]);
  });

  it("uses Socket Mode with an app-level token, and HTTP with a signing secret", () => {
    expect(settingsOf(read({ SLACK_BOT_TOKEN: TOKEN, SLACK_APP_TOKEN: APP }), "slack")).toEqual({
      token: TOKEN,
      mode: { kind: "socket", appToken: APP },
      apiUrl: "https://slack.com/api/",
    });
    const local = { SLACK_BOT_TOKEN: TOKEN, SLACK_SIGNING_SECRET: SIGNING, SLACK_API_URL: "http://127.0.0.1:9/api" };
    expect(settingsOf(read(local), "slack")).toEqual({
      token: TOKEN,
      mode: { kind: "http", signingSecret: SIGNING },
      apiUrl: "http://127.0.0.1:9/api/",
    });
  });

  it.each<[string, Record<string, string>, string, string]>([
    ["a bot token alone", { SLACK_BOT_TOKEN: TOKEN }, "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"],
    ["an app token alone", { SLACK_APP_TOKEN: APP }, "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"],
    ["a signing secret alone", { SLACK_SIGNING_SECRET: SIGNING }, "SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET"],
    [
      "both ways at once",
      { SLACK_BOT_TOKEN: TOKEN, SLACK_APP_TOKEN: APP, SLACK_SIGNING_SECRET: SIGNING },
      "SLACK_APP_TOKEN",
      "keep",
    ],
    ["tokens the wrong way round", { SLACK_BOT_TOKEN: APP, SLACK_APP_TOKEN: TOKEN }, "SLACK_BOT_TOKEN", "xoxb-"],
    ["an invalid app token", { SLACK_BOT_TOKEN: TOKEN, SLACK_APP_TOKEN: TOKEN }, "SLACK_APP_TOKEN", "xapp-"],
    ["a token with a curly quote", { SLACK_BOT_TOKEN: "xoxb-“a”", SLACK_APP_TOKEN: APP }, "SLACK_BOT_TOKEN", "again"],
    [
      "an invalid signing secret",
      { SLACK_BOT_TOKEN: TOKEN, SLACK_SIGNING_SECRET: "x y" },
      "SLACK_SIGNING_SECRET",
      "Basic Information",
    ],
    ["an invalid address", { SLACK_API_URL: "slack" }, "SLACK_API_URL", "http://127.0.0.1"],
    ["a workspace without a platform", { ALLOWED_WORKSPACES: "T123" }, "ALLOWED_WORKSPACES", "slack:<team id>"],
    ["a workspace twice", { ALLOWED_WORKSPACES: "slack:T1,acme/slack:T1" }, "ALLOWED_WORKSPACES", "slack:T1 twice"],
    ["an organisation without a workspace", { ALLOWED_WORKSPACES: "acme/" }, "ALLOWED_WORKSPACES", "acme/"],
    ["the Console's workspace", { ALLOWED_WORKSPACES: "console:main" }, "ALLOWED_WORKSPACES", "console:main"],
  ])("refuses %s in one line that names the variable and the fix", (_name, environment, variable, fix) => {
    const error = refusal(environment);
    expect(error.variable).toBe(variable);
    expect(error.message).toContain(fix);
    expect(error.message).not.toContain("\n");
    for (const secret of [TOKEN, APP, SIGNING]) expect(error.message).not.toContain(secret);
  });

  it("accepts several workspaces", () => {
    expect(read({ ALLOWED_WORKSPACES: " slack:T123 , Acme/discord:456, " }).allowedWorkspaces).toEqual([
      { platform: "slack", workspace: "T123", organisation: undefined },
      { platform: "discord", workspace: "456", organisation: "acme" },
    ]);
  });
});
