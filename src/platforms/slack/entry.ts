import type { PlatformEntry } from "../entry.ts";
import { UNSIGNED_REQUESTS } from "./counters.ts";
import { SLACK_VARIABLES, slackSettings, type SlackSettings } from "./settings.ts";

export const slackEntry: PlatformEntry<"slack", SlackSettings> = {
  name: "slack",
  variables: SLACK_VARIABLES,
  settings: slackSettings,
  secrets: ({ token, mode }) => [token, mode.kind === "socket" ? mode.appToken : mode.signingSecret],
  workspaceId: "team id",
  readyLine: { title: "Slack", off: "off (SLACK_BOT_TOKEN and SLACK_APP_TOKEN turn it on)" },
  counters: [UNSIGNED_REQUESTS],
  listensOutside: ({ mode }) => mode.kind === "http",
  servesPage: () => false,
  prepare: async () => {},
  // Loaded on demand: the library costs time and memory that installations without Slack should not pay for.
  check: async (...asked) => (await import("./check.ts")).checkSlack(...asked),
};
