import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import type { Conversation } from "../../../src/core/chat/conversation.ts";
import type { OutgoingFile } from "../../../src/core/chat/message.ts";
import { SLACK_DIRECT_FILES } from "../../../src/platforms/slack/post/direct-files.ts";
import type { Member } from "../../support/fake-slack/member.ts";
import { impatientClock } from "../../support/fault/hurried-clock.ts";
import { startSlackWorld, type SlackWorld } from "../../support/slack/slack-platform.ts";

let world: SlackWorld;
let conversation: Conversation;
let aheadMs = 0;
const clock: Clock = { ...impatientClock, elapsed: () => systemClock.elapsed() + aheadMs };
/** The answers' files, by the button that asks for them. */
const answers = new Map<string, OutgoingFile>();

beforeAll(async () => {
  world = await startSlackWorld({ mode: "http", clock });
  const { slack, channel } = world;
  conversation = { platform: "slack", workspace: slack.world.team.id, channel: channel.id };
  world.handleWith(async (event, responder) => {
    const file = event.kind === "button" ? answers.get(event.button) : undefined;
    if (file) await responder.answer({ text: `Only ${file.name}.`, files: [file] });
    else await responder.acknowledge();
  });
});
beforeEach(() => {
  aheadMs += 60_000;
});
afterAll(async () => {
  await world.stop();
});

/** A result with WebP pictures, which Slack can't show in an answer. */
async function resultOf(name: string, count: number): Promise<{ press(by: Member, number: number): Promise<boolean> }> {
  const files = Array.from({ length: count }, (_, index): OutgoingFile => {
    const content = randomBytes(100);
    return {
      name: `${name}-${index + 1}.webp`,
      mimeType: "image/webp",
      bytes: content.length,
      description: name,
      number: index + 1,
      hash: content.toString("hex"),
      open: async () => Readable.from([content]),
    };
  });
  const id = (number: number): string => `picture:${name}:${number}`;
  const buttons = files.map((_, index) => ({
    id: id(index + 1),
    label: `Picture ${index + 1}`,
    style: "secondary" as const,
  }));
  const message = await world.adapter.platform.post(conversation, { text: name, files, buttons }, `result ${name}`);
  files.forEach((file, place) => {
    answers.set(id(place + 1), { ...file, posted: { message, place, of: count, mimeType: file.mimeType } });
  });
  return {
    press: async (by, number) =>
      (await by.press({ channel: conversation.channel, ts: message.id }, id(number)).outcome).acknowledged,
  };
}

/** How often each method was called while `act` ran. */
async function callsDuring(act: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const { ledger } = world.slack;
  const from = ledger.length;
  await act();
  const counts: Record<string, number> = {};
  for (const { method } of ledger.slice(from)) counts[method] = (counts[method] ?? 0) + 1;
  return counts;
}

describe("a picture that Slack can't show in an answer", () => {
  it("is sent to the person once, and later presses link to that message", async () => {
    const { slack } = world;
    const lin = slack.join({ name: "lin", displayName: "Lin" });
    const result = await resultOf("storks", 2);
    const calls = await callsDuring(async () => {
      const acknowledged = await Promise.all(Array.from({ length: 8 }, () => result.press(lin, 1)));
      expect(acknowledged).toEqual(acknowledged.map(() => true));
      await expect.poll(() => slack.privately(lin.user.id)).toHaveLength(8);
      expect(await result.press(lin, 1)).toBe(true);
      await expect.poll(() => slack.privately(lin.user.id)).toHaveLength(9);
    });
    expect(calls).toMatchObject({
      "conversations.open": 1,
      "files.getUploadURLExternal": 1,
      "files.completeUploadExternal": 1,
      "chat.postMessage": 1,
    });
    const [sent, ...more] = slack.said(slack.directWith(lin).id);
    expect(more).toEqual([]);
    const link = sent && slack.linkTo(sent);
    expect(new Set(slack.privately(lin.user.id))).toEqual(
      new Set([`Only storks-1.webp.\nThe file is in your direct messages with me: ${link}`]),
    );
  });

  it("is sent up to a limit per member; later answers say that it was not sent", async () => {
    const { slack, ada, adapter } = world;
    const eve = slack.join({ name: "eve", displayName: "Eve" });
    const results = [await resultOf("herons", 6), await resultOf("cranes", 6)];
    const told = (words: string): ReadonlySet<string> =>
      new Set(slack.privately(eve.user.id).filter((text) => text.includes(words)));
    const calls = await callsDuring(async () => {
      for (const result of results) {
        const acknowledged = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => result.press(eve, number)));
        expect(acknowledged).toEqual(acknowledged.map(() => true));
      }
      await expect.poll(() => slack.privately(eve.user.id)).toHaveLength(12);
    });
    expect(calls).toMatchObject({
      "conversations.open": 1,
      "files.getUploadURLExternal": SLACK_DIRECT_FILES.member,
    });
    expect(told("The file is in your direct messages").size).toBe(SLACK_DIRECT_FILES.member);
    expect(told("The file was not sent to you").size).toBe(12 - SLACK_DIRECT_FILES.member);

    // Messages to others are not affected.
    const hello = await adapter.platform.direct(conversation, ada.user.id, { text: "a private heron" }, "hello");
    expect(slack.said(slack.directWith(ada).id).map(({ ts }) => ts)).toEqual([hello?.id]);

    aheadMs += 60_000;
    const [refused = ""] = told("The file was not sent to you");
    const [, name, number] = /(\w+)-(\d)\.webp/.exec(refused) ?? [];
    expect(await results[name === "herons" ? 0 : 1]?.press(eve, Number(number))).toBe(true);
    await expect.poll(() => told("The file is in your direct messages").size).toBe(SLACK_DIRECT_FILES.member + 1);
  });
});
