import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Conversation } from "../../../src/core/chat/conversation.ts";
import type { Message } from "../../../src/core/chat/message.ts";
import type { Platform } from "../../../src/core/chat/platform.ts";
import { startFakeSlack, type FakeSlack } from "../../support/fake-slack/fake-slack.ts";
import type { Member } from "../../support/fake-slack/member.ts";
import { createTestDatabase } from "../../support/database/postgres.ts";
import { startTestSlack, type TestSlack } from "../../support/slack/slack-platform.ts";

let slack: FakeSlack;
let adapter: TestSlack;
let platform: Platform;
let max: Member;

beforeAll(async () => {
  const database = await createTestDatabase();
  slack = await startFakeSlack();
  max = slack.join({ name: "max", displayName: "Max" });
  adapter = await startTestSlack(slack, database.url, { mode: "http" });
  ({ platform } = adapter);
});

afterAll(async () => {
  await adapter.end();
  await slack.close();
});

const content = Buffer.from("a fox");
const RESULT: Message = {
  text: "here it is",
  files: [
    {
      name: "fox.png",
      mimeType: "image/png",
      bytes: content.length,
      description: "a fox",
      open: async () => Readable.from([content]),
    },
  ],
};

function conversationIn(channel: string): Conversation {
  return { platform: "slack", workspace: slack.world.team.id, channel };
}

it("a refused post is retried without a search for it", async () => {
  const channel = slack.addChannel({ name: "studio" });
  channel.members.delete(slack.world.bot.userId);
  const conversation = conversationIn(channel.id);
  await expect(platform.post(conversation, RESULT, "put-out")).rejects.toMatchObject({ failure: "forbidden" });
  channel.members.add(slack.world.bot.userId);
  const searches = () => slack.calls("conversations.history").length;
  const before = searches();
  expect(await platform.findPost(conversation, "put-out")).toBeUndefined();
  await platform.post(conversation, RESULT, "put-out");
  expect(searches()).toBe(before);
  expect(slack.said(channel.id)).toHaveLength(1);
});

it("a post that may have arrived is still searched for", async () => {
  const channel = slack.addChannel({ name: "lost" });
  const conversation = conversationIn(channel.id);
  slack.fault("chat.postMessage", { kind: "drop-after" });
  await expect(platform.post(conversation, { text: "hello" }, "lost")).rejects.toMatchObject({
    failure: "unavailable",
  });
  expect(await platform.findPost(conversation, "lost")).toBeDefined();
});

it("a refused direct message means that the person can't be written to", async () => {
  const conversation = conversationIn(slack.directWith(max).id);
  slack.fault("files.completeUploadExternal", { kind: "error", error: "channel_not_found" });
  await expect(platform.post(conversation, RESULT, "shut")).rejects.toMatchObject({ failure: "closed" });
  slack.fault("chat.postMessage", { kind: "error", error: "restricted_action" });
  expect(await platform.direct(conversation, max.user.id, { text: "hello" }, "shut-too")).toBeUndefined();
});
