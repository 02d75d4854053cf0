import type { ChatEvent, Handlers, Responder } from "../../../src/core/chat/event.ts";
import type { Platform } from "../../../src/core/chat/platform.ts";
import type { Clock } from "../../../src/lib/clock.ts";
import { openDiscordPlatform, type TestPlatform } from "./discord-platform.ts";
import { startFakeDiscord, type FakeDiscord } from "../fake-discord/fake-discord.ts";
import type { Person } from "../fake-discord/person.ts";
import type { FakeChannel, FakeGuild, FakeUser } from "../fake-discord/world.ts";
import { createTestDatabase } from "../database/postgres.ts";

/** A Discord with a server, and the adapter connected to it; the test handles the events. */
export interface DiscordWorld {
  readonly server: FakeDiscord;
  readonly guild: FakeGuild;
  readonly channel: FakeChannel;
  readonly max: FakeUser;
  readonly person: Person;
  readonly platform: Platform;
  readonly databaseUrl: string;
  readonly rateLimits: TestPlatform["rateLimits"];
  /** Every received event, in order. */
  readonly events: ChatEvent[];
  /** Resolves with the next event. */
  next(): Promise<ChatEvent>;
  /** Replaces the event handler; by default every event is accepted. */
  handleWith(handle: (event: ChatEvent, responder: Responder) => Promise<unknown>): void;
  suggestWith(suggest: Handlers["suggest"]): void;
  /** Another process on the same database and Discord, not started. */
  another(options?: { readonly clock?: Clock }): Promise<TestPlatform>;
  readonly handlers: Handlers;
  close(): Promise<void>;
}

export async function openDiscordWorld(
  options: { readonly clock?: Clock; readonly prepare?: (server: FakeDiscord) => void } = {},
): Promise<DiscordWorld> {
  const server = await startFakeDiscord();
  const { world } = server;
  options.prepare?.(server);
  const guild = world.addGuild("Studio");
  const max = world.addUser("Max");
  world.addMember(guild, max);
  const channel = world.addChannel(guild, "general");
  const database = await createTestDatabase();
  const opened: TestPlatform[] = [];
  const open = async (more: { readonly clock?: Clock } = {}): Promise<TestPlatform> => {
    const one = await openDiscordPlatform(server, guild, database.url, more);
    opened.push(one);
    return one;
  };
  const events: ChatEvent[] = [];
  const waiting: ((event: ChatEvent) => void)[] = [];
  let handle: (event: ChatEvent, responder: Responder) => Promise<unknown> = (_event, responder) =>
    responder.acknowledge();
  let suggest: Handlers["suggest"] = async () => [];
  const handlers: Handlers = {
    async event(event, responder) {
      events.push(event);
      waiting.splice(0).forEach((resolve) => resolve(event));
      await handle(event, responder);
    },
    suggest: (query) => suggest(query),
    reform: async () => undefined,
    preview: async () => undefined,
    models: async () => undefined,
    cost: async () => undefined,
    offer: async () => ({ kind: "refused", text: "not in this test" }),
  };
  const { discord, rateLimits } = await open(options);
  await discord.platform.start(handlers);
  return {
    server,
    guild,
    channel,
    max,
    person: server.as(max, channel),
    platform: discord.platform,
    databaseUrl: database.url,
    rateLimits,
    events,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    handleWith(next) {
      handle = next;
    },
    suggestWith(next) {
      suggest = next;
    },
    another: open,
    handlers,
    async close() {
      for (const one of opened) {
        await one.discord.platform.stop();
        await one.close();
      }
      await server.close();
      await database.drop();
    },
  };
}
