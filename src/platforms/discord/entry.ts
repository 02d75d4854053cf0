import type { PlatformEntry } from "../entry.ts";
import { DISCORD_VARIABLES, discordSettings, type DiscordSettings } from "./settings.ts";

export const discordEntry: PlatformEntry<"discord", DiscordSettings> = {
  name: "discord",
  variables: DISCORD_VARIABLES,
  settings: discordSettings,
  secrets: ({ token }) => [token],
  workspaceId: "guild id",
  readyLine: { title: "Discord", off: "off (DISCORD_TOKEN turns it on)" },
  counters: [],
  listensOutside: () => false,
  servesPage: () => false,
  prepare: async () => {},
  // The library takes time and memory that nobody without Discord has to spend.
  check: async (...asked) => (await import("./check.ts")).checkDiscord(...asked),
};
