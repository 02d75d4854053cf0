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
  SimpleShardingStrategy,
  type Interaction,
  type Message,
} from "discord.js";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { withTimeLimit } from "../../../lib/time-limit.ts";
import { PlatformError, PlatformRefusal } from "../../../core/chat/errors.ts";
import { refusedToken } from "./identity.ts";
import { restOptions, type DiscordAddresses } from "./web-api.ts";

/** Guilds need not be there to answer in them: interactions that come meanwhile would only grow old. */
const DISCORD_GUILD_WAIT_MS = 100;

/** One connection to Discord's gateway. */
export interface GatewayClient {
  /** How many servers the bot is in. */
  guilds(): number;
  /** Whether every shard is connected at this moment. */
  isConnected(): boolean;
  close(): Promise<void>;
}

export interface ClientOptions {
  readonly token: string;
  readonly addresses: DiscordAddresses;
  /** Whether what people write may be read; it must be granted, or Discord refuses the connection. */
  readonly messageContent: boolean;
  readonly onInteraction: (interaction: Interaction) => void;
  readonly onMessage: (message: Message) => void;
  /** The connection is over, and will not come back by itself. A `PlatformRefusal` where only a person can fix it. */
  readonly onLost: (reason: Error) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Connects; resolves when events come in. discord.js reconnects and resumes by itself. Rejects when Discord does not take the
 * connection in time.
 */
export async function connectClient(options: ClientOptions, signal: AbortSignal): Promise<GatewayClient> {
  const { token, addresses, log, clock } = options;
  const broken = new Set<number>();
  let isOver = false;
  const client = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.DirectMessages,
      ...(options.messageContent ? [GatewayIntentBits.MessageContent] : []),
    ],
    // Direct messages come from channels that nobody announced.
    partials: [Partials.Channel],
    shards: "auto",
    waitGuildTimeout: DISCORD_GUILD_WAIT_MS,
    allowedMentions: { parse: [], repliedUser: false },
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      // With messages in its cache it keeps a second delivery to itself, also of one that could not be taken.
      MessageManager: 0,
      PresenceManager: 0,
      ReactionManager: 0,
      GuildEmojiManager: 0,
      GuildStickerManager: 0,
      VoiceStateManager: 0,
    }),
    rest: restOptions(addresses),
    ws: {
      // A shard that is destroyed while it rests between two tries connects all the same, and goes on for ever. It asks for its
      // session first, and after the end gets no answer.
      buildStrategy(manager) {
        const retrieve = manager.options.retrieveSessionInfo.bind(manager.options);
        manager.options.retrieveSessionInfo = (shard) => (isOver ? new Promise(() => {}) : retrieve(shard));
        return new SimpleShardingStrategy(manager);
      },
    },
  });
  const end = async (): Promise<void> => {
    isOver = true;
    await client.destroy();
  };
  client.on(Events.InteractionCreate, options.onInteraction);
  client.on(Events.MessageCreate, options.onMessage);
  client.on(Events.Error, (error) => log.warn({ reason: error.message }, "Discord's gateway failed"));
  client.on(Events.ShardError, (error, shard) => log.warn({ shard, reason: error.message }, "a shard failed"));
  client.on(Events.ShardReconnecting, (shard) => {
    broken.add(shard);
    log.info({ shard }, "a shard connects again");
  });
  client.on(Events.ShardResume, (shard) => broken.delete(shard));
  client.on(Events.ShardReady, (shard) => broken.delete(shard));
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

/** Codes by which Discord closes a connection that only a person can help. */
const REFUSALS: ReadonlyMap<number, (code: number) => PlatformRefusal> = new Map([
  [GatewayCloseCodes.AuthenticationFailed, refusedToken],
  [GatewayCloseCodes.InvalidIntents, refusedIntents],
  [GatewayCloseCodes.DisallowedIntents, refusedIntents],
  [
    GatewayCloseCodes.InvalidAPIVersion,
    () => new PlatformRefusal("outdated", "DISCORD_TOKEN", "Discord no longer takes this version of Easel; update it."),
  ],
]);

/** Why Discord closed a connection that it does not let us resume. */
function closedFor(code: number): Error {
  return REFUSALS.get(code)?.(code) ?? unavailable(`Discord closed the connection for good (${code})`);
}

function isTokenInvalid(error: unknown): boolean {
  return error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid;
}

function unavailable(reason: string): PlatformError {
  return new PlatformError("unavailable", reason);
}
