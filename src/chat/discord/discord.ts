import type { Clock } from "../../clock.ts";
import type { CommandSpec } from "../../command/spec.ts";
import type { Logger } from "../../log.ts";
import type { Platform } from "../platform.ts";
import { tellTheAbandoned } from "./abandoned.ts";
import type { DiscordIdentity } from "./check.ts";
import { createConnection } from "./connection.ts";
import { platformErrorOf } from "./errors.ts";
import { createHomes } from "./homes.ts";
import { createIntake } from "./intake.ts";
import { takeInteraction } from "./interactions.ts";
import { inviteLink } from "./permissions.ts";
import { createDiscordPlatform } from "./platform.ts";
import { registerCommands } from "./registration.ts";
import { watchSkew } from "./skew.ts";
import { createDiscordRest, type DiscordAddresses } from "./rest.ts";
import type { ConnectionLease, DiscordStore } from "./store.ts";
import { createUploadLimits } from "./upload-limits.ts";
import { takeText } from "./texts.ts";

export interface DiscordOptions {
  readonly token: string;
  readonly addresses: DiscordAddresses;
  readonly identity: DiscordIdentity;
  readonly commands: readonly CommandSpec[];
  readonly store: DiscordStore;
  readonly lease: ConnectionLease;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Discord {
  readonly platform: Platform;
  /** For the ready block. `guilds` is undefined while another process has the connection. */
  facts(): { readonly name: string; readonly guilds: number | undefined; readonly invite: string };
}

/** Discord. `platform.start` connects, or stands by for it; everything else needs no connection. */
export function createDiscord(options: DiscordOptions): Discord {
  const { token, addresses, identity, store, clock, log, commands } = options;
  const rest = createDiscordRest(token, addresses);
  const intake = createIntake();
  const homes = createHomes(rest.rest, store, clock);
  const { homeOf } = homes;
  const skew = watchSkew(rest.rest, clock);
  const interactions = { store, clock, log, intake, specs: commands, homeOf, aheadMs: skew };
  const texts = { rest, intake, homeOf, log, seesContent: () => identity.messageContent };
  const connection = createConnection({
    lease: options.lease,
    name: `discord:${identity.applicationId}`,
    intake,
    client: {
      token,
      addresses,
      messageContent: identity.messageContent,
      onInteraction: (interaction) => void takeInteraction(interaction, interactions),
      onMessage: (message) => void takeText(message, texts),
    },
    async beforeConnecting() {
      try {
        const registered = await registerCommands(rest.rest, store, identity.applicationId, commands);
        if (registered) log.info("commands registered with Discord");
      } catch (error) {
        // Those that were registered before still work.
        log.error({ err: platformErrorOf(error) }, "the commands could not be registered with Discord");
      }
    },
    whileConnected: (signal) => tellTheAbandoned({ rest, store, clock, log }, signal),
    clock,
    log,
  });
  return {
    platform: createDiscordPlatform({
      rest,
      store,
      clock,
      ownId: () => Promise.resolve(identity.userId),
      connection,
      homes,
      cdn: addresses.cdn,
      maxFileBytesIn: createUploadLimits(rest.rest, { clock, log }),
    }),
    facts: () => ({
      name: identity.name,
      guilds: connection.guilds(),
      invite: inviteLink(identity.applicationId),
    }),
  };
}
