import { randomUUID } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import type { CommandSpec } from "../../command/parse/spec.ts";
import type { Logger } from "../../lib/log/log.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import { refusedState, type Platform, type PlatformState } from "../../core/chat/platform.ts";
import type { PlatformFacts } from "../entry.ts";
import { answerInterrupted } from "./receive/interrupted-interactions.ts";
import { refusedToken, type DiscordIdentity } from "./connect/identity.ts";
import { createConnection } from "./connect/discord-connection.ts";
import { createFindChannel } from "./people/channels.ts";
import { createDirectChannels } from "./people/direct-channels.ts";
import { createHomes } from "./people/home-server.ts";
import { createLocales } from "./people/locales.ts";
import { keepIdentity } from "./connect/known-identity.ts";
import { createIntake } from "./receive/event-intake.ts";
import { receiveInteraction } from "./receive/receive.ts";
import { inviteLink } from "./people/permissions.ts";
import { shareReads } from "./people/share-reads.ts";
import { createDiscordPlatform } from "./platform.ts";
import { registerCommands, registerLater } from "./commands/registration.ts";
import { watchSkew } from "./connect/skew.ts";
import { createDiscordRest, watchRateLimits, watchToken, type DiscordAddresses } from "./connect/web-api.ts";
import type { ConnectionLease } from "./store/connection-lease.ts";
import type { DiscordStore } from "./store/discord-store.ts";
import { createAnswerUploads } from "./post/answer-uploads.ts";
import { createDirectAnswers } from "./post/direct-answer.ts";
import { createViewThumbnails } from "./post/thumbnails.ts";
import { createUploadLimits } from "./post/upload-limits.ts";
import { receiveText } from "./receive/receive-messages.ts";
import { createWithheldAnswers } from "./receive/withheld-answers.ts";

export interface DiscordOptions {
  readonly token: string;
  readonly addresses: DiscordAddresses;
  /** The bot's identity, or the reason why Discord could not be reached. In the latter case, Discord is asked again later. */
  readonly identity: DiscordIdentity | PlatformError;
  readonly commands: readonly CommandSpec[];
  readonly store: DiscordStore;
  readonly lease: ConnectionLease;
  readonly onRateLimit?: () => void;
  readonly onReconnect?: () => void;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

export interface Discord {
  readonly platform: Platform;
  /** The current state of the connection. */
  state(): PlatformState;
  /** Facts for the ready block. Account and invitation are undefined until Discord has confirmed the bot's identity. */
  facts(): PlatformFacts;
}

/**
 * Creates the Discord platform. `platform.start` connects or goes on standby; everything else works without a
 * connection.
 */
export function createDiscord(options: DiscordOptions): Discord {
  const { token, addresses, store, clock, random, log, commands } = options;
  const rest = createDiscordRest(token, addresses);
  const isTokenRefused = watchToken(rest.rest);
  if (options.onRateLimit) watchRateLimits(rest.rest, options.onRateLimit);
  const identity = keepIdentity(options.identity, { rest: rest.rest, addresses, clock });
  const intake = createIntake();
  const reads = shareReads(rest.rest);
  const looking = { rest: reads, findChannel: createFindChannel(reads, clock) };
  const directChannelWith = createDirectChannels(rest.rest);
  const homes = createHomes(rest.rest, store, { clock, log });
  const { homeOf } = homes;
  const skew = watchSkew(rest.rest, clock);
  const holder = randomUUID();
  const withheld = createWithheldAnswers(log);
  const uploads = createAnswerUploads(clock);
  const locales = createLocales(store, { clock, log });
  const thumbnails = createViewThumbnails({ rest: rest.rest, clock, log });
  const directly = createDirectAnswers({ rest: rest.rest, directChannelWith, log });
  const answering = { store, holder, uploads, thumbnails, directly, clock, log };
  const interactions = { ...answering, intake, specs: commands, homeOf, locales, withheld, aheadMs: skew };
  // Until Discord has answered, assume that content is readable, so that no false warning appears.
  const seesContent = (): boolean => identity.known()?.messageContent ?? true;
  const texts = { rest, intake, homeOf, locales, log, seesContent, withheld, uploads, directChannelWith };
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
      onReconnect: options.onReconnect,
    },
    async beforeConnecting({ applicationId }, signal) {
      isRegistered = await registerCommands(applicationId, registering, signal);
    },
    async whileConnected({ applicationId }, signal) {
      await Promise.all([
        answerInterrupted({ rest, store, applicationId, clock, log }, signal),
        isRegistered ? undefined : registerLater(applicationId, registering, signal),
      ]);
    },
    clock,
    random,
    log,
  });
  const state = (): PlatformState => (isTokenRefused() ? refusedState(refusedToken()) : connection.state());
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
      uploadLimits: createUploadLimits(looking, { clock, log }),
      directChannelWith,
      looking,
    }),
    state,
    facts() {
      const us = identity.known();
      const current = state();
      const guilds = connection.guilds() ?? 0;
      return {
        account: us?.name,
        how: current.kind === "connected" ? `in ${guilds} ${guilds === 1 ? "server" : "servers"}` : undefined,
        invite: us && inviteLink(us.applicationId),
        state: current,
      };
    },
  };
}
