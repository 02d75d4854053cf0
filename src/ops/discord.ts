import { checkDiscord, type DiscordIdentity } from "../chat/discord/check.ts";
import { createDiscord, type Discord } from "../chat/discord/discord.ts";
import type { Clock } from "../clock.ts";
import type { CommandSpec } from "../command/spec.ts";
import type { Config } from "../config.ts";
import { createConnectionLease } from "../db/connection-lease.ts";
import type { Database } from "../db/connection.ts";
import { createDiscordStore } from "../db/discord-store.ts";
import type { Logger } from "../log.ts";

/** Discord as it is configured, asked whose token it is. */
export interface CheckedDiscord {
  open(parts: {
    readonly db: Database;
    readonly commands: readonly CommandSpec[];
    readonly clock: Clock;
    readonly log: Logger;
  }): Discord;
}

/** Undefined: Discord is off. Throws a `ConfigError` when Discord does not know the token, or does not answer. */
export async function checkedDiscord(config: Config, signal: AbortSignal): Promise<CheckedDiscord | undefined> {
  if (!config.discord) return undefined;
  const { token, apiUrl, cdnUrl } = config.discord;
  const addresses = {
    ...(apiUrl === undefined ? {} : { api: apiUrl }),
    ...(cdnUrl === undefined ? {} : { cdn: cdnUrl }),
  };
  const identity: DiscordIdentity = await checkDiscord(token, addresses, signal);
  return {
    open: ({ db, commands, clock, log }) =>
      createDiscord({
        token,
        addresses,
        identity,
        commands,
        store: createDiscordStore(db),
        lease: createConnectionLease(db, { alone: config.databaseUrl === undefined }),
        clock,
        log,
      }),
  };
}
