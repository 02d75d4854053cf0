import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TextEvent } from "../../../src/core/chat/event.ts";
import type { SaidFile } from "../../support/fake-slack/member-files.ts";
import { pictureFile } from "../../support/media/picture.ts";
import { startSlackWorld, type SlackWorld } from "../../support/slack/slack-platform.ts";

let world: SlackWorld;

beforeAll(async () => {
  world = await startSlackWorld({ mode: "http" });
});
beforeEach(() => {
  world.handleWith(async (_event, responder) => void (await responder.acknowledge()));
});
afterAll(async () => {
  await world.stop();
});

const file = (name: string): SaidFile => ({ name, mimeType: "image/png", content: randomBytes(2_000) });

function lastText(): TextEvent {
  const event = world.events.at(-1);
  if (event?.kind !== "text") throw new Error("the newest event is no text");
  return event;
}

/** Posts a result with a picture, as delivery does. */
async function postResult(thread?: string) {
  const { slack, channel, adapter } = world;
  const conversation = {
    platform: "slack" as const,
    workspace: slack.world.team.id,
    channel: channel.id,
    ...(thread === undefined ? {} : { thread }),
  };
  const picture = await pictureFile({ name: "p.png", description: "p", width: 8, height: 6, colour: "red" });
  const message = { text: "here it is", files: [picture] };
  return adapter.platform.post(conversation, message, randomBytes(16).toString("hex"));
}

describe("a mention", () => {
  it.each([
    ["together", undefined],
    ["the mention first", "mention"],
    ["the message first", "message"],
  ] as const)("is passed on as text with its files, once for its two deliveries: %s", async (_order, first) => {
    const { max, channel } = world;
    const picture = file("fox.png");
    const before = world.events.length;
    const said = max.mention(channel.id, "make it blue &amp; big", { files: [picture], first });
    expect((await said.outcome).acknowledged).toBe(true);
    expect(world.events.length).toBe(before + 1);
    const event = lastText();
    expect(event).toMatchObject({
      text: "make it blue & big",
      mentionsUs: true,
      message: { id: said.message.ts },
      attachments: [{ name: "fox.png", mimeType: "image/png", bytes: 2_000 }],
    });
    expect(event.target).toBeUndefined();
    const [attachment] = event.attachments;
    if (!attachment) throw new Error("no attachment");
    const opened = await world.adapter.platform.openAttachment(attachment);
    expect((await buffer(opened)).equals(picture.content)).toBe(true);
  });

  it("has its files even if Slack leaves them out", async () => {
    const { max, channel, slack } = world;
    const said = max.mention(channel.id, "with a file", { files: [file("late.png")], mentionWithoutFiles: true });
    await said.outcome;
    expect(lastText().attachments.map(({ name }) => name)).toEqual(["late.png"]);
    expect(slack.messages(channel.id).filter((one) => one.ts === said.message.ts)).toHaveLength(1);
  });

  it("is handled once, however often Slack delivers it under new ids", async () => {
    const { max, channel } = world;
    const before = world.events.length;
    const said = max.mention(channel.id, "only once");
    await said.outcome;
    const again = await Promise.all([said.again(), said.again()]);
    expect(again.map((outcome) => outcome.acknowledged)).toEqual([true, true]);
    expect(world.events.length).toBe(before + 1);
  });

  it("is answered once, however often Slack delivers it", async () => {
    const { max, channel, slack } = world;
    world.handleWith((_event, responder) => responder.answer({ text: "no such option" }));
    const before = slack.privately(max.user.id).length;
    const said = max.mention(channel.id, "wrong");
    await said.outcome;
    await said.again();
    expect(slack.privately(max.user.id).slice(before)).toEqual(["no such option"]);
  });

  it("is delivered again if nothing was accepted", async () => {
    const { max, channel } = world;
    let fails = true;
    world.handleWith(async (_event, responder) => {
      if (fails) throw new Error("the database is away");
      await responder.acknowledge();
    });
    const said = max.mention(channel.id, "a second try");
    expect((await said.outcome).acknowledged).toBe(false);
    fails = false;
    expect((await said.again()).acknowledged).toBe(true);
    const tries = world.events.filter((event) => event.kind === "text" && event.text === "a second try");
    expect(new Set(tries.map((event) => event.key)).size).toBe(1);
  });

  it("in the thread of a member's picture is about that picture", async () => {
    const { ada, max, channel } = world;
    const root = ada.say(channel.id, "look", { files: [file("sea.png")] });
    await root.outcome;
    await max.mention(channel.id, "make it night", { thread: root.message.ts }).outcome;
    expect(lastText()).toMatchObject({
      text: "make it night",
      conversation: { thread: root.message.ts },
      target: { message: { id: root.message.ts }, own: false, complete: true, attachments: [{ name: "sea.png" }] },
    });
  });
});

describe("a mention in the thread of a result", () => {
  it("is about the result, whether the thread starts at its text or at its picture", async () => {
    const { max, channel, slack } = world;
    const result = await postResult();
    const picture = slack.messages(channel.id).findLast((one) => one.files.length > 0);
    for (const thread of [result.id, picture?.ts ?? ""]) {
      const before = world.events.length;
      await max.mention(channel.id, "now at night --video", { thread }).outcome;
      expect(world.events.length).toBe(before + 1);
      expect(lastText()).toMatchObject({
        text: "now at night --video",
        mentionsUs: true,
        conversation: { thread },
        target: { message: { id: result.id }, own: true },
      });
    }
  });

  it("is about the latest result there", async () => {
    const { max, channel } = world;
    const first = await postResult();
    const second = await postResult(first.id);
    await max.mention(channel.id, "and brighter", { thread: first.id }).outcome;
    expect(lastText().target?.message).toEqual(second);
  });
});

describe("a conversation between people", () => {
  it("is acknowledged and ignored in channels, in people's threads and in threads of results", async () => {
    const { max, ada, channel } = world;
    const result = await postResult();
    const before = world.events.length;
    const root = max.say(channel.id, "lunch?");
    expect((await root.outcome).acknowledged).toBe(true);
    await ada.say(channel.id, "yes", { thread: root.message.ts }).outcome;
    await ada.say(channel.id, "haha nice one", { thread: result.id }).outcome;
    await ada.say(channel.id, "like this?", { thread: result.id, files: [file("cat.png")] }).outcome;
    await max.say(channel.id, `<@${ada.user.id}> do you like it?`, { thread: result.id }).outcome;
    expect(world.events.length).toBe(before);
  });
});

describe("a direct message", () => {
  it("needs no mention", async () => {
    const { max, slack } = world;
    const direct = slack.directWith(max);
    await max.say(direct.id, "/imagine a fox", { files: [file("fox.png")] }).outcome;
    expect(lastText()).toMatchObject({
      text: "/imagine a fox",
      mentionsUs: false,
      conversation: { channel: direct.id },
      attachments: [{ name: "fox.png" }],
    });
  });

  it("from another workspace is answered but not accepted", async () => {
    const { slack } = world;
    const stranger = slack.join({ name: "mal", displayName: "Mal", teamId: "T0OTHER", isStranger: true });
    const before = world.events.length;
    await stranger.mention(world.channel.id, "a fox").outcome;
    expect(world.events.length).toBe(before);
    expect(slack.privately(stranger.user.id).at(-1)).toContain("its own workspace");
  });
});

describe("a form that a message asks for", () => {
  it("opens by a button, because Slack opens forms only after a press", async () => {
    const { max, channel, slack } = world;
    const form = { id: "new:imagine", title: "Imagine", submit: "Make", typed: "Type it.", fields: [] };
    const field = { type: "text" as const, name: "prompt", label: "Prompt" };
    world.handleWith((_event, responder) => responder.openForm({ ...form, fields: [field] }));
    world.reformWith(async (query) => (query.form === form.id ? { ...form, fields: [field] } : undefined));
    const said = max.mention(channel.id, "/imagine");
    await said.outcome;
    const allowedModels = slack.world.ephemerals.at(-1);
    expect(allowedModels && slack.buttons(allowedModels)).toEqual([{ id: form.id, label: "Open the form" }]);
    await max.press({ channel: channel.id, ts: "1.000001" }, form.id).outcome;
    expect(max.view()?.view.title?.text).toBe("Imagine");
    // The form belongs to the mention's thread, where the result will be posted.
    expect(max.view()?.view.private_metadata).toContain(said.message.ts);
  });
});

describe("the App Home", () => {
  it("shows a person their own jobs, and its buttons work", async () => {
    const { max, slack } = world;
    world.handleWith((event, responder) => {
      if (event.kind !== "command") return responder.answer({ text: "Cancelled." });
      if (event.command !== "jobs") return responder.answer({ text: event.command });
      const buttons = [{ id: "cancel:7", label: "Cancel", style: "secondary" }] as const;
      return responder.answer({ text: "**Your latest**", buttons });
    });
    expect((await max.openHome().outcome).acknowledged).toBe(true);
    const asked = world.events.filter((event) => event.kind === "command").map((event) => event.command);
    expect(asked).toContain("jobs");
    // The App Home can't show files.
    expect(world.events.at(-1)).toMatchObject({ showsNoFiles: true });
    expect(world.events.at(-1)).toMatchObject({ kind: "command", actor: { userId: max.user.id } });
    const home = slack.world.homes.get(max.user.id)?.view;
    expect(home && slack.read({ blocks: home.blocks, text: "" })).toContain("Your latest");
    await max.pressAtHome("cancel:7").outcome;
    const press = world.events.find((event) => event.kind === "button" && event.button === "cancel:7");
    expect(press?.conversation).toMatchObject({ channel: slack.directWith(max).id });
    expect(slack.read({ blocks: max.view()?.view.blocks ?? [], text: "" })).toBe("Cancelled.");
  });
});

// The last tests of this file, because Slack's rate limit stays used up.
describe("while Slack's rate limit for reading messages is used up, a mention", () => {
  it("is accepted as it arrived", async () => {
    const { slack, max, channel } = world;
    slack.fault("conversations.history", { kind: "ratelimited", retryAfter: 300 });
    expect((await max.mention(channel.id, "a heron").outcome).acknowledged).toBe(true);
    expect(lastText()).toMatchObject({ text: "a heron", attachments: [] });
  });

  it("in a thread is accepted, and the message that it is about counts as hidden", async () => {
    const { slack, ada, max, channel } = world;
    const root = ada.say(channel.id, "look", { files: [file("sea.png")] });
    await root.outcome;
    slack.fault("conversations.replies", { kind: "ratelimited", retryAfter: 300 }, 2);
    const said = max.mention(channel.id, "make it night", { thread: root.message.ts });
    expect((await said.outcome).acknowledged).toBe(true);
    expect(lastText()).toMatchObject({
      text: "make it night",
      target: { message: { id: root.message.ts }, attachments: [], own: false, complete: false },
    });
  });
});
