import { describe, expect, it } from "vitest";
import { startDiscordEasel } from "../../support/discord/discord-easel.ts";
import { sentText } from "../../support/fake-discord/reading.ts";
import { startSlackEasel } from "../../support/slack/slack-easel.ts";

const ATTACH_FILES = 1n << 15n;

describe("the doctor checks the recently used channels", () => {
  it("in Slack: it names those that Easel is no longer in, and the app's missing scopes", async () => {
    const world = await startSlackEasel("socket");
    try {
      const { slack, ada, max } = world;
      const removed = world.channel;
      await max.slash(removed.id, "/imagine", "a fox").outcome;
      await world.result("a fox");
      world.nextChannel();
      const archived = world.channel;
      await max.slash(archived.id, "/imagine", "an owl").outcome;
      await world.result("an owl");
      world.nextChannel();
      const told = async (channel: string, line: string, count: number): Promise<string> => {
        await ada.slash(channel, "/easel-admin", line).outcome;
        return world.see("the answer", () => slack.privately(ada.user.id)[count - 1]);
      };
      const asks = (count: number): Promise<string> => told(world.channel.id, "doctor", count);
      const well = await asks(1);
      expect(well).toContain("✓ Nothing is missing on this platform");
      expect(well).toContain("✓ Nothing is missing in 2 other channels used in the last week.");

      removed.members.delete(slack.world.bot.userId);
      archived.isArchived = true;
      slack.world.scopes.delete("usergroups:read");
      const bad = await asks(2);
      expect(bad).toContain(`⚠ In ${removed.name}: Easel is not in this channel. Unless it was deleted, type`);
      expect(bad).toContain("✓ Nothing is missing in the other channel used in the last week.");
      expect(bad).toContain("⚠ The app lacks the scopes usergroups:read. Add them under");

      const office = slack.addChannel({ name: "office" });
      expect(await told(office.id, "workspace settings --admin_channel here", 3)).toContain("→ here");
      office.members.delete(slack.world.bot.userId);
      expect(await asks(4)).toContain("⚠ In the admin channel office: Easel is not in this channel.");
      await told(world.channel.id, "workspace settings --admin_channel off", 5);
      slack.fault("conversations.info", { kind: "http", status: 503 }, 3);
      expect(await asks(6)).toContain("⚠ 2 other channels could not be checked, because the platform did not answer.");
    } finally {
      await world.stop();
    }
  });

  it("on Discord: it names the permissions that Easel lacks there and in the current channel", async () => {
    const here = await startDiscordEasel({});
    try {
      const { discord } = here;
      const other = discord.world.addChannel(here.guild, "sketches");
      discord.as(here.max, other).command("imagine", { prompt: "a heron" });
      await here.result("a heron", other);
      const asks = async (): Promise<string> => {
        const { interaction } = discord.as(here.ada, here.channel).command("easel-admin doctor");
        const answer = await discord.until("the doctor", () =>
          interaction.original && sentText(interaction.original) !== "" ? interaction.original : undefined,
        );
        return sentText(answer);
      };
      expect(await asks()).toContain("✓ Nothing is missing in the other channel used in the last week.");
      const denied = { id: here.guild.id, allow: 0n, deny: ATTACH_FILES };
      for (const channel of [other, here.channel]) channel.overwrites = [denied];
      const bad = await asks();
      expect(bad).toContain("⚠ In sketches: Easel lacks the permission **Attach Files**.");
      expect(bad).toContain("⚠ Easel lacks the permission **Attach Files**.");
    } finally {
      await here.stop();
    }
  });
});
