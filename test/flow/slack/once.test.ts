import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Conversation, MessageRef } from "../../../src/core/chat/conversation.ts";
import { PlatformError } from "../../../src/core/chat/errors.ts";
import type { Message } from "../../../src/core/chat/message.ts";
import { type Clock, systemClock } from "../../../src/lib/clock.ts";
import { startFakeSlack, type FakeSlack } from "../../support/fake-slack/fake-slack.ts";
import type { Fault } from "../../support/fake-slack/ledger.ts";
import { pictureFile } from "../../support/media/picture.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { startTestSlack, type TestSlack } from "../../support/slack/slack-platform.ts";

/** Shortens the pauses between polls for shared files. Time limits of calls use `after` and stay as they are. */
const impatient: Clock = {
  now: () => systemClock.now(),
  elapsed: () => systemClock.elapsed(),
  sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 20), signal),
  after: systemClock.after,
};

let database: TestDatabase;
let slack: FakeSlack;
/** Two processes on one database. */
let first: TestSlack;
let second: TestSlack;
let conversation: Conversation;
let message: Message;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  slack = await startFakeSlack();
  first = await startTestSlack(slack, database.url, { clock: impatient });
  second = await startTestSlack(slack, database.url, { clock: impatient });
  const picture = (colour: string) =>
    pictureFile({ name: `${colour}.png`, description: `all ${colour}`, width: 8, height: 6, colour });
  message = { text: "done", files: [await picture("red"), await picture("blue")] };
});

beforeEach(() => {
  const channel = slack.addChannel({ name: `c-${randomBytes(4).toString("hex")}` });
  conversation = { platform: "slack", workspace: slack.world.team.id, channel: channel.id };
  key = randomBytes(16).toString("hex");
});

afterAll(async () => {
  await first.end();
  await second.end();
  await slack.close();
  await database.drop();
});

/** Delivers as a worker does: searches first, then posts. */
async function deliver({ platform }: TestSlack, signal?: AbortSignal): Promise<MessageRef> {
  return (await platform.findPost(conversation, key, signal)) ?? platform.post(conversation, message, key, signal);
}

/** Expects one message with the text, and each picture once before it. */
function expectOneResult(ref: MessageRef): void {
  const there = slack.messages(conversation.channel);
  const words = there.filter((one) => one.metadata?.event_payload["key"] === key);
  expect(words.map((one) => one.ts)).toEqual([ref.id]);
  const shown = there.flatMap((one) => one.files).map((id) => slack.world.files.get(id)?.name ?? "");
  expect(shown.toSorted()).toEqual(["blue.png", "red.png"]);
  for (const one of there.filter(({ files }) => files.length > 0)) expect(Number(one.ts)).toBeLessThan(Number(ref.id));
}

const STEPS = [
  "files.getUploadURLExternal",
  "upload",
  "files.completeUploadExternal",
  "files.info",
  "chat.postMessage",
] as const;

describe("a result in Slack", () => {
  describe.each(STEPS)("when the process dies at %s", (step) => {
    it.each(["hold-before", "hold-after"] as const)(
      "is posted once although the next process continues from there (%s)",
      async (kind) => {
        const reached = Promise.withResolvers<void>();
        slack.fault(step, { kind, until: new Promise(() => {}), reached: reached.resolve });
        const gone = new AbortController();
        const lost = deliver(first, gone.signal);
        await reached.promise;
        gone.abort(new Error("killed"));
        await expect(lost).rejects.toBeInstanceOf(PlatformError);
        expectOneResult(await deliver(second));
        expectOneResult(await deliver(first));
      },
    );
  });

  describe.each(STEPS)("when %s goes wrong", (step) => {
    it.each<[string, Fault]>([
      ["the connection breaks before Slack has it", { kind: "drop-before" }],
      ["the connection breaks after Slack did it", { kind: "drop-after" }],
      ["Slack is down", { kind: "http", status: 503 }],
      ["Slack says so, or accepts bytes that it loses", { kind: "error", error: "internal_error" }],
    ])("is posted once, at the latest by the next try: %s", async (_name, fault) => {
      slack.fault(step, fault);
      await expect(deliver(first)).rejects.toMatchObject({ failure: "unavailable", retryable: true });
      expectOneResult(await deliver(first));
    });

    it("waits as long as Slack asks, and tries once more", async () => {
      if (step === "upload") return;
      const before = slack.calls(step).length;
      slack.fault(step, { kind: "ratelimited", retryAfter: 1 });
      expectOneResult(await deliver(first));
      expect(slack.calls(step)[before]?.outcome).toBe("ratelimited");
    });
  });

  it("is shared again if Slack confirmed but shared nothing", async () => {
    slack.fault("files.completeUploadExternal", { kind: "never-shared" });
    expectOneResult(await deliver(first));
  });

  it("is retried if Slack does not share it, and appears once it does", async () => {
    slack.fault("files.completeUploadExternal", { kind: "never-shared" }, 2);
    await expect(deliver(first)).rejects.toMatchObject({ failure: "unavailable", retryable: true });
    expectOneResult(await deliver(first));
  });

  it("shows each file once even if Slack first shared only some of them", async () => {
    slack.fault("files.completeUploadExternal", { kind: "last-shared" });
    expectOneResult(await deliver(first));
  });

  it("has its text directly below its pictures, whatever else is posted concurrently", async () => {
    const { channel } = conversation;
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    slack.fault("chat.postMessage", { kind: "hold-before", until: held.promise, reached: reached.resolve });
    const one = deliver(first);
    await reached.promise;
    const uploads = slack.calls("upload").length;
    const other = first.platform.post(conversation, message, key.replace(/^.{4}/, "also"));
    await expect.poll(() => slack.calls("upload").length - uploads).toBe(2);
    // Other channels are not held up meanwhile.
    const elsewhere = { ...conversation, channel: slack.addChannel({ name: "elsewhere" }).id };
    for (let n = 0; n < 4; n++)
      await first.platform.post(elsewhere, { text: "hello" }, key.replace(/^.{4}/, `els${n}`));
    held.resolve();
    await Promise.all([one, other]);
    expect(slack.messages(channel).map(({ files }) => files.length)).toEqual([2, 0, 2, 0]);
  });

  it("of ten pictures takes 22 calls and ten uploads", async () => {
    const pictures = (message.files ?? []).slice(0, 1);
    const files = Array.from({ length: 10 }, (_, n) => pictures.map((one) => ({ ...one, name: `${n}.png` }))).flat();
    const before = slack.ledger.length;
    await first.platform.post(conversation, { text: "done", files }, key);
    const calls = Map.groupBy(slack.ledger.slice(before), ({ method }) => method);
    expect(Object.fromEntries([...calls].map(([method, made]) => [method, made.length]))).toEqual({
      "files.getUploadURLExternal": 10,
      upload: 10,
      "files.completeUploadExternal": 1,
      "files.info": 10,
      "chat.postMessage": 1,
    });
  });

  it("asks about only one of its files while Slack has not shared them", async () => {
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    slack.fault("files.completeUploadExternal", { kind: "never-shared" });
    slack.fault("files.info", { kind: "hold-before", until: held.promise, reached: reached.resolve });
    const before = slack.calls("files.info").length;
    const delivered = deliver(first);
    await reached.promise;
    expect(slack.calls("files.info").length - before).toBe(1);
    held.resolve();
    expectOneResult(await delivered);
    // Five looks at one file, one at the other, and one at each once both were shared again.
    expect(slack.calls("files.info").length - before).toBe(8);
  });

  it("is also found in a thread", async () => {
    const root = await first.platform.post(conversation, { text: "root" }, `${key.slice(1)}r`);
    conversation = { ...conversation, thread: root.id };
    slack.fault("chat.postMessage", { kind: "drop-after" });
    await expect(deliver(first)).rejects.toBeInstanceOf(PlatformError);
    const ref = await deliver(second);
    const replies = slack.messages(conversation.channel).filter((one) => one.threadTs === root.id);
    expect(replies.map((one) => one.files.length)).toEqual([2, 0]);
    expect(replies.at(-1)?.ts).toBe(ref.id);
  });

  it("is removed together with its files", async () => {
    await first.platform.remove(await deliver(first));
    expect(slack.messages(conversation.channel)).toEqual([]);
  });

  it("never sends a token along with the bytes", () => {
    const uploads = slack.calls("upload");
    expect(uploads.length).toBeGreaterThan(0);
    expect(uploads.filter((call) => call.token !== "")).toEqual([]);
  });

  it("is never sent for another workspace", async () => {
    const before = slack.ledger.length;
    const elsewhere = { ...conversation, workspace: "T0OTHER" };
    await expect(first.platform.post(elsewhere, message, key)).rejects.toMatchObject({ failure: "rejected" });
    expect(slack.ledger.length).toBe(before);
  });
});
