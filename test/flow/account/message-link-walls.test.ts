import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Linked } from "../../../src/core/chat/platform.ts";
import { READER_MEMORY_MS } from "../../../src/platforms/reader-cache.ts";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import { DISCORD_UNSEEN_MS } from "../../../src/platforms/discord/people/channels.ts";
import { DISCORD_LINKS } from "../../../src/platforms/discord/receive/linked.ts";
import { openDiscordWorld, type DiscordWorld } from "../../support/discord/discord-world.ts";
import { linkOf, PERMISSIONS, type FakeChannel } from "../../support/fake-discord/world.ts";
import { startSlackWorld, type SlackWorld } from "../../support/slack/slack-platform.ts";

let aheadMs = 0;
const clock: Clock = { ...systemClock, elapsed: () => systemClock.elapsed() + aheadMs };

describe("following a message link on Discord", () => {
  let here: DiscordWorld;
  beforeAll(async () => {
    here = await openDiscordWorld({ clock });
  });
  afterAll(() => here.close());

  const follow = (link: string, at: FakeChannel = here.channel): Promise<Linked> => {
    const conversation = { platform: "discord", workspace: here.guild.id, channel: at.id } as const;
    return here.platform.linked(link, { conversation, userId: here.max.id });
  };
  const files = [{ name: "fox.png", contentType: "image/png", content: Buffer.from("a fox") }];
  const write = (channel: FakeChannel): string =>
    linkOf(channel, here.server.as(here.max, channel).write("look", { files }).id);
  const kindOf = async (link: string): Promise<Linked["kind"]> => (await follow(link)).kind;

  it("follows the channel's permissions: everyone's, then roles', then the member's own", async () => {
    const { world } = here.server;
    const channel = world.addChannel(here.guild, "rules");
    const [makers, guests] = [world.addRole(here.guild, "Makers", [here.max]), world.addRole(here.guild, "Guests", [])];
    const link = write(channel);
    const everyone = { id: here.guild.id, allow: 0n, deny: PERMISSIONS.ViewChannel };
    const allows = (id: string) => ({ id, allow: PERMISSIONS.ViewChannel, deny: 0n });
    expect(await kindOf(link)).toBe("message");
    channel.overwrites = [everyone];
    expect(await kindOf(link)).toBe("unseen");
    channel.overwrites = [everyone, allows(guests)];
    expect(await kindOf(link)).toBe("unseen");
    channel.overwrites = [everyone, allows(makers)];
    expect(await kindOf(link)).toBe("message");
    channel.overwrites = [
      everyone,
      allows(makers),
      { id: here.max.id, allow: 0n, deny: PERMISSIONS.ReadMessageHistory },
    ];
    expect(await kindOf(link)).toBe("unseen");
  });

  it("opens a voice channel's messages only for members who may join it", async () => {
    aheadMs += 60_000;
    const channel = here.server.world.addChannel(here.guild, "board room", "voice");
    const link = write(channel);
    const board = here.server.world.addRole(here.guild, "Board", []);
    expect(await kindOf(link)).toBe("message");
    const locked = [
      { id: here.guild.id, allow: 0n, deny: PERMISSIONS.Connect },
      { id: board, allow: PERMISSIONS.Connect, deny: 0n },
    ];
    channel.overwrites = locked;
    expect(await kindOf(link)).toBe("unseen");
    const place = { platform: "discord", workspace: here.guild.id, channel: channel.id } as const;
    expect(await here.platform.mayRead(place, here.max.id)).toBe(false);
    channel.overwrites = [...locked, { id: here.max.id, allow: PERMISSIONS.Connect, deny: 0n }];
    expect(await kindOf(link)).toBe("message");
  });

  it("follows the channel for a thread, and the members for a private thread", async () => {
    const { world } = here.server;
    const channel = world.addChannel(here.guild, "threads");
    const open = world.addThread(channel, "open");
    const found = await follow(write(open));
    expect(found).toMatchObject({ target: { message: { conversation: { channel: channel.id, thread: open.id } } } });
    const ada = world.addUser("Ada");
    expect(await kindOf(write(world.addThread(channel, "hers", [ada])))).toBe("unseen");
    expect(await kindOf(write(world.addThread(channel, "ours", [ada, here.max])))).toBe("message");
    const link = write(open);
    channel.overwrites = [{ id: here.guild.id, allow: 0n, deny: PERMISSIONS.ViewChannel }];
    expect(await kindOf(link)).toBe("unseen");
  });

  it("never opens another server's channel, whichever server the link names", async () => {
    const { world } = here.server;
    const there = world.addChannel(world.addGuild("Elsewhere"), "general");
    const link = write(there);
    expect(await kindOf(link)).toBe("elsewhere");
    expect(await kindOf(link.replace(there.guild?.id ?? "", here.guild.id))).toBe("unseen");
    expect(await kindOf(link.replace(there.guild?.id ?? "", "@me"))).toBe("elsewhere");
  });

  it("asks once a minute about a channel that the bot can't see", async () => {
    const { world } = here.server;
    const there = world.addChannel(world.addGuild("Far away"), "general");
    const link = write(there).replace(there.guild?.id ?? "", here.guild.id);
    there.botPermissions = 0n;
    const asked = (): readonly number[] =>
      here.server.ledger.filter(({ path }) => path.endsWith(`/channels/${there.id}`)).map(({ status }) => status);
    expect([await kindOf(link), await kindOf(link)]).toEqual(["unseen", "unseen"]);
    const place = { platform: "discord", workspace: here.guild.id, channel: there.id } as const;
    expect(await here.platform.mayRead(place, here.max.id)).toBe(false);
    expect(asked()).toEqual([403]);
    aheadMs += DISCORD_UNSEEN_MS;
    expect(await kindOf(link)).toBe("unseen");
    expect(asked()).toEqual([403, 403]);
  });

  it("follows a limited number of links a minute", async () => {
    aheadMs += 60_000;
    const hidden = here.server.world.addChannel(here.guild, "hidden");
    const [seen, unseen] = [write(here.channel), write(hidden)];
    hidden.botPermissions = 0n;
    for (let n = 1; n < DISCORD_LINKS.member; n += 1) expect(await kindOf(unseen)).toBe("unseen");
    expect(await kindOf(seen)).toBe("message");
    expect(await follow(seen)).toEqual({ kind: "too_many", max: DISCORD_LINKS.member });
    aheadMs += 60_000;
    expect(await kindOf(seen)).toBe("message");
  });

  it("opens direct messages only from within them", async () => {
    const dm = here.server.world.dmWith(here.max);
    const link = write(dm);
    expect(await kindOf(link)).toBe("elsewhere");
    expect(await follow(link, dm)).toMatchObject({ kind: "message", target: { attachments: [{ name: "fox.png" }] } });
  });

  it("recognises what Discord hides from Easel", async () => {
    expect(await follow(write(here.channel))).toMatchObject({ target: { attachments: [], complete: false } });
  });
});

describe("following a message link in Slack", () => {
  let world: SlackWorld;
  beforeAll(async () => {
    world = await startSlackWorld({ mode: "http", clock });
  });
  afterAll(() => world.stop());

  const files = [{ name: "fox.png", mimeType: "image/png", content: Buffer.from("a fox") }];
  const follow = async (link: string, userId: string, channel = world.channel.id): Promise<Linked["kind"]> => {
    const conversation = { platform: "slack", workspace: world.slack.world.team.id, channel } as const;
    return (await world.adapter.platform.linked(link, { conversation, userId })).kind;
  };

  it("opens public channels for members, and only joined ones for guests", async () => {
    const { slack, ada, max } = world;
    const bot = slack.world.bot.userId;
    const lobby = slack.addChannel({ name: "lobby", members: [ada.user.id, bot] });
    const guest = slack.join({ name: "gus", displayName: "Gus", isGuest: true });
    lobby.members.delete(guest.user.id);
    const link = slack.linkTo(ada.say(lobby.id, "look", { files }).message);
    expect(await follow(link, max.user.id)).toBe("message");
    expect(await follow(link, guest.user.id)).toBe("unseen");
    expect(await follow(link, "U0NOBODY99")).toBe("unseen");
    lobby.members.add(guest.user.id);
    // Who may read a channel is cached for seconds.
    aheadMs += READER_MEMORY_MS;
    expect(await follow(link, guest.user.id)).toBe("message");
    lobby.members.delete(bot);
    expect(await follow(link, max.user.id)).toBe("unseen");
  });

  it("opens direct messages only from within them", async () => {
    const { slack, ada, max } = world;
    const direct = slack.directWith(max);
    const link = slack.linkTo(max.say(direct.id, "look", { files }).message);
    expect(await follow(link, max.user.id)).toBe("elsewhere");
    expect(await follow(link, ada.user.id)).toBe("elsewhere");
    expect(await follow(link, max.user.id, direct.id)).toBe("message");
  });

  it("opens no links of other workspaces or sites", async () => {
    const { slack, ada, max, channel } = world;
    const link = slack.linkTo(ada.say(channel.id, "look", { files }).message);
    expect(await follow(link, max.user.id)).toBe("message");
    expect(await follow(link.replace("fake.", "others."), max.user.id)).toBe("elsewhere");
    expect(await follow(link.replace("fake.slack.com", "slack.com.example"), max.user.id)).toBe("no_message");
    expect(await follow(link.replace("https:", "http:"), max.user.id)).toBe("no_message");
  });
});
