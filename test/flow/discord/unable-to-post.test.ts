import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Button } from "../../../src/core/chat/message.ts";
import { openDiscordWorld, type DiscordWorld } from "../../support/discord/discord-world.ts";
import type { FakeChannel, FakeMessage } from "../../support/fake-discord/world.ts";

let here: DiscordWorld;

beforeAll(async () => {
  here = await openDiscordWorld();
});
beforeEach(() => here.handleWith((_event, responder) => responder.answer({ text: "handled" })));
afterAll(() => here.close());

const button = (act: string, label: string): Button => ({ id: `${act}:${randomUUID()}`, label, style: "secondary" });

/** A message of Easel's with buttons that make something at once, and others. */
async function posted(channel: FakeChannel, key: string): Promise<FakeMessage> {
  const conversation = channel.parent ? { channel: channel.parent.id, thread: channel.id } : { channel: channel.id };
  const buttons = [
    button("again", "Again"),
    button("twice", "Twice"),
    button("confirm", "Yes"),
    button("recipe", "Recipe"),
  ];
  const at = { platform: "discord", workspace: here.guild.id, ...conversation } as const;
  const { id } = await here.platform.post(at, { text: "done", buttons }, key);
  const message = channel.messages.get(id);
  if (!message) throw new Error("the message was not posted");
  return message;
}

describe("where Easel may no longer post", () => {
  it.each(["Again", "Twice", "Yes"])("a press of %s names the missing permission, and makes nothing", async (label) => {
    const channel = here.server.world.addChannel(here.guild, `without-files-${label.toLowerCase()}`);
    const message = await posted(channel, `poor-${label}`);
    channel.botPermissions &= ~(1n << 15n);
    const before = here.events.length;
    const pressed = here.server.as(here.max, channel).press(message, label);
    expect(await pressed.answered).toMatchObject({
      type: 4,
      data: { content: expect.stringContaining("**Attach Files**") },
    });
    expect(pressed.interaction.original?.visibleTo).toBe(here.max.id);
    expect(here.events).toHaveLength(before);
  });

  it("a press that makes nothing is handled", async () => {
    const channel = here.server.world.addChannel(here.guild, "without-files");
    const message = await posted(channel, "poor-recipe");
    channel.botPermissions &= ~(1n << 15n);
    const pressed = here.server.as(here.max, channel).press(message, "Recipe");
    expect(await pressed.answered).toMatchObject({ type: 4, data: { content: "handled" } });
  });
});
