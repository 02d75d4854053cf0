import { randomUUID } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import type { CommandSpec } from "../../command/parse/spec.ts";
import type { Logger } from "../../lib/log/log.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { Platform, PlatformState } from "../../core/chat/platform.ts";
import { tellTheAbandoned } from "./receive/abandoned.ts";
import { refusedToken, type DiscordIdentity } from "./connect/identity.ts";
import { createConnection } from "./connect/connection.ts";
import { createHomes } from "./people/homes.ts";
import { keepIdentity } from "./connect/known-identity.ts";
import { createIntake } from "./receive/intake.ts";
import { receiveInteraction } from "./receive/interactions.ts";
import { inviteLink } from "./people/permissions.ts";
import { createDiscordPlatform } from "./platform.ts";
import { registerCommands, registerLater } from "./commands/registration.ts";
import { watchSkew } from "./connect/skew.ts";
import { createDiscordRest, watchToken, type DiscordAddresses } from "./connect/rest.ts";
import type { ConnectionLease, DiscordStore } from "./connect/discord-store.ts";
import { createUploadLimits } from "./post/upload-limits.ts";
import { receiveText } from "./receive/receive-messages.ts";

export interface DiscordOptions {
  readonly token: string;
  readonly addresses: DiscordAddresses;
  /** Whose token it is, or why Discord could not be asked yet: then it is asked again. */
  readonly identity: DiscordIdentity | PlatformError;
  readonly commands: readonly CommandSpec[];
  readonly store: DiscordStore;
  readonly lease: ConnectionLease;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

export interface Discord {
  readonly platform: Platform;
  /** How it stands now. */
  state(): PlatformState;
  /** For the ready block. Name and invitation are undefined while Discord has not told whose token it is. */
  facts(): {
    readonly name: string | undefined;
    readonly invite: string | undefined;
    /** Undefined unless this process is connected. */
    readonly guilds: number | undefined;
    readonly state: PlatformState;
  };
}

/** Discord. `platform.start` connects, or stands by for it; everything else needs no connection. */
export function createDiscord(options: DiscordOptions): Discord {
  const { token, addresses, store, clock, random, log, commands } = options;
  const rest = createDiscordRest(token, addresses);
  const isTokenRefused = watchToken(rest.rest);
  const identity = keepIdentity(options.identity, { rest: rest.rest, addresses, clock });
  const intake = createIntake();
  const homes = createHomes(rest.rest, store, clock);
  const { homeOf } = homes;
  const skew = watchSkew(rest.rest, clock);
  const holder = randomUUID();
  const interactions = { store, holder, clock, log, intake, specs: commands, homeOf, aheadMs: skew };
  // What is missing is said only where it is known to be.
  const seesContent = (): boolean => identity.known()?.messageContent ?? true;
  const texts = { rest, intake, homeOf, log, seesContent };
  const registering = { rest: rest.rest, store, specs: commands, clock, random, log };
  let isRegistered = false;
  const connection = createConnection({
    lease: options.lease,
    holder,
    identity,
    away: options.identity instanceof PlatformError ? options.identity.message : undefined,
    intake,
    client: {
      token,
      addresses,
      onInteraction: (interaction) => void receiveInteraction(interaction, interactions),
      onMessage: (message) => void receiveText(message, texts),
    },
    async beforeConnecting({ applicationId }, signal) {
      isRegistered = await registerCommands(applicationId, registering, signal);
    },
    async whileConnected({ applicationId }, signal) {
      await Promise.all([
        tellTheAbandoned({ rest, store, applicationId, clock, log }, signal),
        isRegistered ? undefined : registerLater(applicationId, registering, signal),
      ]);
    },
    clock,
    random,
    log,
  });
  const state = (): PlatformState =>
    isTokenRefused() ? { kind: "refused", why: "token", reason: refusedToken().message } : connection.state();
  return {
    platform: createDiscordPlatform({
      rest,
      store,
      clock,
      ownId: async () => (await identity.get()).userId,
      connection,
      homes,
      cdn: addresses.cdn,
      seesContent,
      maxFileBytesIn: createUploadLimits(rest.rest, { clock, log }),
    }),
    state,
    facts() {
      const us = identity.known();
      return {
        name: us?.name,
        invite: us && inviteLink(us.applicationId),
        guilds: connection.guilds(),
        state: state(),
      };
    },
  };
}
