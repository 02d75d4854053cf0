import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import { createConnectionLease } from "../../../src/platforms/discord/store/connection-lease.ts";
import { openDiscordWorld, type DiscordWorld } from "../../support/discord/discord-world.ts";
import { DiscordFailure } from "../../support/fake-discord/failure.ts";
import { createSteppedClock } from "../../support/fault/stepped-clock.ts";

let here: DiscordWorld;

beforeEach(async () => {
  here = await openDiscordWorld();
});
afterEach(() => here.close());

async function sql<T>(query: (client: postgres.Sql) => Promise<T>): Promise<T> {
  const client = postgres(here.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    return await query(client);
  } finally {
    await client.end();
  }
}

/** A clock that shortens the wait for the next check of the lease. */
const hurried: Clock = {
  now: () => systemClock.now(),
  elapsed: () => systemClock.elapsed(),
  sleep: (ms, signal) => systemClock.sleep(ms > 5_000 ? ms : Math.min(ms, 20), signal),
  after: (ms, act) => systemClock.after(ms > 5_000 ? ms : Math.min(ms, 20), act),
};

describe("of several processes", () => {
  it("one is connected, and another connects as soon as that one stops", async () => {
    const second = await here.another({ clock: hurried });
    await second.discord.platform.start(here.handlers);
    expect(here.server.gateway.connected()).toBe(1);
    expect(second.discord.facts().how).toBeUndefined();
    await here.platform.stop();
    await here.server.gateway.until(1);
    const next = here.next();
    here.person.command("easel help");
    expect(await next).toMatchObject({ command: "easel help" });
    await expect.poll(() => second.discord.facts().how).toBe("in 1 server");
  });

  it("another is notified that one stops, and connects immediately, while that one still handles its last event", async () => {
    const clock = createSteppedClock(Date.now());
    const second = await here.another({ clock });
    await second.discord.platform.start(here.handlers);
    const [began, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    here.handleWith(async (_event, responder) => {
      await responder.acknowledge();
      began.resolve();
      await finish.promise;
    });
    const last = here.person.command("imagine", { prompt: "the last one" });
    await began.promise;
    here.handleWith(async (_event, responder) => responder.acknowledge());
    const stopped = here.platform.stop();
    await expect.poll(() => here.server.gateway.counts.identified).toBe(2);
    await here.server.gateway.until(1);
    const next = here.person.command("imagine", { prompt: "the next one" });
    await Promise.all([last.answered, next.answered]);
    finish.resolve();
    await stopped;
  });

  it("another connects once the first has not renewed its lease for fifteen seconds", async () => {
    const second = await here.another({ clock: hurried });
    await second.discord.platform.start(here.handlers);
    // Leases use the database's time, so the last renewal is moved into the past.
    await sql((client) => client`update connections set beat = now() - interval '14 seconds'`);
    const [lease] = await sql((client) => client<{ name: string }[]>`select name from connections`);
    expect(await createConnectionLease(second.db, { alone: false }).hold(lease?.name ?? "", randomUUID())).toBe(false);
    await sql((client) => client`update connections set beat = now() - interval '16 seconds'`);
    await here.server.gateway.until(2);
  });

  it("one that can't confirm its lease disconnects before another may connect", async () => {
    const clock = createSteppedClock(Date.now());
    await here.platform.stop();
    await here.server.gateway.until(0);
    const second = await here.another({ clock });
    await second.discord.platform.start(here.handlers);
    expect(here.server.gateway.connected()).toBe(1);
    await sql((client) => client`update connections set holder = gen_random_uuid()`);
    await clock.pass(5_000);
    await here.server.gateway.until(0);
  });

  it("two that are connected at the same time answer an interaction once", async () => {
    const second = await here.another({ clock: hurried });
    await sql((client) => client`update connections set beat = now() - interval '16 seconds'`);
    await second.discord.platform.start(here.handlers);
    await here.server.gateway.until(2);
    const shown: unknown[] = [];
    const both = Promise.withResolvers<void>();
    here.handleWith(async (_event, responder) => {
      if (shown.push(await responder.acknowledge()) === 2) both.resolve();
    });
    const asked = here.person.command("imagine", { prompt: "a fox" });
    await both.promise;
    expect(new Set(here.events.map(({ key }) => key)).size).toBe(1);
    const the = { kind: "shown", message: { id: asked.interaction.original?.id } };
    expect(shown).toMatchObject([the, the]);
    const callbacks = here.server.ledger.filter(({ route }) => route.endsWith("/callback"));
    expect(new Set(callbacks.map(({ code }) => code))).toEqual(new Set([undefined, 40060]));
  });

  it("each can post, connected or not", async () => {
    const worker = await here.another();
    const conversation = { platform: "discord", workspace: here.guild.id, channel: here.channel.id } as const;
    const ref = await worker.discord.platform.post(conversation, { text: "from a worker" }, "from-a-worker");
    expect(here.channel.messages.get(ref.id)?.content).toBe("from a worker");
    expect(here.server.gateway.counts.identified).toBe(1);
  });
});

describe("a connection", () => {
  it("that breaks is resumed, and no event in between is lost", async () => {
    here.server.gateway.drop();
    await here.server.gateway.until(0);
    here.person.write(`<@${here.server.world.bot.id}> said while it was away`);
    expect(await here.next()).toMatchObject({ text: "said while it was away" });
    expect(here.server.gateway.counts).toEqual({ identified: 1, resumed: 1 });
  });
});

/** A clock that shortens every wait. */
const eager: Clock = { ...hurried, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 20), signal) };

describe("an interaction whose process died while handling it", () => {
  it("is reported privately to its author, and its token is stored encrypted", async () => {
    const gone = Promise.withResolvers<void>();
    here.handleWith(() => gone.promise);
    const asked = here.person.command("easel help");
    expect(await asked.answered).toEqual({ type: 5, data: { flags: 64 } });
    const [kept] = await sql((client) => client<{ token: string }[]>`select token from discord_pending`);
    expect(kept?.token).toMatch(/^v1\./);
    expect(kept?.token).not.toContain(asked.interaction.token);
    await sql((client) => client`update connections set beat = now() - interval '1 hour'`);
    const second = await here.another({ clock: eager });
    await second.discord.platform.start(here.handlers);
    const told = await here.server.until("the message", () => asked.interaction.original?.content || undefined);
    expect(told).toContain("this may not have been done");
    expect(asked.interaction.original).toMatchObject({ visibleTo: here.max.id });
    await expect.poll(() => sql((client) => client`select from discord_pending`)).toHaveLength(0);
    gone.resolve();
  });

  it("is reported even if Discord fails at first", async () => {
    const gone = Promise.withResolvers<void>();
    here.handleWith(() => gone.promise);
    const asked = here.person.command("imagine", { prompt: "a large file" });
    await asked.answered;
    await sql((client) => client`update connections set beat = now() - interval '1 hour'`);
    const trouble = new DiscordFailure(503, 0, "Service Unavailable");
    here.server.interrupt({ method: "GET", route: "/channels/:id/messages", times: 4, failure: trouble });
    const second = await here.another({ clock: eager });
    await second.discord.platform.start(here.handlers);
    await here.server.until("the message", () => asked.interaction.original?.content || undefined);
    await expect.poll(() => sql((client) => client`select from discord_pending`)).toHaveLength(0);
    gone.resolve();
  });

  it("is reported if the message still shows “thinking”", async () => {
    const gone = Promise.withResolvers<void>();
    here.handleWith(() => gone.promise);
    const asked = here.person.command("imagine", { prompt: "a large file" });
    await asked.answered;
    await here.server.until("it is stored", () => asked.interaction.original);
    await sql((client) => client`update connections set beat = now() - interval '1 hour'`);
    const second = await here.another({ clock: hurried });
    await second.discord.platform.start(here.handlers);
    const told = await here.server.until("the message", () => asked.interaction.original?.content || undefined);
    expect(told).toContain("interrupted");
    gone.resolve();
  });
});
