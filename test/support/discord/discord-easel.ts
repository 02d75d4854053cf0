import type { Overrides } from "../../../src/app/app.ts";
import { startTestEasel, type TestEasel } from "../easel.ts";
import { postsIn, startFakeDiscord, type FakeDiscord } from "../fake-discord/fake-discord.ts";
import { buttonsOf, type Person } from "../fake-discord/person.ts";
import { isLoading } from "../fake-discord/render.ts";
import type { FakeChannel, FakeGuild, FakeMessage, FakeUser } from "../fake-discord/world.ts";

/** All of Easel, connected to a Discord with one server that it is configured for. */
export interface DiscordEasel {
  readonly discord: FakeDiscord;
  readonly easel: TestEasel;
  readonly guild: FakeGuild;
  readonly channel: FakeChannel;
  /** A member and an admin of the server. */
  readonly max: FakeUser;
  readonly ada: FakeUser;
  /** The member in the channel. */
  readonly person: Person;
  /** The only result with a file for a prompt. */
  result(prompt: string, channel?: FakeChannel): Promise<FakeMessage>;
  /** Waits until the channel contains no notice, and nothing is pending that could create one. */
  settled(channel?: FakeChannel): Promise<void>;
  stop(): Promise<void>;
}

export interface DiscordEaselOptions {
  readonly environment?: Record<string, string>;
  readonly overrides?: Overrides;
  /** Runs before Easel connects. */
  readonly prepare?: (discord: FakeDiscord, guild: FakeGuild) => void;
}

export async function startDiscordEasel(options: DiscordEaselOptions = {}): Promise<DiscordEasel> {
  const discord = await startFakeDiscord();
  const { world } = discord;
  const guild = world.addGuild("Studio");
  const max = world.addUser("Max");
  const ada = world.addUser("Ada");
  world.addMember(guild, max);
  world.addMember(guild, ada, ["ViewChannel", "SendMessages", "ManageGuild"]);
  const channel = world.addChannel(guild, "general");
  options.prepare?.(discord, guild);
  const easel = await startTestEasel(
    { ...discordEnvironment(discord, guild), ...options.environment },
    options.overrides,
  );
  const person = discord.as(max, channel);
  return {
    discord,
    easel,
    guild,
    channel,
    max,
    ada,
    person,
    result: (prompt, where = channel) =>
      discord.until(`the result for ${prompt}`, () =>
        postsIn(where).find((message) => message.attachments.some((file) => file.description === prompt)),
      ),
    async settled(where = channel) {
      await discord.until("no notice", () =>
        postsIn(where).some((message) => isLoading(message) || hasCancel(message)) ? undefined : true,
      );
    },
    async stop() {
      await easel.stop();
      await discord.close();
    },
  };
}

function hasCancel(message: FakeMessage): boolean {
  return buttonsOf(message).some(({ customId }) => customId.startsWith("cancel:"));
}

/** Configures Easel for a local Discord and one of its servers. */
export function discordEnvironment(discord: FakeDiscord, guild: FakeGuild): Record<string, string> {
  return {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_CDN_URL: discord.cdnUrl,
    ALLOWED_WORKSPACES: `console/discord:${guild.id}`,
  };
}
