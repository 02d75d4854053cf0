import { expect, it } from "vitest";
import type { PlatformError } from "../../../../src/core/chat/errors.ts";
import { SlackRefusal, type SlackWeb } from "../../../../src/platforms/slack/connect/web-api.ts";
import { createDirectChannels, SLACK_OPENS_A_MINUTE } from "../../../../src/platforms/slack/post/direct-channels.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

/** A Slack that opens every channel, unless it is in trouble. */
function setUp() {
  const clock = createManualClock();
  const asked: { readonly userId: string; readonly signal: AbortSignal | undefined }[] = [];
  let trouble: PlatformError | undefined;
  const call: SlackWeb["call"] = async (_method, args, schema, signal) => {
    const userId = String(args["users"]);
    asked.push({ userId, signal });
    if (trouble) throw trouble;
    return schema.parse({ channel: { id: `D${userId}` } });
  };
  const channelOf = createDirectChannels({ web: { call }, clock });
  return { clock, asked, channelOf, fail: (error: PlatformError | undefined) => void (trouble = error) };
}

it("a person's channel is opened once, even for concurrent callers", async () => {
  const { asked, channelOf } = setUp();
  expect(await Promise.all(Array.from({ length: 60 }, () => channelOf("U1")))).toEqual(Array(60).fill("DU1"));
  expect(await channelOf("U2")).toBe("DU2");
  expect(asked.map(({ userId }) => userId)).toEqual(["U1", "U2"]);
});

it("the call always has a signal that ends it", async () => {
  const { asked, channelOf } = setUp();
  const { signal } = new AbortController();
  await channelOf("U1", signal);
  await channelOf("U2");
  expect(asked[0]?.signal).toBe(signal);
  expect(asked[1]?.signal).toBeInstanceOf(AbortSignal);
});

it("a channel that Slack refuses to open is tried a few times a minute, which leaves calls for others", async () => {
  const { clock, asked, channelOf, fail } = setUp();
  const refusal = new SlackRefusal("forbidden", "cannot_dm_bot", "conversations.open");
  fail(refusal);
  for (let n = 0; n < SLACK_OPENS_A_MINUTE; n++) await expect(channelOf("U1")).rejects.toBe(refusal);
  await expect(channelOf("U1")).rejects.toMatchObject({ failure: "rate_limited" });
  expect(asked).toHaveLength(SLACK_OPENS_A_MINUTE);
  fail(undefined);
  expect(await channelOf("U2")).toBe("DU2");
  clock.advance(60_000);
  expect(await channelOf("U1")).toBe("DU1");
});
