import { Client, Events, GatewayIntentBits, Options, Partials, type Interaction, type Message } from "discord.js";
import type { Clock } from "../../clock.ts";
import { DISCORD_GUILD_WAIT_MS, DISCORD_START_MS } from "../../limits.ts";
import type { Logger } from "../../log.ts";
import { restOptions, type DiscordAddresses } from "./rest.ts";

/** One connection to Discord's gateway. */
export interface GatewayClient {
  /** How many servers the bot is in. */
  guilds(): number;
  close(): Promise<void>;
}

export interface ClientOptions {
  readonly token: string;
  readonly addresses: DiscordAddresses;
  /** Whether what people write may be read; it must be granted, or Discord refuses the connection. */
  readonly messageContent: boolean;
  readonly onInteraction: (interaction: Interaction) => void;
  readonly onMessage: (message: Message) => void;
  /** The connection is over, and will not come back by itself. */
  readonly onLost: (reason: string) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Connects; resolves when events come in. discord.js reconnects and resumes by itself. Rejects when Discord does not take the
 * connection in time.
 */
export async function connectClient(options: ClientOptions, signal: AbortSignal): Promise<GatewayClient> {
  const { token, addresses, log } = options;
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
  });
  client.on(Events.InteractionCreate, options.onInteraction);
  client.on(Events.MessageCreate, options.onMessage);
  client.on(Events.Error, (error) => log.warn({ reason: error.message }, "Discord's gateway failed"));
  client.on(Events.ShardError, (error, shard) => log.warn({ shard, reason: error.message }, "a shard failed"));
  client.on(Events.ShardReconnecting, (shard) => log.info({ shard }, "a shard connects again"));
  client.on(Events.ShardDisconnect, ({ code }) => options.onLost(`Discord closed the connection for good (${code})`));
  client.on(Events.Invalidated, () => options.onLost("Discord declared the session invalid"));
  try {
    await ready(client, token, options.clock, signal);
  } catch (error) {
    await client.destroy();
    throw error;
  }
  return { guilds: () => client.guilds.cache.size, close: () => client.destroy() };
}

async function ready(client: Client, token: string, clock: Clock, signal: AbortSignal): Promise<void> {
  const isReady = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
  const over = new AbortController();
  const tooLong = clock.sleep(DISCORD_START_MS, AbortSignal.any([signal, over.signal])).then(() => {
    throw new Error(`Discord's gateway was not ready within ${DISCORD_START_MS} ms`);
  });
  try {
    await Promise.race([client.login(token).then(() => isReady), tooLong]);
  } finally {
    over.abort();
    await tooLong.catch(() => undefined);
  }
}
