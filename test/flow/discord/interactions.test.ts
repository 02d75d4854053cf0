import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FORM } from "../../support/discord/discord-form.ts";
import { openDiscordWorld, type DiscordWorld } from "../../support/discord/discord-world.ts";
import { DiscordFailure, failures, GlobalLimit } from "../../support/fake-discord/failure.ts";
import { renderRoles } from "../../support/fake-discord/render.ts";

let here: DiscordWorld;

beforeAll(async () => {
  here = await openDiscordWorld();
});
beforeEach(() => here.handleWith((_event, responder) => responder.acknowledge()));
afterAll(() => here.close());

const png = (name: string) => ({ name, contentType: "image/png", content: Buffer.from(name) });

describe("a command", () => {
  it("arrives with its options as typed, its files in the order of their options, and its author", async () => {
    const asked = here.person.command("imagine", {
      image2: png("second.png"),
      mask: png("mask.png"),
      prompt: "a fox",
      image1: png("first.png"),
      count: 2,
    });
    expect(await asked.answered).toEqual({ type: 5, data: { flags: 0 } });
    expect(here.events.at(-1)).toMatchObject({
      kind: "command",
      key: `interaction:${asked.interaction.id}`,
      command: "imagine",
      conversation: { platform: "discord", workspace: here.guild.id, channel: here.channel.id },
      actor: { userId: here.max.id, displayName: "Max", locale: "en", isAdmin: false },
      options: { prompt: "a fox", count: 2 },
      attachments: [
        { name: "first.png", option: "image1", mimeType: "image/png" },
        { name: "second.png", option: "image2" },
        { name: "mask.png", option: "mask" },
      ],
    });
  });

  it("is acknowledged with the message that becomes the notice", async () => {
    const shown = Promise.withResolvers<unknown>();
    here.handleWith(async (_event, responder) => shown.resolve(await responder.acknowledge()));
    const asked = here.person.command("imagine", { prompt: "a fox" });
    expect(await shown.promise).toMatchObject({ kind: "shown", message: { id: asked.interaction.original?.id } });
    expect(asked.interaction.original?.visibleTo).toBeUndefined();
  });

  it("is acknowledged immediately even while the limit of all other calls is used up", async () => {
    const world = await openDiscordWorld();
    try {
      const route = "/channels/:id/messages";
      world.server.interrupt({ method: "POST", route, failure: new GlobalLimit() });
      const { guild, channel, platform, server } = world;
      const conversation = { platform: "discord", workspace: guild.id, channel: channel.id } as const;
      // This post waits for ten minutes.
      platform.post(conversation, { text: "late" }, "late").catch(() => {});
      await server.until("the limit", () => server.ledger.find(({ status }) => status === 429));
      const asked = world.person.command("imagine", { prompt: "a fox" });
      expect(await asked.answered).toEqual({ type: 5, data: { flags: 0 } });
    } finally {
      await world.close();
    }
  });

  it("is answered privately, however long the answer", async () => {
    const line = `• ${"x".repeat(98)}`;
    here.handleWith((_event, responder) =>
      responder.answer({ text: Array.from({ length: 50 }, () => line).join("\n") }),
    );
    const asked = here.person.command("easel help");
    expect(await asked.answered).toMatchObject({ type: 4 });
    await here.server.until("three messages", () => (asked.interaction.followUps.length === 2 ? true : undefined));
    const all = [asked.interaction.original, ...asked.interaction.followUps];
    expect(all.map((message) => message?.visibleTo)).toEqual([here.max.id, here.max.id, here.max.id]);
    expect(
      all
        .map((message) => message?.content)
        .join("\n")
        .split("\n"),
    ).toEqual(Array.from({ length: 50 }, () => line));
  });

  it("answers Chinese speakers in Chinese, and knows who manages the server", async () => {
    const { world } = here.server;
    const lin = world.addUser("Lin", { locale: "zh-CN" });
    world.addMember(here.guild, lin, ["ManageGuild"]);
    await here.server.as(lin, here.channel).command("easel help").answered;
    expect(here.events.at(-1)?.actor).toMatchObject({ locale: "zh-CN", isAdmin: true });
  });

  it("reports its author's roles in the server, and whether it is in a direct message", async () => {
    const { world, gateway } = here.server;
    const lin = world.addUser("Lin");
    world.addMember(here.guild, lin);
    const role = world.addRole(here.guild, "Makers", [lin]);
    gateway.emit("GUILD_ROLE_CREATE", () => ({
      guild_id: here.guild.id,
      role: renderRoles(here.guild).find(({ id }) => id === role),
    }));
    await here.server.as(lin, here.channel).command("easel help").answered;
    expect(here.events.at(-1)).toMatchObject({ isDirect: false, actor: { roles: expect.arrayContaining([role]) } });
    await here.person.command("easel help").answered;
    expect(here.events.at(-1)?.actor.roles).not.toContain(role);
    await here.server.as(lin, world.dmWith(lin)).command("easel help").answered;
    expect(here.events.at(-1)).toMatchObject({ isDirect: true, actor: { roles: [here.guild.id, role] } });
    const next = here.next();
    here.server.as(lin, here.channel).write(`<@${world.bot.id}> a fox`);
    expect(await next).toMatchObject({
      kind: "text",
      isDirect: false,
      actor: { roles: expect.arrayContaining([role]) },
    });
  });

  it("in a thread belongs to the thread's channel", async () => {
    const thread = here.server.world.addThread(here.channel, "sketches");
    here.server.gateway.emit("THREAD_CREATE", () => ({
      id: thread.id,
      type: 11,
      guild_id: here.guild.id,
      parent_id: here.channel.id,
      name: "sketches",
      owner_id: here.max.id,
      thread_metadata: { archived: false, auto_archive_duration: 60, archive_timestamp: "2025-01-01T00:00:00Z" },
    }));
    await here.server.as(here.max, thread).command("easel help").answered;
    expect(here.events.at(-1)?.conversation).toMatchObject({ channel: here.channel.id, thread: thread.id });
  });

  it("that is delivered twice is handled once", async () => {
    const before = here.events.length;
    const asked = here.person.command("easel help");
    asked.again();
    await asked.answered;
    await here.person.command("easel help").answered;
    expect(here.events).toHaveLength(before + 2);
  });

  it("that arrives too late to be answered is ignored", async () => {
    const before = here.events.length;
    here.person.command("easel help", {}, { ageMs: 60_000 });
    await here.person.command("easel help").answered;
    expect(here.events).toHaveLength(before + 1);
  });

  it("is answered with an apology if nothing could be accepted", async () => {
    here.handleWith(() => Promise.reject(new Error("the database is away")));
    const asked = here.person.command("imagine", { prompt: "a fox" });
    expect(await asked.answered).toMatchObject({ type: 4, data: { flags: 68 } });
    expect(asked.interaction.original?.content).toContain("Nothing was sent or spent");
  });

  it("names the permissions that are missing before anything is made", async () => {
    const poor = here.server.world.addChannel(here.guild, "announcements");
    poor.botPermissions = (1n << 10n) | (1n << 11n);
    const before = here.events.length;
    const asked = here.server.as(here.max, poor).command("imagine", { prompt: "a fox" });
    await asked.answered;
    expect(asked.interaction.original?.content).toContain("**Attach Files** and **Read Message History**");
    expect(asked.interaction.original?.visibleTo).toBe(here.max.id);
    expect(here.events).toHaveLength(before);
  });

  it("continues if Discord no longer accepts the acknowledgement", async () => {
    const shown = Promise.withResolvers<unknown>();
    here.handleWith(async (_event, responder) => shown.resolve(await responder.acknowledge()));
    here.server.interrupt({
      method: "POST",
      route: "/interactions/:id/:token/callback",
      failure: failures.unknownInteraction(),
    });
    here.person.command("imagine", { prompt: "a fox" });
    expect(await shown.promise).toEqual({ kind: "unheard" });
  });

  it("is acknowledged by a retry if Discord's first answer fails", async () => {
    const shown = Promise.withResolvers<unknown>();
    here.handleWith(async (_event, responder) => shown.resolve(await responder.acknowledge()));
    here.server.interrupt({
      method: "POST",
      route: "/interactions/:id/:token/callback",
      failure: new DiscordFailure(503, 0, "Service Unavailable"),
    });
    const asked = here.person.command("imagine", { prompt: "a fox" });
    expect(await shown.promise).toMatchObject({ kind: "shown", message: { conversation: { platform: "discord" } } });
    expect(await asked.answered).toEqual({ type: 5, data: { flags: 0 } });
  });
});

describe("slow work", () => {
  it("is acknowledged before it finishes, and then becomes the notice", async () => {
    const release = Promise.withResolvers<void>();
    const shown = Promise.withResolvers<unknown>();
    here.handleWith(async (_event, responder) => {
      await release.promise;
      shown.resolve(await responder.acknowledge());
    });
    const asked = here.person.command("imagine", { prompt: "with a large file" });
    expect(await asked.answered).toEqual({ type: 5, data: { flags: 0 } });
    release.resolve();
    expect(await shown.promise).toMatchObject({ kind: "shown", message: { id: asked.interaction.original?.id } });
  });

  it("is still answered privately if it is refused in the end", async () => {
    const release = Promise.withResolvers<void>();
    here.handleWith(async (_event, responder) => {
      await release.promise;
      await responder.answer({ text: "the file is broken" });
    });
    const asked = here.person.command("imagine", { prompt: "with a broken file" });
    await asked.answered;
    const thinking = asked.interaction.original;
    release.resolve();
    const [answer] = await here.server.until("the answer", () =>
      asked.interaction.followUps.length > 0 ? asked.interaction.followUps : undefined,
    );
    expect(answer).toMatchObject({ content: "the file is broken", visibleTo: here.max.id });
    expect(here.channel.messages.has(thinking?.id ?? "")).toBe(false);
  });

  it("that makes nothing shows “thinking” in private", async () => {
    const release = Promise.withResolvers<void>();
    here.handleWith(async (_event, responder) => {
      await release.promise;
      await responder.answer({ text: "all models" });
    });
    const asked = here.person.command("easel help");
    expect(await asked.answered).toEqual({ type: 5, data: { flags: 64 } });
    release.resolve();
    const answer = await here.server.until("the answer", () => asked.interaction.original?.content || undefined);
    expect(answer).toBe("all models");
    expect(asked.interaction.original?.visibleTo).toBe(here.max.id);
  });

  it("can't open a form any more, and says so", async () => {
    const release = Promise.withResolvers<void>();
    here.handleWith(async (_event, responder) => {
      await release.promise;
      await responder.openForm(FORM);
    });
    const asked = here.person.command("imagine", { prompt: "a form that comes late" });
    await asked.answered;
    release.resolve();
    const [answer] = await here.server.until("the answer", () =>
      asked.interaction.followUps.length > 0 ? asked.interaction.followUps : undefined,
    );
    expect(answer?.content).toContain("within three seconds");
    expect(answer?.content).toContain("Type it.");
  });
});
