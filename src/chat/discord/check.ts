import { ApplicationFlags, DiscordAPIError, Routes } from "discord.js";
import { z } from "zod";
import { ConfigError } from "../../errors.ts";
import { DISCORD_START_MS } from "../../limits.ts";
import { createDiscordRest, type DiscordAddresses } from "./rest.ts";

/** Whose token it is. */
export interface DiscordIdentity {
  readonly applicationId: string;
  /** The bot's own user. */
  readonly userId: string;
  readonly name: string;
  /** Whether it is granted to read what people write. */
  readonly messageContent: boolean;
}

const Application = z.object({
  id: z.string(),
  flags: z.int().optional(),
  bot: z.object({ id: z.string(), username: z.string() }),
});

/** Throws a `ConfigError` when Discord does not know the token, or does not answer. Costs nothing. */
export async function checkDiscord(
  token: string,
  addresses: DiscordAddresses,
  signal: AbortSignal,
): Promise<DiscordIdentity> {
  const { rest } = createDiscordRest(token, addresses);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(DISCORD_START_MS)]);
  try {
    const { id, flags = 0, bot } = Application.parse(await rest.get(Routes.currentApplication(), { signal: limit }));
    const granted = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;
    return { applicationId: id, userId: bot.id, name: bot.username, messageContent: (flags & granted) !== 0 };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DiscordAPIError && error.status === 401) {
      throw new ConfigError(
        "DISCORD_TOKEN",
        "DISCORD_TOKEN is not accepted by Discord; copy the token anew from the developer portal (Bot, Reset Token), or remove it to turn Discord off.",
      );
    }
    const where = addresses.api ?? "Discord";
    const variable = addresses.api === undefined ? "DISCORD_TOKEN" : "DISCORD_API_URL";
    const mend =
      addresses.api === undefined
        ? "check this machine's way to https://discord.com, or remove DISCORD_TOKEN to turn Discord off."
        : "correct DISCORD_API_URL, or remove it to use Discord's own address.";
    throw new ConfigError(variable, `${variable} is set, but ${where} does not answer as Discord does; ${mend}`);
  } finally {
    rest.clearHashSweeper();
    rest.clearHandlerSweeper();
  }
}
