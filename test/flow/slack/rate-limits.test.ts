import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pino } from "pino";
import { z } from "zod";
import { slackLog } from "../../../src/platforms/slack/connect/slack-log.ts";
import { createSlackWeb, type SlackWeb } from "../../../src/platforms/slack/connect/web-api.ts";
import { startFakeSlack, type FakeSlack } from "../../support/fake-slack/fake-slack.ts";
import { createSteppedClock, type SteppedClock } from "../../support/fault/stepped-clock.ts";

const Anything = z.looseObject({});

let slack: FakeSlack;
let clock: SteppedClock;
let web: SlackWeb;
let busy: string;
let quiet: string;

beforeEach(async () => {
  slack = await startFakeSlack();
  busy = slack.addChannel({ name: "busy" }).id;
  quiet = slack.addChannel({ name: "quiet" }).id;
  clock = createSteppedClock();
  const logger = slackLog(pino({ level: "silent" }));
  web = createSlackWeb({ token: slack.world.botToken, apiUrl: slack.apiUrl, clock, logger });
});

afterEach(() => slack.close());

const say = (channel: string, signal?: AbortSignal) =>
  web.call("chat.postMessage", { channel, text: "hello" }, Anything, signal);

describe("a rate limit of Slack's", () => {
  it("delays posts to its own channel only", async () => {
    slack.fault("chat.postMessage", { kind: "ratelimited", retryAfter: 30 });
    const late = say(busy);
    await expect.poll(() => clock.sleeps).toEqual([30_000]);
    await say(quiet);
    expect(slack.messages().map(({ channel }) => channel)).toEqual([quiet]);
    clock.advance(30_000);
    await late;
    expect(slack.messages(busy)).toHaveLength(1);
  });

  it("is known by both of its names", async () => {
    slack.fault("chat.postMessage", { kind: "error", error: "rate_limited" });
    const late = say(busy);
    await expect.poll(() => clock.sleeps).toEqual([1_000]);
    clock.advance(1_000);
    await late;
    expect(slack.messages(busy)).toHaveLength(1);
  });

  it.each([undefined, 0, -5, "soon", "Wed, 21 Oct 2026 07:28:00 GMT"])(
    "delays the next call even if Slack names no time: %s",
    async (retryAfter) => {
      slack.fault("chat.postMessage", { kind: "ratelimited", retryAfter });
      const late = say(busy);
      await expect.poll(() => clock.sleeps).toEqual([1_000]);
      clock.advance(1_000);
      await late;
      expect(slack.messages(busy)).toHaveLength(1);
    },
  );

  it("drops a late call that names no time, and those soon after it", async () => {
    slack.fault("chat.update", { kind: "ratelimited", retryAfter: undefined });
    const update = () => web.callOrDrop("chat.update", { channel: busy, ts: "1.000001", text: "x" }, Anything);
    await expect(update()).rejects.toMatchObject({ failure: "rate_limited" });
    await expect(update()).rejects.toMatchObject({ failure: "rate_limited" });
    expect(slack.calls("chat.update")).toHaveLength(1);
  });

  it("delays other methods everywhere", async () => {
    slack.fault("conversations.info", { kind: "ratelimited", retryAfter: 30 });
    const look = (channel: string) => web.call("conversations.info", { channel }, Anything);
    const both = [look(busy)];
    await expect.poll(() => clock.sleeps).toEqual([30_000]);
    both.push(look(quiet));
    await expect.poll(() => clock.sleeps).toEqual([30_000, 30_000]);
    clock.advance(30_000);
    await Promise.all(both);
  });
});

describe("a post that Slack refuses", () => {
  it.each([
    ["cannot_reply_to_message", "gone"],
    ["restricted_action_thread_locked", "forbidden"],
    ["restricted_action_non_threadable_channel", "forbidden"],
    ["messages_tab_disabled", "forbidden"],
    ["msg_too_long", "rejected"],
  ])("says what is wrong: %s", async (error, failure) => {
    slack.fault("chat.postMessage", { kind: "error", error });
    await expect(say(busy)).rejects.toMatchObject({ failure, retryable: false });
  });
});

describe("a post that Slack does not take now", () => {
  it.each(["external_channel_migrating", "message_limit_exceeded"])("is tried again later: %s", async (error) => {
    slack.fault("chat.postMessage", { kind: "error", error });
    await expect(say(busy)).rejects.toMatchObject({ failure: "rate_limited", retryable: true });
  });
});

describe("a call that was cancelled before it began", () => {
  it("is never sent", async () => {
    await expect(say(quiet, AbortSignal.abort(new Error("stopping")))).rejects.toMatchObject({
      failure: "unavailable",
    });
    expect(slack.calls("chat.postMessage")).toEqual([]);
  });
});
