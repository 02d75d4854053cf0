import { createSeal } from "../../core/account/keys/seal.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { CheckedPlatform, StartContext } from "../entry.ts";
import { askIdentity, type DiscordIdentity } from "./connect/identity.ts";
import { createDiscordRest, type DiscordAddresses } from "./connect/web-api.ts";
import { createDiscord } from "./open.ts";
import type { DiscordSettings } from "./settings.ts";
import { createConnectionLease } from "./store/connection-lease.ts";
import { createDiscordStore } from "./store/discord-store.ts";

/**
 * Checks the token with Discord. Throws a `ConfigError` when Discord does not accept it. If Discord can't be reached, the start
 * continues, and Discord is asked again later.
 */
export async function checkDiscord(
  { token, apiUrl, cdnUrl }: DiscordSettings,
  context: StartContext,
  signal: AbortSignal,
): Promise<CheckedPlatform> {
  const addresses = {
    ...(apiUrl === undefined ? {} : { api: apiUrl }),
    ...(cdnUrl === undefined ? {} : { cdn: cdnUrl }),
  };
  const identity = await ask(token, addresses, context, signal);
  return {
    ...(identity instanceof PlatformError
      ? { account: undefined, away: identity.message }
      : { account: identity.name, away: undefined }),
    open: ({ db, alone, secretKeys, commands, databaseClock, noted }) => ({
      ...createDiscord({
        ...context,
        clock: databaseClock,
        commands,
        token,
        addresses,
        identity,
        store: createDiscordStore(db, createSeal(secretKeys.current, secretKeys.previous)),
        lease: createConnectionLease(db, { alone }),
        onRateLimit: () => noted("discord", "rate_limited"),
        onReconnect: () => noted("discord", "reconnected"),
      }),
      routes: { local: [], outside: [] },
      counts: {},
      isLoggedIn: undefined,
      close: async () => {},
    }),
  };
}

async function ask(
  token: string,
  addresses: DiscordAddresses,
  { clock, log }: StartContext,
  signal: AbortSignal,
): Promise<DiscordIdentity | PlatformError> {
  const { rest } = createDiscordRest(token, addresses);
  try {
    return await askIdentity(rest, addresses, clock, signal);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    log.warn({ reason: error.message }, "Discord can't be reached yet");
    return error;
  } finally {
    rest.clearHashSweeper();
    rest.clearHandlerSweeper();
  }
}
