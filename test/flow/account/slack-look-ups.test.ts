import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import type { Linked } from "../../../src/core/chat/platform.ts";
import { READER_MEMORY_MS } from "../../../src/platforms/reader-cache.ts";
import { SLACK_READERS } from "../../../src/platforms/slack/people/visibility.ts";
import { SLACK_LINKS } from "../../../src/platforms/slack/receive/linked.ts";
import type { FakeChannel } from "../../support/fake-slack/world.ts";
import { startSlackWorld, type SlackWorld } from "../../support/slack/slack-platform.ts";

let world: SlackWorld;
let aheadMs = 0;
const clock: Clock = { ...systemClock, elapsed: () => systemClock.elapsed() + aheadMs };

beforeAll(async () => {
  world = await startSlackWorld({ mode: "http", clock });
});
beforeEach(() => {
  aheadMs += 60_000;
});
afterAll(async () => {
  await world.stop();
});

const files = [{ name: "fox.png", mimeType: "image/png", content: Buffer.from("a fox") }];

/** The calls of each method that reads channels or people while `act` runs. */
async function callsDuring(act: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const { ledger } = world.slack;
  const from = ledger.length;
  await act();
  const counts: Record<string, number> = {};
  for (const { method } of ledger.slice(from)) {
    if (/^(?:conversations|users)\./.test(method)) counts[method] = (counts[method] ?? 0) + 1;
  }
  return counts;
}

describe("links to messages", () => {
  const follow = (links: readonly string[], userId: string): Promise<readonly Linked["kind"][]> =>
    Promise.all(
      links.map(async (link) => {
        const conversation = {
          platform: "slack",
          workspace: world.slack.world.team.id,
          channel: world.channel.id,
        } as const;
        return (await world.adapter.platform.linked(link, { conversation, userId })).kind;
      }),
    );
  const linksTo = (channel: FakeChannel, count: number): readonly string[] => {
    const { message } = world.ada.say(channel.id, "look", { files });
    return Array.from({ length: count }, () => world.slack.linkTo(message));
  };
  const count = (kinds: readonly Linked["kind"][], kind: Linked["kind"]): number =>
    kinds.filter((one) => one === kind).length;

  it("of one member are followed up to a limit, and Slack is asked once about the member and their channel", async () => {
    const { slack, max } = world;
    const links = linksTo(slack.addChannel({ name: "gallery" }), 40);
    let kinds: readonly Linked["kind"][] = [];
    const calls = await callsDuring(async () => {
      kinds = await follow(links, max.user.id);
    });
    expect(calls).toEqual({
      "conversations.info": 1,
      "users.info": 1,
      "conversations.history": SLACK_LINKS.member,
    });
    expect(count(kinds, "message")).toBe(SLACK_LINKS.member);
    expect(count(kinds, "too_many")).toBe(40 - SLACK_LINKS.member);
    aheadMs += 60_000;
    expect(await follow(links.slice(0, 1), max.user.id)).toEqual(["message"]);
  });

  it("of all members together are followed up to a limit, which leaves calls for mentions", async () => {
    const { max, ada, channel } = world;
    const links = linksTo(channel, 40);
    const calls = await callsDuring(async () => {
      await follow(links, max.user.id);
      await follow(links, ada.user.id);
    });
    expect(calls).toEqual({ "conversations.history": SLACK_LINKS.workspace });
  });

  it("that are not message links cost nothing", async () => {
    const { max } = world;
    const calls = await callsDuring(async () => {
      const links = Array.from(
        { length: 40 },
        (_, n) => `https://others.slack.com/archives/C0${n}00/p1700000000000000`,
      );
      expect(count(await follow(links, max.user.id), "elsewhere")).toBe(40);
    });
    expect(calls).toEqual({});
  });
});

describe("a list of requests", () => {
  const mayRead = (channel: string, userId: string, thread?: string): Promise<boolean> => {
    const { adapter, slack } = world;
    const place = { platform: "slack", workspace: slack.world.team.id, channel } as const;
    return adapter.platform.mayRead(thread === undefined ? place : { ...place, thread }, userId);
  };

  it("from 30 threads of a channel asks Slack once about the channel and once about the reader", async () => {
    const { max, channel } = world;
    const calls = await callsDuring(() =>
      Promise.all(Array.from({ length: 30 }, (_, n) => mayRead(channel.id, max.user.id, `17000000${n}.000100`))),
    );
    expect(calls).toEqual({ "conversations.info": 1, "users.info": 1 });
  });

  it("from several channels asks once about the reader, and again seconds later", async () => {
    const { slack, max } = world;
    const channels = ["north", "south", "west"].map((name) => slack.addChannel({ name }));
    const ask = (): Promise<unknown> => Promise.all(channels.map(({ id }) => mayRead(id, max.user.id)));
    expect(await callsDuring(ask)).toEqual({ "conversations.info": 3, "users.info": 1 });
    aheadMs += READER_MEMORY_MS;
    expect(await callsDuring(ask)).toEqual({ "conversations.info": 3, "users.info": 1 });
  });

  it("asks up to a limit per minute, and leaves out entries beyond it", async () => {
    const { slack, max, ada } = world;
    const channels = Array.from({ length: 60 }, (_, n) => slack.addChannel({ name: `floor-${n}` }));
    const ask = (userId: string) => Promise.allSettled(channels.map(({ id }) => mayRead(id, userId)));
    expect(await callsDuring(() => ask(max.user.id))).toMatchObject({ "conversations.info": SLACK_READERS.member });
    const rest = SLACK_READERS.workspace - SLACK_READERS.member;
    expect(await callsDuring(() => ask(ada.user.id))).toMatchObject({ "conversations.info": rest });
    await expect(mayRead("C0OTHER", ada.user.id)).rejects.toMatchObject({ failure: "rate_limited" });
  });
});

describe("people who are named, or who press a button in direct messages", () => {
  const named = (userId: string) => {
    const { adapter, slack, channel } = world;
    const conversation = { platform: "slack", workspace: slack.world.team.id, channel: channel.id } as const;
    return adapter.platform.lookUp(conversation, "person", userId);
  };

  it("are asked about once a minute, so that admins keep their rights", async () => {
    const { slack, ada, channel } = world;
    const lin = slack.join({ name: "lin", displayName: "Lin" });
    const calls = await callsDuring(async () => {
      for (let press = 0; press < 150; press++) {
        expect(await named(lin.user.id)).toMatchObject({ id: lin.user.id, name: "Lin" });
        aheadMs += 400;
      }
    });
    // The first time, their name and rights are read as well.
    expect(calls).toEqual({ "users.info": 2 });
    await ada.slash(channel.id, "/jobs").outcome;
    expect(world.events.at(-1)).toMatchObject({ actor: { displayName: "Ada", isAdmin: true } });
    expect(world.events.at(-1)?.actor).not.toHaveProperty("rightsUnknown");
  });

  it("are not waited for while Slack's rate limit is used up", async () => {
    const { slack } = world;
    const eve = slack.join({ name: "eve" });
    slack.fault("users.info", { kind: "ratelimited", retryAfter: 30 });
    await expect(named(eve.user.id)).rejects.toMatchObject({ failure: "rate_limited" });
    aheadMs += 30_000;
    expect(await named(eve.user.id)).toMatchObject({ id: eve.user.id });
  });
});
