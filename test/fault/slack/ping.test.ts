import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settled } from "../../support/fault/fault-ledger.ts";
import type { Replica } from "../../support/fault/fault-world.ts";
import { resultsFor, watching } from "../../support/slack/slack-easel.ts";
import { openSlackFaultWorld, type SlackFaultWorld } from "../../support/slack/slack-fault.ts";

let here: SlackFaultWorld;
let serving: Replica;

beforeAll(async () => {
  here = await openSlackFaultWorld({ speed: 0 });
  serving = await here.start();
}, 120_000);
afterAll(() => here.close());

/** Kills the process once Slack has the next message, before Slack answers. */
async function killBeforeTheAnswer(): Promise<void> {
  const reached = Promise.withResolvers<void>();
  const until = new Promise<never>(() => {});
  here.slack.fault("chat.postMessage", { kind: "hold-after", until, reached: reached.resolve });
  await reached.promise;
  await serving.kill();
}

describe("a clip pings its requester once, although the process is killed", () => {
  it.each([
    ["before the ping is sent", () => serving.arm({ point: "post:uploaded", hit: 1, signal: "SIGKILL" })],
    ["after Slack has the ping, and before it answers", killBeforeTheAnswer],
    ["after Slack has answered", () => serving.arm({ point: "post:after", hit: 1, signal: "SIGKILL" })],
  ])(
    "%s",
    async (when, arm) => {
      const { slack, world, max, channel } = here;
      const prompt = `a heron takes off ${when} [slow:6]`;
      // A deleted message would have pinged too.
      const pings = () =>
        slack.world.messages.filter(
          ({ botId, blocks, files }) =>
            botId !== undefined && files.length === 0 && JSON.stringify(blocks).includes(`"user_id":"${max.user.id}"`),
        );
      const before = pings().length;
      expect((await max.slash(channel.id, "/video", prompt).outcome).acknowledged).toBe(true);
      // The next message after the notice is the result.
      await expect
        .poll(() => world.sql`select from posts where kind = 'notice' and state = 'posted'`, { timeout: 20_000 })
        .toHaveLength(1);
      await arm();
      serving = await here.replace(serving);
      await watching(slack)("the result", () => resultsFor(slack, prompt)[0]);
      expect(await settled(world, 30_000)).toEqual([]);
      expect(resultsFor(slack, prompt)).toHaveLength(1);
      expect(pings()).toHaveLength(before + 1);
      expect(pings().at(-1)).toMatchObject({ ts: resultsFor(slack, prompt)[0]?.ts, edits: 0 });
    },
    60_000,
  );
});
