import type { REST } from "discord.js";
import type { Clock } from "../../../lib/clock.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import { askIdentity, type DiscordIdentity } from "./identity.ts";
import type { DiscordAddresses } from "./web-api.ts";

/** Who we are at Discord, as far as it has told. */
export interface KnownIdentity {
  /** What it told last; undefined as long as it could not be asked. */
  known(): DiscordIdentity | undefined;
  /** What is known, or else what Discord says now. Rejects as `askIdentity` does. */
  get(signal?: AbortSignal): Promise<DiscordIdentity>;
  /** Tries again: the token may have been reset, or an intent granted. */
  refresh(signal: AbortSignal): Promise<DiscordIdentity>;
}

/** `first`: what the start was told, or why it was told nothing. */
export function keepIdentity(
  first: DiscordIdentity | PlatformError,
  context: { readonly rest: REST; readonly addresses: DiscordAddresses; readonly clock: Clock },
): KnownIdentity {
  const { rest, addresses, clock } = context;
  let known = first instanceof PlatformError ? undefined : first;
  const refresh = async (signal: AbortSignal): Promise<DiscordIdentity> =>
    (known = await askIdentity(rest, addresses, clock, signal));
  return {
    known: () => known,
    get: async (signal = new AbortController().signal) => known ?? refresh(signal),
    refresh,
  };
}
