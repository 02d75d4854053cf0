import { DISCORD_START_MS } from "../limits.ts";
import {
  Client,
  DiscordjsError,
  DiscordjsErrorCodes,
  Events,
  GatewayCloseCodes,
  GatewayIntentBits,
  Options,
  Partials,
  SimpleIdentifyThrottler,
  SimpleShardingStrategy,
  type Interaction,
  type Message,
} from "discord.js";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { withTimeLimit } from "../../../lib/time-limit.ts";
import { PlatformError, PlatformRefusal } from "../../../core/chat/errors.ts";
import { refusedToken } from "./identity.ts";
import type { IdentifyPace } from "./identify-pace.ts";
import { restOptions, type DiscordAddresses } from "./web-api.ts";

/**
 * Kept short because Easel can answer before guild data arrives. Interactions that arrive during the wait would only
 * get older.
 */
const DISCORD_GUILD_WAIT_MS = 100;

/** How long to wait for a connection to close. */
const DISCORD_CLOSE_MS = 2_000;

/** One connection to Discord's gateway. */
export interface GatewayClient {
  /** How many servers the bot is in. */
  guilds(): number;
  /** Whether every shard is connected right now. */
  isConnected(): boolean;
  close(): Promise<void>;
}

export interface ClientOptions {
  readonly token: string;
  readonly addresses: DiscordAddresses;
  /** Whether to receive message content. Discord refuses the connection unless the bot has been granted this intent. */
  readonly messageContent: boolean;
  readonly onInteraction: (interaction: Interaction) => void;
  readonly onMessage: (message: Message) => void;
  /** Called when the connection has ended for good. The reason is a `PlatformRefusal` when only a person can fix it. */
  readonly onLost: (reason: Error) => void;
  /** Called when a connection that had broken is open again. */
  readonly onReconnect?: (() => void) | undefined;
  readonly identifies: IdentifyPace;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Connects, and resolves when events arrive. discord.js reconnects and resumes by itself. Rejects when Discord does not
 * accept the connection in time.
 */
export async function connectClient(options: ClientOptions, signal: AbortSignal): Promise<GatewayClient> {
  const { token, addresses, identifies, log, clock } = options;
  const broken = new Set<number>();
  const over = new AbortController();
  const never = (): Promise<never> => new Promise(() => {});
  const client = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.DirectMessages,
      ...(options.messageContent ? [GatewayIntentBits.MessageContent] : []),
    ],
    // Direct messages arrive from channels that Discord has not announced.
    partials: [Partials.Channel],
    shards: "auto",
    waitGuildTimeout: DISCORD_GUILD_WAIT_MS,
    allowedMentions: { parse: [], repliedUser: false },
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      // With cached messages, discord.js drops a repeated delivery, even if the first one could not be handled.
      MessageManager: 0,
      PresenceManager: 0,
      ReactionManager: 0,
      GuildEmojiManager: 0,
      GuildStickerManager: 0,
      VoiceStateManager: 0,
    }),
    rest: restOptions(addresses),
    ws: {
      // discord.js bug: a shard that is destroyed while it waits to reconnect connects anyway and never stops. It asks
      // for session data first, so after `close` that request never resolves.
      buildStrategy(manager) {
        const retrieve = manager.options.retrieveSessionInfo.bind(manager.options);
        manager.options.retrieveSessionInfo = (shard) => (over.signal.aborted ? never() : retrieve(shard));
        return new SimpleShardingStrategy(manager);
      },
      async buildIdentifyThrottler(manager) {
        const { session_start_limit: limit } = await manager.fetchGatewayInformation();
        const throttler = new SimpleIdentifyThrottler(limit.max_concurrency);
        return {
          async waitForIdentify(shard, closed) {
            const waiting = identifies.turn(shard, AbortSignal.any([closed, over.signal]));
            // A rejection would make discord.js close the shard a second time.
            await waiting.catch((error: unknown) => (over.signal.aborted ? never() : Promise.reject(error)));
            await throttler.waitForIdentify(shard, closed);
          },
        };
      },
    },
  });
  // discord.js never finishes closing a shard that still waits for Discord's hello: it closes the shard twice, and loses track of
  // the first close. So stop waiting after a while: the connection is closed by then, and nothing reconnects.
  const end = async (): Promise<void> => {
    over.abort(new Error("over"));
    const closing = {
      clock,
      signal: new AbortController().signal,
      late: () => unavailable("discord.js did not finish closing"),
    };
    await withTimeLimit(DISCORD_CLOSE_MS, () => client.destroy(), closing).catch((error: unknown) => {
      log.debug({ err: error }, "the connection to Discord's gateway was left to close by itself");
    });
  };
  client.on(Events.InteractionCreate, options.onInteraction);
  client.on(Events.MessageCreate, options.onMessage);
  client.on(Events.Error, (error) => log.warn({ reason: error.message }, "Discord's gateway failed"));
  client.on(Events.ShardError, (error, shard) => log.warn({ shard, reason: error.message }, "a shard failed"));
  client.on(Events.ShardReconnecting, (shard) => {
    broken.add(shard);
    log.info({ shard }, "a shard connects again");
  });
  const restored = (shard: number): void => {
    if (broken.delete(shard)) options.onReconnect?.();
  };
  client.on(Events.ShardResume, restored);
  client.on(Events.ShardReady, restored);
  client.on(Events.ShardDisconnect, ({ code }) => options.onLost(closedFor(code)));
  client.on(Events.Invalidated, () => options.onLost(unavailable("Discord declared the session invalid")));
  const late = (): Error => unavailable(`Discord's gateway was not ready within ${DISCORD_START_MS / 1000} seconds`);
  try {
    await withTimeLimit(DISCORD_START_MS, () => ready(client, token), { clock, signal, late });
  } catch (error) {
    await end();
    throw isTokenInvalid(error) ? refusedToken() : error;
  }
  return { guilds: () => client.guilds.cache.size, isConnected: () => broken.size === 0, close: end };
}

async function ready(client: Client, token: string): Promise<void> {
  const isReady = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
  await client.login(token);
  await isReady;
}

function refusedIntents(code: number): PlatformRefusal {
  return new PlatformRefusal(
    "intents",
    "DISCORD_TOKEN",
    `Discord refuses what this bot asks to read (close code ${code}); turn “Message Content Intent” on in the developer portal (Bot, Privileged Gateway Intents) and save, or turn it off there.`,
  );
}

/** Close codes for problems that only a person can fix. */
const REFUSALS: ReadonlyMap<number, (code: number) => PlatformRefusal> = new Map([
  [GatewayCloseCodes.AuthenticationFailed, refusedToken],
  [GatewayCloseCodes.InvalidIntents, refusedIntents],
  [GatewayCloseCodes.DisallowedIntents, refusedIntents],
  [
    GatewayCloseCodes.InvalidAPIVersion,
    () => new PlatformRefusal("outdated", "DISCORD_TOKEN", "Discord no longer takes this version of Easel; update it."),
  ],
]);

/** Why Discord closed a connection that can't be resumed. */
function closedFor(code: number): Error {
  return (
    REFUSALS.get(code)?.(code) ??
    unavailable(`Discord closed the connection and does not allow it to resume (close code ${code})`)
  );
}

function isTokenInvalid(error: unknown): boolean {
  return error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid;
}

function unavailable(reason: string): PlatformError {
  return new PlatformError("unavailable", reason);
}
