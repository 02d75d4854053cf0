import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDiscordWorld, type DiscordWorld } from "../../support/discord/discord-world.ts";
import type { FakeChannel } from "../../support/fake-discord/world.ts";

let here: DiscordWorld;
let channels: readonly FakeChannel[];
let before = 0;

beforeAll(async () => {
  here = await openDiscordWorld();
  channels = ["art", "lobby", "tests"].map((name) => here.server.world.addChannel(here.guild, name));
});
beforeEach(() => void (before = here.server.ledger.length));
afterAll(() => here.close());

/** The paths of the GET calls since the test began. */
function reads(): string[] {
  return here.server.ledger.slice(before).flatMap(({ method, path }) => (method === "GET" ? [path] : []));
}

function placeOf({ id }: FakeChannel) {
  return { platform: "discord", workspace: here.guild.id, channel: id } as const;
}

describe("Discord is asked once", () => {
  it("about the server and Easel's own rights, for a check of several channels", async () => {
    const { problemsIn } = here.platform.capabilities;
    if (!problemsIn) throw new Error("there is nothing to check");
    const found = await Promise.all(channels.map((channel) => problemsIn(placeOf(channel), "en")));
    expect(found).toEqual(channels.map(() => []));
    const bot = here.server.world.bot.id;
    expect(reads().toSorted()).toEqual(
      [
        ...channels.map(({ id }) => `/channels/${id}`),
        `/guilds/${here.guild.id}`,
        `/guilds/${here.guild.id}/members/${bot}`,
      ].toSorted(),
    );
  });

  it("about a channel that several entries of a list link to", async () => {
    const [art] = channels;
    if (!art) throw new Error("there is no channel");
    const messages = ["1", "2", "3"].map((digit) => ({ conversation: placeOf(art), id: digit.repeat(18) }));
    const links = await Promise.all(messages.map((message) => here.platform.linkTo(message)));
    expect(links).toEqual(messages.map(({ id }) => `https://discord.com/channels/${here.guild.id}/${art.id}/${id}`));
    expect(reads()).toEqual([`/channels/${art.id}`]);
  });

  it("about a server's roles, for several names", async () => {
    const names = ["Painters", "Makers"];
    for (const name of names) here.server.world.addRole(here.guild, name, [here.max]);
    const found = await Promise.all(names.map((name) => here.platform.lookUp(placeOf(here.channel), "role", name)));
    expect(found.map((role) => role?.name)).toEqual(names);
    expect(reads()).toEqual([`/guilds/${here.guild.id}/roles`]);
  });

  it("again for a later question, once it has answered", async () => {
    const { problemsIn } = here.platform.capabilities;
    const [art] = channels;
    if (!art || !problemsIn) throw new Error("there is nothing to check");
    art.botPermissions = 0n;
    expect(await problemsIn(placeOf(art), "en")).not.toEqual([]);
  });

  it("for all callers, even if one of them stops waiting", async () => {
    const held = Promise.withResolvers<void>();
    here.server.interrupt({ method: "GET", route: "/channels/:id", hold: held.promise });
    const [, lobby] = channels;
    if (!lobby) throw new Error("there is no channel");
    const over = new AbortController();
    const link = `https://discord.com/channels/${here.guild.id}/${lobby.id}/${"4".repeat(18)}`;
    const reader = { conversation: placeOf(here.channel), userId: here.max.id };
    const given = here.platform.linked(link, reader, over.signal);
    const other = here.platform.linkTo({ conversation: placeOf(lobby), id: "5".repeat(18) });
    over.abort(new Error("enough"));
    await expect(given).rejects.toThrow("enough");
    held.resolve();
    expect(await other).toBe(`https://discord.com/channels/${here.guild.id}/${lobby.id}/${"5".repeat(18)}`);
  });
});
