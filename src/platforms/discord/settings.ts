import { webAddress } from "../../lib/env-value.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { Variables } from "../entry.ts";

export const DISCORD_VARIABLES = ["DISCORD_TOKEN", "DISCORD_API_URL", "DISCORD_CDN_URL"] as const;
type DiscordVariable = (typeof DISCORD_VARIABLES)[number];

export interface DiscordSettings {
  readonly token: string;
  /** Undefined means Discord's own addresses. */
  readonly apiUrl: string | undefined;
  readonly cdnUrl: string | undefined;
}

/**
 * Discord's settings. Undefined when Discord is off. Throws a `ConfigError` when the settings are incomplete or
 * invalid.
 */
export function discordSettings(variables: Variables<DiscordVariable>): DiscordSettings | undefined {
  const { DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl, DISCORD_CDN_URL: cdnUrl } = variables;
  if (token === undefined) {
    const [variable] = [
      ...(apiUrl === undefined ? [] : ["DISCORD_API_URL"]),
      ...(cdnUrl === undefined ? [] : ["DISCORD_CDN_URL"]),
    ];
    if (variable === undefined) return undefined;
    throw new ConfigError(
      "DISCORD_TOKEN",
      `${variable} is set without DISCORD_TOKEN; set the bot's token too, or remove the address.`,
    );
  }
  // The token becomes part of a header. Some people also copy the word “Bot” before it.
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) {
    throw new ConfigError(
      "DISCORD_TOKEN",
      "DISCORD_TOKEN is not a bot's token, which has three parts with dots in between; copy it from the developer portal (Bot, Reset Token), without quotation marks or “Bot”.",
    );
  }
  return Object.freeze({
    token,
    apiUrl: apiUrl === undefined ? undefined : webAddress("DISCORD_API_URL", apiUrl, "http://127.0.0.1:9000/api"),
    cdnUrl: cdnUrl === undefined ? undefined : webAddress("DISCORD_CDN_URL", cdnUrl, "http://127.0.0.1:9000"),
  });
}
