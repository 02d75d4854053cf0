import type { PlatformEntry } from "../entry.ts";
import { DISCORD_VARIABLES, discordSettings, type DiscordSettings } from "./settings.ts";

export const discordEntry: PlatformEntry<"discord", DiscordSettings> = {
  name: "discord",
  variables: DISCORD_VARIABLES,
  settings: discordSettings,
  secrets: ({ token }) => [token],
  workspaceId: "server id",
  readyLine: { title: "Discord", off: "off (DISCORD_TOKEN turns it on)" },
  counters: [],
  listensOutside: () => false,
  servesPage: () => false,
  prepare: async () => {},
  // Loaded on demand: the library costs time and memory that installations without Discord should not pay for.
  check: async (...asked) => (await import("./check.ts")).checkDiscord(...asked),
};
