import type { REST } from "discord.js";
import type { Clock } from "../../../lib/clock.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import { askIdentity, type DiscordIdentity } from "./identity.ts";
import type { DiscordAddresses } from "./web-api.ts";

/** The bot's identity at Discord, once it is known. */
export interface KnownIdentity {
  /** The identity from Discord's last answer. Undefined until Discord has answered once. */
  known(): DiscordIdentity | undefined;
  /** Returns the known identity, or asks Discord for it. Rejects as `askIdentity` does. */
  get(signal?: AbortSignal): Promise<DiscordIdentity>;
  /** Asks Discord again, because the token may have been reset or an intent granted. */
  refresh(signal: AbortSignal): Promise<DiscordIdentity>;
}

/** `first` is the identity that was found at the start, or the error that prevented finding it. */
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
