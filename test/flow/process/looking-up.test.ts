import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDiscordWorld, type DiscordWorld } from "../../support/discord/discord-world.ts";
import { addUserGroup } from "../../support/fake-slack/world.ts";
import { startSlackWorld, type SlackWorld } from "../../support/slack/slack-platform.ts";

describe("on Discord", () => {
  let here: DiscordWorld;
  beforeAll(async () => {
    here = await openDiscordWorld();
  });
  afterAll(() => here.close());

  it("people, roles and channels are found by mention, id and name", async () => {
    const { world } = here.server;
    const lin = world.addUser("Lin Wu");
    world.addMember(here.guild, lin);
    const role = world.addRole(here.guild, "Makers", [lin]);
    const conversation = { platform: "discord", workspace: here.guild.id, channel: here.channel.id } as const;
    const find = (kind: "person" | "role" | "channel", given: string) =>
      here.platform.lookUp(conversation, kind, given);
    for (const given of [lin.id, `<@${lin.id}>`, `<@!${lin.id}>`, "@Lin Wu", "lin wu"]) {
      expect(await find("person", given)).toEqual({ id: lin.id, name: "Lin Wu", roles: [here.guild.id, role] });
    }
    expect(await find("person", "Lin")).toBeUndefined();
    for (const given of [role, `<@&${role}>`, "@makers", "Makers"]) {
      expect(await find("role", given)).toEqual({ id: role, name: "Makers" });
    }
    for (const given of [here.channel.id, `<#${here.channel.id}>`, "#general"]) {
      expect(await find("channel", given)).toEqual({ id: here.channel.id, name: "general" });
    }
  });

  it("finds nothing of another server, and nothing for an ambiguous name", async () => {
    const { world } = here.server;
    const other = world.addGuild("Elsewhere");
    const there = world.addChannel(other, "secret");
    const twins = [world.addUser("Twin"), world.addUser("Twin")];
    for (const twin of twins) world.addMember(here.guild, twin);
    const stranger = world.addUser("Stranger");
    world.addMember(other, stranger);
    const conversation = { platform: "discord", workspace: here.guild.id, channel: here.channel.id } as const;
    expect(await here.platform.lookUp(conversation, "channel", there.id)).toBeUndefined();
    expect(await here.platform.lookUp(conversation, "person", stranger.id)).toBeUndefined();
    expect(await here.platform.lookUp(conversation, "person", "Twin")).toBeUndefined();
  });
});

describe("on Slack", () => {
  let world: SlackWorld;
  beforeAll(async () => {
    world = await startSlackWorld({ mode: "http" });
  });
  afterAll(() => world.stop());

  it("people, user groups and channels are found by mention and id, and groups by their handle", async () => {
    const { slack, adapter, channel, max } = world;
    const makers = addUserGroup(slack.world, "makers", [max.user.id]);
    const conversation = { platform: "slack", workspace: slack.world.team.id, channel: channel.id } as const;
    const find = (kind: "person" | "role" | "channel", given: string) =>
      adapter.platform.lookUp(conversation, kind, given);
    for (const given of [max.user.id, `<@${max.user.id}>`, `<@${max.user.id}|max>`]) {
      expect(await find("person", given)).toEqual({ id: max.user.id, name: "Max", roles: [makers.id], isGuest: false });
    }
    for (const given of [makers.id, `<!subteam^${makers.id}>`, `<!subteam^${makers.id}|@makers>`, "@makers"]) {
      expect(await find("role", given)).toEqual({ id: makers.id, name: "makers" });
    }
    expect(await find("channel", `<#${channel.id}|studio>`)).toEqual({ id: channel.id, name: "studio" });
  });
});
