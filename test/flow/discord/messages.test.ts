import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buffer } from "node:stream/consumers";
import type { ChatEvent } from "../../../src/core/chat/event.ts";
import { openDiscordWorld, type DiscordWorld } from "../../support/discord/discord-world.ts";
import { discordTexts } from "../../../src/text/render/discord.ts";
import { DiscordFailure } from "../../support/fake-discord/failure.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { renderChannel } from "../../support/fake-discord/render.ts";
import { linkOf, PERMISSIONS, type FakeMessage } from "../../support/fake-discord/world.ts";

let here: DiscordWorld;

beforeAll(async () => {
  here = await openDiscordWorld();
});
beforeEach(() => here.handleWith((_event, responder) => responder.acknowledge()));
afterAll(() => here.close());

const png = (name: string) => ({ name, contentType: "image/png", content: Buffer.from(name) });
const me = (): string => `<@${here.server.world.bot.id}>`;

async function post(key: string): Promise<FakeMessage> {
  const conversation = { platform: "discord", workspace: here.guild.id, channel: here.channel.id } as const;
  const ref = await here.platform.post(conversation, { text: "a result" }, key);
  const message = here.channel.messages.get(ref.id);
  if (!message) throw new Error("nothing was posted");
  return message;
}

/** The next event after the act. To prove that a message is ignored, the act writes another one, whose event must be next. */
async function eventAfter(act: () => void): Promise<ChatEvent> {
  const next = here.next();
  act();
  return next;
}

describe("a message in a channel", () => {
  it("that mentions Easel arrives with its text and files", async () => {
    const event = await eventAfter(() => here.person.write(`${me()} a red fox`, { files: [png("fox.png")] }));
    expect(event).toMatchObject({
      kind: "text",
      text: "a red fox",
      mentionsUs: true,
      attachments: [{ name: "fox.png" }],
    });
    expect(event).not.toHaveProperty("target");
    const [file] = event.kind === "text" ? event.attachments : [];
    if (!file) throw new Error("no file came");
    expect((await buffer(await here.platform.openAttachment(file))).toString()).toBe("fox.png");
  });

  it("that mentions Easel's own role counts as one that mentions Easel if Discord shows its text", async () => {
    const other = await openDiscordWorld({ prepare: (server) => server.grantMessageContent() });
    try {
      const next = other.next();
      other.person.write(`<@&${other.guild.botRole}> a red fox`, { files: [png("fox.png")] });
      expect(await next).toMatchObject({ text: "a red fox", mentionsUs: true, attachments: [{ name: "fox.png" }] });
    } finally {
      await other.close();
    }
  });

  it("that mentions Easel's own role is answered with what to write instead if Discord hides its text", async () => {
    const dm = here.server.world.dmWith(here.max);
    const before = here.events.length;
    const said = here.person.write(`<@&${here.guild.botRole}> a red fox`);
    const answer = await here.server.until("the answer", () =>
      postsIn(dm).find(({ content }) => content.includes(discordTexts("en").roleMentioned)),
    );
    expect(answer.content).toContain(linkOf(here.channel, said.id));
    expect(here.events).toHaveLength(before);
  });

  it("that mentions another role is ignored", async () => {
    const role = here.server.world.addRole(here.guild, "Painters", []);
    here.person.write(`<@&${role}> a red fox`);
    const event = await eventAfter(() => here.person.write(`${me()} after it`));
    expect(event).toMatchObject({ text: "after it" });
  });

  it("in a thread that Discord has not announced belongs to the thread's channel", async () => {
    const thread = here.server.world.addThread(here.channel, "long archived");
    const event = await eventAfter(() => here.server.as(here.max, thread).write(`${me()} a fox`));
    expect(event.conversation).toMatchObject({ channel: here.channel.id, thread: thread.id });
  });

  it("between people is ignored", async () => {
    here.person.write("hello all");
    here.person.write("look at this", { files: [png("cat.png")] });
    const other = here.person.write("a cat");
    here.person.write("nice", { replyTo: other });
    const event = await eventAfter(() => here.person.write(`${me()} now`));
    expect(event).toMatchObject({ text: "now" });
  });

  it("that replies to an Easel result points at it", async () => {
    const result = await post("reply-to-ours");
    const event = await eventAfter(() => here.person.write("make it blue", { replyTo: result }));
    expect(event).toMatchObject({
      text: "make it blue",
      target: { message: { id: result.id }, own: true, complete: true },
    });
  });

  it("that mentions Easel in reply to another member's picture reports that its files may be hidden", async () => {
    const picture = here.person.write("my cat", { files: [png("cat.png")] });
    const event = await eventAfter(() => here.person.write(`${me()} make it blue`, { replyTo: picture }));
    expect(event).toMatchObject({
      target: { message: { id: picture.id }, own: false, complete: false, attachments: [] },
    });
  });

  it("that replies to a deleted message is still accepted, and does not count as one whose files are hidden", async () => {
    const picture = here.person.write("my cat", { files: [png("cat.png")] });
    for (const deleted of [await post("reply-to-gone"), picture]) {
      here.channel.messages.delete(deleted.id);
      const event = await eventAfter(() =>
        here.person.write(`${me()} make it blue`, { replyTo: deleted, ping: false }),
      );
      expect(event).toMatchObject({
        text: "make it blue",
        target: { message: { id: deleted.id }, own: true, complete: true, attachments: [] },
      });
    }
  });

  it("is answered in the person's direct messages, or behind a button in the channel if they accept none", async () => {
    here.handleWith((_event, responder) => responder.answer({ text: "that won't do" }));
    const dm = here.server.world.dmWith(here.max);
    const asked = here.person.write(`${me()} nonsense`);
    const direct = await here.server.until("the answer", () =>
      postsIn(dm).find(({ content }) => content.includes("that won't do")),
    );
    expect(direct.content).toBe(`${discordTexts("en").about(linkOf(here.channel, asked.id))}\nthat won't do`);
    here.max.takesDms = false;
    const said = here.person.write(`${me()} more nonsense`);
    const notice = await here.server.until("the notice", () =>
      postsIn(here.channel).find(({ replyTo }) => replyTo === said.id),
    );
    here.max.takesDms = true;
    expect(notice.content).toBe(discordTexts("en").withheld.notice);
    expect(notice.pings).toEqual([]);
    const pressed = here.person.press(notice, discordTexts("en").withheld.show);
    const answer = await here.server.until("the answer", () =>
      [...here.channel.messages.values()].find(({ visibleTo, content }) => visibleTo === here.max.id && content !== ""),
    );
    await pressed.answered;
    expect(answer.content).toBe("that won't do");
    const opened = here.server.ledger.filter(
      ({ method, route }) => `${method} ${route}` === "POST /users/@me/channels",
    );
    expect(opened).toHaveLength(1);
  });

  it("is answered with the missing permission", async () => {
    const poor = here.server.world.addChannel(here.guild, "look only");
    poor.botPermissions = 1n << 10n;
    here.server.gateway.emit("CHANNEL_CREATE", () => ({
      id: poor.id,
      type: 0,
      guild_id: here.guild.id,
      name: poor.name,
      permission_overwrites: [
        { id: here.server.world.bot.id, type: 1, allow: "0", deny: String((1n << 11n) | (1n << 15n) | (1n << 16n)) },
      ],
    }));
    const before = here.events.length;
    here.server.as(here.max, poor).write(`${me()} a fox`);
    const dm = here.server.world.dmWith(here.max);
    const told = await here.server.until("the word", () =>
      postsIn(dm).find(({ content }) => content.includes("Send Messages")),
    );
    expect(told.content).toContain("**Attach Files**");
    expect(here.events).toHaveLength(before);
  });

  it("in a voice channel that Easel may not join is answered with the missing permission", async () => {
    const locked = here.server.world.addChannel(here.guild, "board room", "voice");
    locked.botPermissions &= ~PERMISSIONS.Connect;
    here.server.gateway.emit("CHANNEL_CREATE", () => renderChannel(locked));
    const before = here.events.length;
    here.server.as(here.max, locked).write(`${me()} a fox`);
    const dm = here.server.world.dmWith(here.max);
    await here.server.until("the word", () => postsIn(dm).find(({ content }) => content.includes("**Connect**")));
    expect(here.events).toHaveLength(before);
  });
});

describe("a direct message", () => {
  it("from a member belongs to their server, with or without a mention", async () => {
    const dm = here.server.world.dmWith(here.max);
    const event = await eventAfter(() => here.server.as(here.max, dm).write("a red fox"));
    expect(event).toMatchObject({
      text: "a red fox",
      mentionsUs: false,
      isDirect: true,
      conversation: { workspace: here.guild.id, channel: dm.id },
    });
  });

  it("is answered once even if Discord posts the answer and reports an error", async () => {
    const dm = here.server.world.dmWith(here.max);
    here.handleWith((_event, responder) => responder.answer({ text: "only once" }));
    const failure = new DiscordFailure(500, 0, "lost");
    here.server.interrupt({ method: "POST", route: "/channels/:id/messages", after: true, failure });
    const posts = () =>
      here.server.ledger.filter(
        ({ method, path }) => method === "POST" && path.endsWith(`/channels/${dm.id}/messages`),
      );
    const before = posts().length;
    here.server.as(here.max, dm).write("a red fox");
    await here.server.until("both attempts", () => {
      const [, second] = posts().slice(before);
      return second?.status === 200 ? second : undefined;
    });
    expect(postsIn(dm).filter(({ content }) => content === "only once")).toHaveLength(1);
  });

  it("with a forwarded picture has that picture", async () => {
    const picture = here.person.write("my cat", { files: [png("cat.png")] });
    const dm = here.server.world.dmWith(here.max);
    const event = await eventAfter(() => here.server.as(here.max, dm).write("", { forward: picture }));
    expect(event).toMatchObject({ text: "", attachments: [{ name: "cat.png" }] });
  });

  it("from a stranger is refused politely, and spends nothing", async () => {
    const stranger = here.server.world.addUser("Eve");
    const dm = here.server.world.dmWith(stranger);
    const before = here.events.length;
    here.server.as(stranger, dm).write("/imagine a fox");
    const answer = await here.server.until("the answer", () => postsIn(dm)[0]);
    expect(answer.content).toContain("members of the servers");
    expect(here.events).toHaveLength(before);
  });
});

describe("the message content intent", () => {
  it("is used if granted, and shows other people's files", async () => {
    const other = await openDiscordWorld({ prepare: (server) => server.grantMessageContent() });
    try {
      const picture = other.person.write("my cat", { files: [png("cat.png")] });
      const next = other.next();
      other.person.write(`<@${other.server.world.bot.id}> make it blue`, { replyTo: picture });
      expect(await next).toMatchObject({ target: { own: false, complete: true, attachments: [{ name: "cat.png" }] } });
    } finally {
      await other.close();
    }
  });
});

describe("an attachment", () => {
  it.each([
    ["another host", "https://evil.example/attachments/1/2/a.png?ex=1&is=1&hm=1"],
    ["a host that only starts like it", "https://cdn.discordapp.com.evil.example/a.png"],
    ["a private address", "http://169.254.169.254/latest/meta-data"],
    ["a file of this machine", "file:///etc/passwd"],
    ["Discord's own host without encryption", "http://cdn.discordapp.com/a.png"],
    ["an address with a user name", "https://x@cdn.discordapp.com/a.png"],
  ])("is not loaded from %s", async (_name, source) => {
    const attachment = { source, name: "a.png", mimeType: "image/png", bytes: 1 };
    await expect(here.platform.openAttachment(attachment)).rejects.toMatchObject({ failure: "rejected" });
  });

  it("that has expired is reported as gone", async () => {
    const source = `${here.server.cdnUrl}/attachments/1/2/a.png?ex=1&is=1&hm=1`;
    const attachment = { source, name: "a.png", mimeType: "image/png", bytes: 1 };
    await expect(here.platform.openAttachment(attachment)).rejects.toMatchObject({ failure: "gone" });
  });
});
