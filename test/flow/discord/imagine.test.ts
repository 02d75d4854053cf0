import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { buttonsOf } from "../../support/fake-discord/person.ts";

let here: DiscordEasel;

beforeAll(async () => {
  here = await startDiscordEasel({ overrides: { sandboxMedia: "full" } });
});

afterAll(() => here.stop());

describe("/imagine on Discord", () => {
  it("is acknowledged, shows its progress, and brings one result that mentions only the requester", async () => {
    const prompt = "a lighthouse at dusk";
    const asked = here.person.command("imagine", { prompt, size: "1K", count: 2 });
    expect(await asked.answered).toMatchObject({ type: 5 });
    const notice = asked.interaction.original;
    const result = await here.result(prompt);
    const [quote, headline, facts, ...more] = result.content.split("\n");
    expect([quote, headline]).toEqual([`> ${prompt}`, `<@${here.max.id}>, here are your 2 pictures.`]);
    expect(facts).toMatch(
      /^-# \S+ · 1K · made in \d+\.\d s · charged: 2 pictures · made by the sandbox, so no money was spent$/,
    );
    expect(more).toEqual([]);
    expect(result.pings).toEqual([here.max.id]);
    expect(result.attachments.map((file) => file.description)).toEqual([prompt, prompt]);
    for (const file of result.attachments) {
      expect(await sharp(file.content).metadata()).toMatchObject({ width: 1024, format: "png" });
    }
    expect(buttonsOf(result).map(({ label }) => label)).toEqual(expect.arrayContaining(["Again", "Recipe"]));
    await here.discord.until("the notice gone", () => (postsIn(here.channel).length === 1 ? true : undefined));
    expect(here.channel.messages.has(notice?.id ?? "")).toBe(false);
    expect(postsIn(here.channel)).toEqual([result]);
  });
});
