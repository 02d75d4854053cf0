import { discordEnvironment } from "./discord-easel.ts";
import { postsIn, startFakeDiscord, type FakeDiscord } from "../fake-discord/fake-discord.ts";
import { buttonsOf, type Person } from "../fake-discord/person.ts";
import { isLoading } from "../fake-discord/render.ts";
import type { FakeChannel, FakeMessage } from "../fake-discord/world.ts";
import { openFaultWorld, within, type FaultWorld, type Replica, type WorldOptions } from "../fault/fault-world.ts";

/** Easel replicas that may die, with a Discord, a gateway and a database that outlive them. */
export interface DiscordFaultWorld {
  readonly world: FaultWorld;
  readonly discord: FakeDiscord;
  readonly channel: FakeChannel;
  readonly person: Person;
  /** Resolves when the new process is connected to Discord. */
  start(): Promise<Replica>;
  /** Replaces a dead process, without waiting until it counts as dead. */
  replace(gone: Replica): Promise<Replica>;
  /** Messages that show Easel as thinking. */
  thinking(): FakeMessage[];
  notices(): FakeMessage[];
  /** Messages that show results for a prompt. */
  results(prompt: string): FakeMessage[];
  close(): Promise<void>;
}

export async function openDiscordFaultWorld(options: WorldOptions = {}): Promise<DiscordFaultWorld> {
  const world = await openFaultWorld(options);
  const discord = await startFakeDiscord();
  const guild = discord.world.addGuild("Studio");
  const channel = discord.world.addChannel(guild, "general");
  const max = discord.world.addUser("Max");
  discord.world.addMember(guild, max);

  async function start(): Promise<Replica> {
    const replica = await world.start(undefined, discordEnvironment(discord, guild));
    await within(30_000, "connected to Discord", discord.gateway.until(1));
    return replica;
  }

  return {
    world,
    discord,
    channel,
    person: discord.as(max, channel),
    start,
    async replace(gone) {
      await gone.gone;
      await world.declareAllDead();
      await world.sql`update connections set beat = '-infinity'`;
      await discord.gateway.until(0);
      return start();
    },
    thinking: () => [...channel.messages.values()].filter(isLoading),
    notices: () =>
      postsIn(channel).filter((message) => buttonsOf(message).some(({ customId }) => customId.startsWith("cancel:"))),
    results: (prompt) =>
      postsIn(channel).filter(({ attachments }) => attachments.some(({ description }) => description === prompt)),
    async close() {
      await world.close();
      await discord.close();
    },
  };
}
