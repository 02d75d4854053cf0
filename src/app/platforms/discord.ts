import { createSeal } from "../../core/account/keys/seal.ts";
import { askIdentity, type DiscordIdentity } from "../../platforms/discord/connect/identity.ts";
import { createDiscord, type Discord } from "../../platforms/discord/discord.ts";
import { createDiscordRest, type DiscordAddresses } from "../../platforms/discord/connect/rest.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { Clock } from "../../lib/clock.ts";
import type { CommandSpec } from "../../command/parse/spec.ts";
import type { Config } from "../../config/config.ts";
import { createConnectionLease } from "../../db/chat/connection-lease.ts";
import type { Database } from "../../db/connection.ts";
import { createDiscordStore } from "../../db/chat/discord-store.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { SecretKeys } from "../context/secret-key.ts";

/** Discord as it is configured, asked whose token it is. */
export interface CheckedDiscord {
  open(parts: {
    readonly db: Database;
    readonly secretKeys: SecretKeys;
    readonly commands: readonly CommandSpec[];
    readonly clock: Clock;
    readonly random: () => number;
    readonly log: Logger;
  }): Discord;
}

/**
 * Undefined: Discord is off. Throws a `ConfigError` when Discord does not know the token. A Discord that is away is asked again
 * later, and does not keep anything else from starting.
 */
export async function checkedDiscord(
  config: Config,
  context: { readonly clock: Clock; readonly log: Logger },
  signal: AbortSignal,
): Promise<CheckedDiscord | undefined> {
  if (!config.discord) return undefined;
  const { token, apiUrl, cdnUrl } = config.discord;
  const addresses = {
    ...(apiUrl === undefined ? {} : { api: apiUrl }),
    ...(cdnUrl === undefined ? {} : { cdn: cdnUrl }),
  };
  const identity = await ask(token, addresses, context, signal);
  return {
    open: ({ db, secretKeys, ...parts }) =>
      createDiscord({
        ...parts,
        token,
        addresses,
        identity,
        store: createDiscordStore(db, createSeal(secretKeys.current, secretKeys.previous)),
        lease: createConnectionLease(db, { alone: config.databaseUrl === undefined }),
      }),
  };
}

async function ask(
  token: string,
  addresses: DiscordAddresses,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
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
