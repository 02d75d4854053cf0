import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Button } from "../../../src/core/chat/message.ts";
import { FORM } from "../../support/discord/discord-form.ts";
import { openDiscordWorld, type DiscordWorld } from "../../support/discord/discord-world.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
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

/** A press in a thread that is archived and locked, and what the person is told directly. */
async function pressedInLocked(name: string, label: string): Promise<readonly string[]> {
  const { world } = here.server;
  const thread = world.addThread(here.channel, name);
  const message = await posted(thread, name);
  Object.assign(thread, { isArchived: true, isLocked: true });
  const before = postsIn(world.dmWith(here.max)).length;
  here.server.as(here.max, thread).press(message, label);
  const told = await here.server.until("the direct message", () => {
    const all = postsIn(world.dmWith(here.max)).slice(before);
    return all.length > 0 ? all : undefined;
  });
  return told.map(({ content }) => content.replace(thread.id, "there"));
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

describe("in a thread that is archived and that only moderators may open", () => {
  it("a press that makes something says so directly, and makes nothing", async () => {
    const before = here.events.length;
    expect(await pressedInLocked("locked again", "Again")).toEqual([
      "This is about <#there>, which is archived and locked: Discord accepts no answers there.\nEasel can't post results in a thread that is archived and locked. Nothing was sent or spent.",
    ]);
    expect(here.events).toHaveLength(before);
  });

  it("a press is answered directly", async () => {
    const before = here.events.length;
    expect(await pressedInLocked("locked recipe", "Recipe")).toEqual([expect.stringMatching(/<#there>.*\nhandled$/)]);
    expect(here.events).toHaveLength(before + 1);
  });

  it("a form can't open, and the person is told directly", async () => {
    here.handleWith((_event, responder) => responder.openForm(FORM));
    expect(await pressedInLocked("locked form", "Recipe")).toEqual([expect.stringContaining("<#there>")]);
  });
});
