import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDiscordFaultWorld, type DiscordFaultWorld } from "../../support/discord/discord-fault.ts";
import { settled } from "../../support/fault/fault-ledger.ts";
import type { Replica } from "../../support/fault/fault-world.ts";

let here: DiscordFaultWorld;
let serving: Replica;

beforeAll(async () => {
  here = await openDiscordFaultWorld({ speed: 0 });
  serving = await here.start();
}, 120_000);
beforeEach(() => here.channel.messages.clear());
afterAll(() => here.close());

/** Kills the process once Discord has the next message, before Discord answers. */
async function killBeforeTheAnswer(): Promise<void> {
  const { discord } = here;
  const pings = () => [...here.channel.messages.values()].some((message) => message.pings.length > 0);
  discord.interrupt({ method: "POST", route: "/channels/:id/messages", after: true, hold: new Promise(() => {}) });
  await expect.poll(pings, { timeout: 30_000 }).toBe(true);
  await serving.kill();
}

describe("a clip pings its requester once, although the process is killed", () => {
  it.each([
    ["before the ping is sent", () => serving.arm({ point: "post:before", hit: 1, signal: "SIGKILL" })],
    ["after Discord has the ping, and before it answers", killBeforeTheAnswer],
    ["after Discord has answered", () => serving.arm({ point: "post:after", hit: 1, signal: "SIGKILL" })],
  ])(
    "%s",
    async (when, arm) => {
      const { discord, world, person, channel } = here;
      const prompt = `a heron takes off ${when} [slow:6]`;
      const calls = discord.ledger.length;
      await person.command("video", { prompt }).answered;
      // The next message after the notice is the result.
      const notice = await discord.until("the notice", () => here.notices()[0]);
      await arm();
      serving = await here.replace(serving);
      const result = await discord.until("the result", () => here.results(prompt)[0]);
      expect(await settled(world, 30_000)).toEqual([]);
      expect([...channel.messages.values()]).toEqual([result]);
      expect(result.pings).toEqual([person.user.id]);
      // A deleted message would have pinged too.
      const deleted = discord.ledger.slice(calls).filter(({ method, status }) => method === "DELETE" && status === 204);
      expect(deleted.map(({ path }) => path.slice(path.lastIndexOf("/") + 1))).toEqual([notice.id]);
    },
    60_000,
  );
});
