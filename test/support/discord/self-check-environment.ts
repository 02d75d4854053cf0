import { discordEnvironment, type DiscordEasel } from "./discord-easel.ts";

/** The variables of a self-check that runs next to Easel, with its own data folder. */
export function selfCheckEnvironment({ easel, discord, guild }: DiscordEasel, dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: new URL(easel.url).port,
    DATABASE_URL: easel.databaseUrl,
    SECRET_KEY: "a secret key that is used by tests alone",
    IMAGE_BASE_URL: easel.sandboxUrl,
    IMAGE_API_KEY: "sk-sandbox",
    VIDEO_BASE_URL: easel.sandboxUrl,
    VIDEO_API_KEY: "sk-sandbox",
    ...discordEnvironment(discord, guild),
  };
}
