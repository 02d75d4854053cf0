import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { MENTION, type Message } from "../../../src/core/chat/message.ts";
import { openDiscordWorld, type DiscordWorld } from "../../support/discord/discord-world.ts";
import { DiscordFailure, failures } from "../../support/fake-discord/failure.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import type { FakeChannel } from "../../support/fake-discord/world.ts";

let here: DiscordWorld;
let count = 0;

beforeAll(async () => {
  here = await openDiscordWorld();
});
afterAll(() => here.close());

/** Adds a channel for one test. */
function channel(): {
  readonly place: FakeChannel;
  readonly conversation: { platform: "discord"; workspace: string; channel: string };
} {
  const place = here.server.world.addChannel(here.guild, `c${++count}`);
  return { place, conversation: { platform: "discord", workspace: here.guild.id, channel: place.id } };
}

const POST = { method: "POST", route: "/channels/:id/messages" } as const;
const RESULT: Message = { text: "done", buttons: [{ id: "again:1", label: "Again", style: "secondary" }] };

function fileOf(bytes: number) {
  const content = Buffer.alloc(bytes, 7);
  return {
    name: 'a "quoted" näme.png',
    mimeType: "image/png",
    bytes,
    description: "a picture",
    open: async () => Readable.from([content.subarray(0, bytes / 2), content.subarray(bytes / 2)]),
  };
}

describe("a post", () => {
  it("that arrived although its answer was lost is not repeated", async () => {
    const { place, conversation } = channel();
    here.server.interrupt({ ...POST, after: true, failure: new DiscordFailure(500, 0, "lost"), times: 2 });
    await expect(here.platform.post(conversation, RESULT, "lost-answer")).rejects.toMatchObject({
      failure: "unavailable",
    });
    await here.platform.post(conversation, RESULT, "lost-answer");
    expect(postsIn(place)).toHaveLength(1);
  });

  it.each([
    ["with buttons", RESULT],
    ["with only text", { text: "picture 3 is here after all" }],
  ])("%s that arrived before a long outage is found by its content", async (_name, message) => {
    const { place, conversation } = channel();
    const key = `outage-${count}`;
    const person = here.server.as(here.max, place);
    here.server.interrupt({ ...POST, after: true, failure: new DiscordFailure(500, 0, "lost"), times: 2 });
    await expect(here.platform.post(conversation, message, key)).rejects.toMatchObject({ failure: "unavailable" });
    const [posted] = postsIn(place);
    for (let index = 0; index < 250; index++) person.write(`chatter ${index}`);
    // Another batch's identical post doesn't count.
    await here.platform.post(conversation, message, `${key}-other`);
    here.server.advance(3_600_000);
    const later = await here.another({ clock: { ...systemClock, now: () => Date.now() + 3_600_000 } });
    expect(await later.discord.platform.post(conversation, message, key)).toMatchObject({ id: posted?.id });
    expect(postsIn(place)).toHaveLength(2);
  });

  it("notifies its person once, even if another process resumes it", async () => {
    const { place, conversation } = channel();
    const result: Message = { text: `${MENTION}, here is your clip.`, mention: here.max.id };
    here.server.interrupt({ ...POST, after: true, failure: new DiscordFailure(500, 0, "lost"), times: 2 });
    await expect(here.platform.post(conversation, result, "called")).rejects.toMatchObject({ failure: "unavailable" });
    const next = await here.another();
    await next.discord.platform.post(conversation, result, "called");
    expect([...place.messages.values()].flatMap(({ pings }) => pings)).toEqual([here.max.id]);
  });

  it("that never arrived is made after the outage", async () => {
    const { place, conversation } = channel();
    here.server.interrupt({ ...POST, failure: new DiscordFailure(503, 0, "away"), times: 2 });
    await expect(here.platform.post(conversation, RESULT, "never-arrived")).rejects.toMatchObject({
      failure: "unavailable",
    });
    const later = await here.another({ clock: { ...systemClock, now: () => Date.now() + 3_600_000 } });
    expect(await later.discord.platform.findPost(conversation, "never-arrived")).toBeUndefined();
    await later.discord.platform.post(conversation, RESULT, "never-arrived");
    expect(postsIn(place)).toHaveLength(1);
  });

  it("mentions only its addressee, whatever its text", async () => {
    const { place, conversation } = channel();
    const other = here.server.world.addUser("Eve");
    const hostile = `@everyone \\<@${other.id}\\> <@&${here.guild.id}>`;
    const ref = await here.platform.post(
      conversation,
      { text: `${MENTION}, here it is: ${hostile}`, mention: here.max.id },
      "mentions",
    );
    await here.platform.edit(ref, { text: `@everyone, again` });
    expect(place.messages.get(ref.id)?.pings).toEqual([]);
    const written = here.server.ledger.filter(({ route, method }) => route.includes("/messages") && method !== "GET");
    for (const { body } of written.filter(({ method }) => method !== "DELETE")) {
      expect(body).toMatchObject({ allowed_mentions: { parse: [] } });
    }
  });

  it("replies to the requesting message, even if that was deleted", async () => {
    const { place, conversation } = channel();
    const asked = here.server.as(here.max, place).write("please");
    const ref = await here.platform.post(conversation, { ...RESULT, replyTo: { conversation, id: asked.id } }, "reply");
    expect(place.messages.get(ref.id)?.replyTo).toBe(asked.id);
    const lost = { conversation, id: here.server.world.newId() };
    const other = await here.platform.post(conversation, { ...RESULT, replyTo: lost }, "reply-to-nothing");
    expect(place.messages.get(other.id)?.replyTo).toBeUndefined();
  });

  it("streams files of any name", async () => {
    const { place, conversation } = channel();
    const ref = await here.platform.post(conversation, { text: "", files: [fileOf(9 * 1024 * 1024)] }, "streamed");
    const [file] = place.messages.get(ref.id)?.attachments ?? [];
    expect(file?.filename).toBe('a "quoted" näme.png');
    expect(file?.content.equals(Buffer.alloc(9 * 1024 * 1024, 7))).toBe(true);
  });

  it("is cut to Discord's limit, but its last lines stay complete", async () => {
    const { place, conversation } = channel();
    const items = [{ state: "running", label: "being made" }] as const;
    const text = "\\*".repeat(1_500);
    const ref = await here.platform.post(conversation, { text, progress: { items }, footer: "model" }, "long");
    const content = place.messages.get(ref.id)?.content ?? "";
    expect(content.length).toBeLessThanOrEqual(2_000);
    expect(content.endsWith("…\n🎨 being made\n-# model")).toBe(true);
    expect(content).not.toContain("\\…");
  });
});

describe("a call that Discord refuses", () => {
  it.each([
    ["a file that is too large", failures.tooLarge(), "too_large"],
    ["a channel that is hidden", failures.missingAccess(), "forbidden"],
    ["a channel where it may not write", failures.missingPermissions(), "forbidden"],
    ["a reply without history", failures.noHistoryForReply(), "forbidden"],
    ["a person who takes no direct messages", failures.takesNoDms(), "closed"],
    ["a locked thread", failures.threadLocked(), "forbidden"],
    ["a channel that is gone", failures.unknownChannel(), "gone"],
    ["an invalid form", failures.invalidForm({ content: "no" }), "rejected"],
    ["a token that was changed", failures.unauthorized(), "unavailable"],
  ])("is distinguished: %s", async (_name, failure, expected) => {
    const { conversation } = channel();
    const world = await openDiscordWorld();
    try {
      world.server.interrupt({ ...POST, failure });
      const posted = world.platform.post({ ...conversation, channel: world.channel.id }, RESULT, `refused-${expected}`);
      await expect(posted).rejects.toMatchObject({ failure: expected });
    } finally {
      await world.close();
    }
  });

  it("stops uploads once the token is refused, until a small call shows that it is accepted again", async () => {
    const { place, conversation } = channel();
    const message = { text: "", files: [fileOf(1_000)] };
    here.server.interrupt({ ...POST, failure: failures.unauthorized() });
    await expect(here.platform.post(conversation, message, "upload-refused")).rejects.toMatchObject({
      failure: "unavailable",
    });
    const uploads = () => here.server.ledger.filter(({ method, path }) => method === "POST" && path.includes(place.id));
    const before = uploads().length;
    here.server.interrupt({ method: "GET", route: "/users/@me", failure: failures.unauthorized() });
    await expect(here.platform.post(conversation, message, "upload-refused")).rejects.toMatchObject({
      failure: "unavailable",
    });
    expect(uploads()).toHaveLength(before);
    await here.platform.post(conversation, message, "upload-refused");
    expect(postsIn(place)).toHaveLength(1);
  });

  it("names the missing permission if Discord's answer reveals it", async () => {
    const { place, conversation } = channel();
    place.botPermissions &= ~(1n << 10n);
    await expect(here.platform.post(conversation, RESULT, "hidden")).rejects.toThrow("View Channel");
  });

  it("fails a file above the limit of its server's tier", async () => {
    const { conversation } = channel();
    expect(await here.platform.capabilities.maxFileBytesIn?.(conversation)).toBe(10 * 1024 * 1024);
    const large = here.platform.post(conversation, { text: "", files: [fileOf(11 * 1024 * 1024)] }, "too-large");
    await expect(large).rejects.toMatchObject({ failure: "too_large" });
  });

  it("updates the cached file limit of a server whose tier was lowered; direct messages have the lowest limit", async () => {
    const { world } = here.server;
    const boosted = world.addGuild("Boosted", { premiumTier: 3 });
    const place = {
      platform: "discord",
      workspace: boosted.id,
      channel: world.addChannel(boosted, "films").id,
    } as const;
    const limitIn = (id: string) => here.platform.capabilities.maxFileBytesIn?.({ ...place, channel: id });
    expect(await limitIn(place.channel)).toBe(100 * 1024 * 1024);
    expect(await limitIn(world.dmWith(here.max).id)).toBe(10 * 1024 * 1024);
    const message = { text: "", files: [fileOf(11 * 1024 * 1024)] };
    await here.platform.post(place, message, "fits");
    boosted.premiumTier = 1;
    expect(await limitIn(place.channel)).toBe(100 * 1024 * 1024);
    await expect(here.platform.post(place, message, "fits-no-more")).rejects.toMatchObject({ failure: "too_large" });
    expect(await limitIn(place.channel)).toBe(10 * 1024 * 1024);
  });

  it("fails frequent edits of an old message, which are not retried", async () => {
    const { conversation } = channel();
    const ref = await here.platform.post(conversation, { text: "x" }, "old");
    here.server.advance(2 * 3_600_000);
    const edit = async (): Promise<void> => {
      for (let index = 0; index < 10; index++) await here.platform.edit(ref, { text: `edit ${index}` });
    };
    await expect(edit()).rejects.toMatchObject({ failure: "rejected", retryable: false });
  });
});

describe("rate limits", () => {
  const EDIT = "PATCH /channels/:id/messages/:id";
  const progress = { items: [{ state: "running", label: "being made" }] } as const;

  it("drop edits that would be out of date", async () => {
    const { conversation } = channel();
    const ref = await here.platform.post(conversation, { text: "x" }, "limited-edit");
    here.server.limits.set({ route: EDIT, limit: 1, windowMs: 3_000 });
    await here.platform.edit(ref, { text: "first", progress });
    const dropped = here.platform.edit(ref, { text: "second", progress });
    await expect(dropped).rejects.toMatchObject({ failure: "rate_limited", retryable: true });
    here.server.limits.set({ route: EDIT, limit: 1_000, windowMs: 1 });
  });

  it("make final edits and results wait", async () => {
    const { place, conversation } = channel();
    const ref = await here.platform.post(conversation, { text: "x" }, "waiting-edit");
    const limited = here.rateLimits();
    here.server.limits.storm(EDIT, 2, 50);
    await here.platform.edit(ref, { text: "the last word" });
    expect(place.messages.get(ref.id)?.content).toBe("the last word");
    here.server.limits.storm("POST /channels/:id/messages", 5, 50);
    await Promise.all(["one", "two", "three"].map((key) => here.platform.post(conversation, RESULT, key)));
    expect(postsIn(place)).toHaveLength(4);
    expect(here.rateLimits() - limited).toBe(7);
  });
});
