import { SLACK_SOCKET_GOODBYE_MS, SLACK_SOCKET_HELLO_MS } from "../../../src/platforms/slack/connect/socket.ts";
import { SLACK_SOCKET_BACKOFF_CAP_MS, SLACK_SOCKET_DRAIN_MS } from "../../../src/platforms/slack/limits.ts";
import {
  SLACK_SOCKET_AGE_MS,
  SLACK_SOCKET_BRIEF_MS,
  SLACK_SOCKET_STAGGER_MS,
} from "../../../src/platforms/slack/connect/sockets.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PlatformRefusal } from "../../../src/core/chat/errors.ts";
import { QUIET } from "../../support/quiet-handlers.ts";
import { startFakeSlack, type FakeSlack } from "../../support/fake-slack/fake-slack.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";
import { createTestDatabase } from "../../support/database/postgres.ts";
import { startSlackWorld, startTestSlack, type SlackWorld } from "../../support/slack/slack-platform.ts";

let world: SlackWorld;
let clock: ManualClock;
/** Every wait on the clock, in milliseconds. */
const slept: number[] = [];
const NO_RESTS = new Set([SLACK_SOCKET_AGE_MS, SLACK_SOCKET_DRAIN_MS, SLACK_SOCKET_GOODBYE_MS, SLACK_SOCKET_HELLO_MS]);
/** The delays before another attempt. */
const rests = (): number[] => slept.filter((ms) => ms <= SLACK_SOCKET_BACKOFF_CAP_MS && !NO_RESTS.has(ms));
/** The number of connections that were greeted and used. */
const inUse = (): number => slept.filter((ms) => ms === SLACK_SOCKET_AGE_MS).length;

beforeAll(async () => {
  const manual = createManualClock(Date.now());
  clock = {
    ...manual,
    sleep(ms, signal) {
      slept.push(ms);
      return manual.sleep(ms, signal);
    },
  };
  world = await startSlackWorld({ mode: "socket", clock, random: () => 0.5 });
});
afterAll(async () => {
  await world.stop();
});

let badFrames = 0;

/** Writes a message, and redelivers it as Slack does until it is acknowledged. */
async function sayUntilAccepted(text: string): Promise<void> {
  const said = world.max.mention(world.channel.id, text);
  let { acknowledged } = await said.outcome;
  while (!acknowledged) {
    await expect.poll(() => world.slack.sockets.open()).toBeGreaterThan(0);
    ({ acknowledged } = await said.again());
  }
}

/** Accepts connections again, and waits until both are back. */
async function welcomeAgain(): Promise<void> {
  const { sockets } = world.slack;
  sockets.dismiss(undefined);
  await expect
    .poll(() => {
      clock.advance(30_000);
      return sockets.open();
    })
    .toBe(2);
}

const taken = (text: string): number =>
  world.events.filter((event) => event.kind === "text" && event.text === text).length;

describe("Socket Mode", () => {
  it("starts with one connection, and opens another a little later", async () => {
    const { sockets } = world.slack;
    expect(sockets.open()).toBe(1);
    clock.advance(SLACK_SOCKET_STAGGER_MS);
    await sockets.untilOpen(2);
  });

  it("continues to receive events while Slack renews one of them", async () => {
    const { slack, max, channel } = world;
    slack.sockets.refresh("one");
    const said = max.mention(channel.id, "while one is renewed");
    await said.outcome;
    await slack.sockets.untilOpen(2);
    if (!(await said.outcome).acknowledged) await said.again();
    expect(taken("while one is renewed")).toBe(1);
  });

  it("still acknowledges events from a connection that Slack is renewing", async () => {
    const { slack, max, channel } = world;
    const before = slack.sockets.greeted();
    const until = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    world.handleWith(async (_event, responder) => {
      reached.resolve();
      await until.promise;
      await responder.acknowledge();
    });
    const asked = max.slash(channel.id, "/imagine", "a fox while Slack renews");
    await reached.promise;
    slack.sockets.refresh();
    await expect.poll(() => slack.sockets.greeted()).toBe(before + 2);
    until.resolve();
    expect((await asked.outcome).acknowledged).toBe(true);
    await slack.sockets.untilOpen(2);
    world.handleWith(async (_event, responder) => void (await responder.acknowledge()));
  });

  it("handles an event that is redelivered after a gap once", async () => {
    const { slack, max, channel } = world;
    slack.sockets.cut();
    const said = max.mention(channel.id, "in the gap");
    expect((await said.outcome).acknowledged).toBe(false);
    await slack.sockets.untilOpen(2);
    expect((await said.again()).acknowledged).toBe(true);
    await said.again();
    expect(taken("in the gap")).toBe(1);
  });

  it("replaces a connection before it gets old, and always has one", async () => {
    const { slack } = world;
    const before = slack.sockets.greeted();
    clock.advance(SLACK_SOCKET_AGE_MS);
    await expect.poll(() => slack.sockets.greeted()).toBe(before + 2);
    await slack.sockets.untilOpen(2);
    await sayUntilAccepted("after the renewal");
    expect(taken("after the renewal")).toBe(1);
  });

  it("retries while Slack is down", async () => {
    const { slack } = world;
    slack.fault("apps.connections.open", { kind: "http", status: 503 }, 4);
    slack.sockets.cut();
    await expect
      .poll(() => {
        clock.advance(1_000);
        return slack.sockets.open();
      })
      .toBe(2);
  });

  it("does not wait forever for Slack's hello", async () => {
    const { slack } = world;
    slack.sockets.setGreeting(false);
    const before = slack.calls("apps.connections.open").length;
    slack.sockets.cut();
    await expect.poll(() => slack.calls("apps.connections.open").length).toBe(before + 2);
    slack.sockets.setGreeting(true);
    await expect
      .poll(() => {
        clock.advance(SLACK_SOCKET_HELLO_MS);
        return slack.sockets.open();
      })
      .toBe(2);
  });

  it("waits longer and longer while Slack ends each connection at once", async () => {
    const { sockets } = world.slack;
    const before = sockets.greeted();
    slept.length = 0;
    sockets.endGreeted("warning");
    sockets.cut();
    // Once both lines rest, nothing opens until the clock moves.
    await expect.poll(() => rests().length).toBe(2);
    const first = sockets.greeted() - before;
    expect(first).toBeLessThanOrEqual(8);
    clock.advance(SLACK_SOCKET_BACKOFF_CAP_MS);
    await expect.poll(() => rests().length).toBe(4);
    expect(sockets.greeted() - before).toBe(first + 2);
    const [one = 0, two = 0, three = 0, four = 0] = rests();
    expect(three + four).toBeGreaterThan(one + two);
    sockets.endGreeted(undefined);
    clock.advance(SLACK_SOCKET_BACKOFF_CAP_MS);
    await expect.poll(inUse).toBe(first + 4);
    await sockets.untilOpen(2);
    // Connections that stay open are replaced without a delay again.
    clock.advance(SLACK_SOCKET_BRIEF_MS);
    sockets.cut();
    await expect.poll(inUse).toBe(first + 6);
    expect(rests()).toHaveLength(4);
  });

  it.each([
    [
      "Socket Mode was switched off",
      "link_disabled",
      { kind: "refused", why: "socket_mode" },
      /Socket Mode is off .+ turn it on/,
    ],
    [
      "others use all connections",
      "too_many_websockets",
      { kind: "connecting" },
      /too many connections; does another program/,
    ],
    [
      "Slack gives another reason",
      "of_tomorrow",
      { kind: "connecting" },
      /Slack closed the new connection \(of_tomorrow\)/,
    ],
  ])("reports that %s, and connects when that has ended", async (_name, reason, state, words) => {
    const { slack, adapter } = world;
    slack.sockets.dismiss(reason);
    slack.sockets.cut();
    await expect.poll(() => adapter.state()).toMatchObject({ ...state, reason: expect.stringMatching(words) });
    await welcomeAgain();
    expect(adapter.state()).toEqual({ kind: "connected" });
  });

  it("does not keep a connection that gets nothing after Socket Mode was switched off", async () => {
    const { slack, adapter } = world;
    slack.sockets.dismiss("link_disabled");
    await slack.sockets.untilOpen(0);
    await expect.poll(() => adapter.state()).toMatchObject({ kind: "refused", why: "socket_mode" });
    await welcomeAgain();
  });

  it.each([
    "null",
    "1",
    '"hello"',
    "[]",
    "[null]",
    "{}",
    "not JSON",
    "",
    '{"type":null}',
    '{"type":"events_api"}',
    '{"type":"events_api","envelope_id":"e","payload":{}}',
    '{"type":"events_api","envelope_id":"e","payload":{"event":null}}',
    '{"type":"interactive","envelope_id":"e","payload":null}',
    '{"type":"interactive","envelope_id":"e","payload":[]}',
    '{"type":"slash_commands","envelope_id":"e","payload":{"command":7}}',
    '{"type":"ws_message","payload":{}}',
    '{"type":"error"}',
    '{"type":"of tomorrow","envelope_id":"e","payload":{}}',
    Buffer.from("null"),
    Buffer.from([0, 1, 2]),
  ])("continues after a frame that is not a delivery: %s", async (frame) => {
    const { slack } = world;
    slack.sockets.sendRaw(frame);
    const text = `after bad frame ${++badFrames}`;
    await sayUntilAccepted(text);
    expect(taken(text)).toBe(1);
  });

  it.each([
    ["a reserved close code", [0x88, 0x02, 0x03, 0xee]],
    ["reserved bits", [0xf1, 0x00]],
    ["text that is not UTF-8", [0x81, 0x02, 0xc3, 0x28]],
  ])("connects again after %s", async (name, bytes) => {
    const { slack } = world;
    const before = slack.sockets.greeted();
    slack.sockets.sendBytes(Buffer.from(bytes));
    await expect.poll(() => slack.sockets.greeted(), { timeout: 20_000 }).toBeGreaterThan(before);
    await sayUntilAccepted(`after ${name}`);
    expect(taken(`after ${name}`)).toBe(1);
  });

  it("uses the app-level token only for opening connections", () => {
    const { slack } = world;
    const { appToken, botToken } = slack.world;
    expect(new Set(slack.calls("apps.connections.open").map((call) => call.token))).toEqual(new Set([appToken]));
    const others = slack.ledger.filter((call) => call.method !== "apps.connections.open" && call.token !== "");
    expect(new Set(others.map((call) => call.token))).toEqual(new Set([botToken]));
  });

  it("closes all of them when it stops", async () => {
    await world.adapter.platform.stop();
    await world.slack.sockets.untilOpen(0);
    expect(world.slack.sockets.open()).toBe(0);
  });
});

it.each([
  [
    "a wrong app-level token",
    "app_token",
    (slack: FakeSlack) => slack.fault("apps.connections.open", { kind: "error", error: "invalid_auth" }),
  ],
  ["Socket Mode that is switched off", "socket_mode", (slack: FakeSlack) => slack.sockets.dismiss("link_disabled")],
])("reports %s at the start", async (_name, why, spoil) => {
  const database = await createTestDatabase();
  const slack = await startFakeSlack();
  spoil(slack);
  const adapter = await startTestSlack(slack, database.url);
  const handlers = {
    event: async () => {},
    ...QUIET,
  };
  await expect(adapter.platform.start(handlers)).rejects.toSatisfy(
    (error) => error instanceof PlatformRefusal && error.variable === "SLACK_APP_TOKEN" && error.why === why,
  );
  await adapter.platform.stop();
  await adapter.end();
  await slack.close();
  await database.drop();
});
