import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDiscordFaultWorld, type DiscordFaultWorld } from "../../support/discord/discord-fault.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import type { FakeMessage } from "../../support/fake-discord/world.ts";
import { settled } from "../../support/fault/fault-ledger.ts";
import type { Replica } from "../../support/fault/fault-world.ts";

const CALLBACK = { method: "POST", route: "/interactions/:id/:token/callback" } as const;

let here: DiscordFaultWorld;
let serving: Replica;

beforeAll(async () => {
  here = await openDiscordFaultWorld({ speed: 0 });
  serving = await here.start();
}, 120_000);
beforeEach(() => here.channel.messages.clear());
afterAll(() => here.close());

/** The result, once everything is finished and no other message is left. */
async function resultOf(prompt: string): Promise<FakeMessage> {
  const result = await here.discord.until("the result", () => here.results(prompt)[0]);
  expect(await settled(here.world, 30_000)).toEqual([]);
  await here.discord.until("nothing else", () => (postsIn(here.channel).length === 1 ? true : undefined));
  expect(postsIn(here.channel)).toEqual([result]);
  return result;
}

describe("a process that is killed", () => {
  it("after Discord showed “thinking” leaves that message to the next process, which turns it into the notice", async () => {
    const held = Promise.withResolvers<void>();
    here.discord.interrupt({ ...CALLBACK, after: true, hold: held.promise });
    const prompt = "a fox [slow:20]";
    const asked = here.person.command("imagine", { prompt });
    await asked.answered;
    await serving.kill();
    held.resolve();
    expect(here.thinking()).toHaveLength(1);
    serving = await here.replace(serving);
    const notice = await here.discord.until("the notice", () => here.notices()[0]);
    expect(notice.id).toBe(asked.interaction.original?.id);
    expect(notice.content).not.toContain("Requested on");
    expect(here.thinking()).toEqual([]);
    expect((await resultOf(prompt)).content).not.toContain("Requested on");
  }, 120_000);

  it("between the commit and the acknowledgement leaves a request whose result says when it was requested", async () => {
    const prompt = "a wolf";
    await serving.arm({ point: "acknowledge:before", hit: 1, signal: "SIGKILL" });
    const asked = here.person.command("imagine", { prompt });
    serving = await here.replace(serving);
    expect((await resultOf(prompt)).content).toContain("Requested on");
    expect(asked.interaction.callback).toBeUndefined();
  }, 120_000);

  it("before it announced a private result leaves nothing in the channel", async () => {
    const prompt = "a secret owl";
    await serving.arm({ point: "acknowledge:before", hit: 1, signal: "SIGKILL" });
    await here.world.sql.begin(async (transaction) => {
      await transaction`lock table batches in access exclusive mode`;
      expect(await here.person.command("imagine", { prompt, private: true }).answered).toMatchObject({ type: 5 });
    });
    serving = await here.replace(serving);
    const dm = here.discord.world.dmWith(here.person.user);
    await here.discord.until("the result", () =>
      postsIn(dm).find(({ attachments }) => attachments.some(({ description }) => description === prompt)),
    );
    await here.discord.until("nothing left", () => (here.channel.messages.size === 0 ? true : undefined));
  }, 120_000);

  it("before it could remove a private “thinking” leaves that to the next process", async () => {
    const prompt = "give the cat a hat";
    const content = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#335577" } })
      .png()
      .toBuffer();
    const picture = here.person.write("my cat", { files: [{ name: "cat.png", contentType: "image/png", content }] });
    const picked = here.person.messageCommand("Edit image", picture);
    await picked.answered;
    await serving.arm({ point: "acknowledge:before", hit: 1, signal: "SIGKILL" });
    const sent = await here.world.sql.begin(async (transaction) => {
      await transaction`lock table batches in access exclusive mode`;
      const form = here.person.submit(picked, { prompt });
      expect(await form.answered).toEqual({ type: 5, data: { flags: 64 } });
      return form;
    });
    serving = await here.replace(serving);
    expect((await here.discord.until("the result", () => here.results(prompt)[0])).replyTo).toBe(picture.id);
    await here.discord.until("nothing left", () => (sent.interaction.original === undefined ? true : undefined));
  }, 120_000);

  it("before the commit leaves a message that says that it was interrupted, instead of “thinking”", async () => {
    const prompt = "a lynx";
    const asked = await here.world.sql.begin(async (transaction) => {
      await transaction`lock table batches in access exclusive mode`;
      const command = here.person.command("imagine", { prompt });
      expect(await command.answered).toMatchObject({ type: 5 });
      await serving.kill();
      return command;
    });
    serving = await here.replace(serving);
    const told = await here.discord.until("the message", () => asked.interaction.original?.content || undefined);
    expect(told).toContain("interrupted");
    expect(here.thinking()).toEqual([]);
    expect(await here.world.sql`select from batches where request->>'prompt' = ${prompt}`).toHaveLength(0);
  }, 120_000);
});
