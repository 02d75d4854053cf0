import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { list, record, textOf } from "../../support/fake-slack/blocks.ts";
import type { SaidFile } from "../../support/fake-slack/member-files.ts";
import type { FakeMessage } from "../../support/fake-slack/world.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";
import { filesOf, resultsFor, startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

async function picture(name: string, background: string): Promise<SaidFile> {
  const content = await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", content };
}

describe.each(["socket", "http"] as const)("working from a result in Slack by %s", (mode) => {
  let world: SlackEasel;

  beforeAll(async () => {
    world = await startSlackEasel(mode, {}, { clock: hurriedClock });
  });
  beforeEach(() => world.nextChannel());
  afterAll(async () => {
    await world.stop();
  });

  async function made(prompt: string): Promise<FakeMessage> {
    await world.max.slash(world.channel.id, "/imagine", `${prompt} --size 1K`).outcome;
    const result = await world.result(prompt);
    await world.settled();
    return result;
  }

  const id = (message: FakeMessage, label: string): string =>
    world.slack.buttons(message).find((button) => button.label.startsWith(label))?.id ?? "";

  /** The choices that a field of the open form offers. */
  function offered(field: string): string[] {
    const block = world.max.view()?.view.blocks.find((one) => textOf(one["block_id"]).startsWith(`${field}#`));
    return list(record(block?.["element"])["options"]).map((option) => textOf(option["value"]));
  }

  const openForm = () => world.see("a form", () => world.max.view());

  it("a bare /imagine opens a form, which shows problems at their fields", async () => {
    const { max, channel } = world;
    await max.slash(channel.id, "/imagine").outcome;
    const form = await openForm();
    await max.submit({ prompt: " " }).outcome;
    expect(Object.keys(form.errors)[0]).toBe("prompt");
    const prompt = "by the form";
    await max.submit({ prompt }).outcome;
    await world.result(prompt);
    expect(max.view()).toBeUndefined();
  });

  it("the form of /video makes a clip from files with the model that is chosen there", async () => {
    const { max, channel, slack } = world;
    await max.slash(channel.id, "/video").outcome;
    const form = await openForm();
    const models = offered("model");
    const chosen = models.find((model) => model !== models[0]) ?? "";
    const before = form.hash;
    await max.change("model", chosen, { prompt: "a fox runs" }).outcome;
    await world.see("the form anew", () => (form.hash === before ? undefined : true));
    await max.change("model", models[0] ?? "", { prompt: "a fox runs" }).outcome;
    const prompt = "a fox runs by the form";
    await max.submit({ prompt }, { image: [await picture("fox.png", "#aa5522")] }).outcome;
    expect(max.view()?.errors ?? {}).toEqual({});
    const result = await world.result(prompt);
    expect(filesOf(slack, result).map((file) => file.mimeType)).toEqual(["video/mp4"]);
  }, 90_000);

  it("a reply in a result's thread edits it, and the next one edits that", async () => {
    const { max, channel, slack } = world;
    const first = await made("a quiet harbour");
    await max.mention(channel.id, "add a red boat", { thread: first.ts }).outcome;
    const second = await world.result("add a red boat");
    expect(second.threadTs).toBe(first.ts);
    await max.mention(channel.id, "now at night", { thread: first.ts }).outcome;
    const third = await world.result("now at night");
    const [source] = filesOf(slack, second);
    const call = (await createsAt(world.easel.sandboxUrl)).find((one) => one.body.includes("now at night"));
    expect(call?.body).toContain(source?.content.toString("base64").slice(100, 400));
    expect(third.threadTs).toBe(first.ts);
  });

  it("a reply in the picture's own thread is about it too, and --video makes a clip from it", async () => {
    const { max, channel, slack } = world;
    const result = await made("a windmill");
    const [file] = filesOf(slack, result);
    const shown = file?.shares[0]?.ts ?? "";
    await max.mention(channel.id, "its sails turn --video", { thread: shown }).outcome;
    const clip = await world.result("its sails turn");
    expect(filesOf(slack, clip).map((one) => one.mimeType)).toEqual(["video/mp4"]);
  }, 90_000);

  it("Edit image on another member's picture opens a form and changes that picture", async () => {
    const { max, ada, channel } = world;
    const said = ada.say(channel.id, "look", { files: [await picture("lawn.png", "#228833")] });
    await said.outcome;
    await max.shortcut(said.message, "edit").outcome;
    await openForm();
    const prompt = "add a bench";
    await max.submit({ prompt }).outcome;
    const edited = await world.result(prompt);
    expect(edited.threadTs).toBeUndefined();

    const { slack } = world;
    const told = (member: typeof max, words: string) =>
      world.see(words, () => slack.privately(member.user.id).find((text) => text.includes(words)));
    await max.shortcut(said.message, "recipe").outcome;
    await told(max, "Easel did not make that picture");
    const eve = slack.join({ name: "eve", displayName: "Eve" });
    await eve.press(edited, id(edited, "Undo")).outcome;
    await told(eve, "Only the person who asked for this edit");
    await ada.press(edited, id(edited, "Undo")).outcome;
    await told(ada, "Undone");
  });

  it("Again on another member's edit never posts a file that only they have shown to Easel", async () => {
    const { max, ada, channel, slack } = world;
    const original = await picture("mine.png", "#aa3366");
    await max.slash(channel.id, "/edit").outcome;
    await openForm();
    const prompt = `add a moon by ${mode}`;
    await max.submit({ prompt }, { image: [original] }).outcome;
    const edited = await world.result(prompt);
    const eve = slack.join({ name: "eve", displayName: "Eve" });
    let results = 1;
    const again = async (member: typeof max, result: FakeMessage): Promise<FakeMessage> => {
      await world.settled();
      await member.press(result, id(result, "Again")).outcome;
      const next = await world.see("another result", () => resultsFor(slack, prompt)[results]);
      results++;
      return next;
    };
    const labels = (message: FakeMessage) => slack.buttons(message).map(({ label }) => label);
    const eves = await again(eve, edited);
    for (const result of [eves, await again(max, eves), await again(ada, edited)]) {
      expect(labels(result)).toContain("Again");
      expect(labels(result)).not.toContain("Undo");
    }
    expect(labels(edited)).toContain("Undo");
    expect(labels(await again(max, edited))).toContain("Undo");
    // Slack has one copy, his upload. A second one would be a post.
    const posted = () => [...slack.world.files.values()].filter(({ content }) => content.equals(original.content))[1];
    expect(posted()).toBeUndefined();
    await max.press(edited, id(edited, "Undo")).outcome;
    await world.see("the original", posted);
  });

  it("a mention in the thread of another member's picture changes that picture", async () => {
    const { max, ada, channel } = world;
    const said = ada.say(channel.id, "look", { files: [await picture("sky.png", "#3388dd")] });
    await said.outcome;
    await max.mention(channel.id, "add a balloon", { thread: said.message.ts }).outcome;
    expect((await world.result("add a balloon")).threadTs).toBe(said.message.ts);
  });

  it("Show recipe on the picture shows how it was made, and Animate image makes a clip from it", async () => {
    const { max, ada, channel, slack } = world;
    const result = await made("a stone bridge");
    const [file] = filesOf(slack, result);
    const shown = slack.messages(channel.id).find((one) => one.ts === file?.shares[0]?.ts);
    if (!shown) throw new Error("the picture is not shown");
    await ada.shortcut(shown, "recipe").outcome;
    await world.see("the recipe", () => slack.privately(ada.user.id).find((text) => text.includes("a stone bridge")));
    await max.shortcut(shown, "animate").outcome;
    await openForm();
    await max.submit({ prompt: "water flows below" }).outcome;
    const clip = await world.result("water flows below");
    expect(filesOf(slack, clip).map((one) => one.mimeType)).toEqual(["video/mp4"]);
  }, 90_000);

  it("the Edit button asks for a prompt, and Delete also removes the pictures", async () => {
    const { max, slack } = world;
    const result = await made("a wooden door");
    await max.press(result, id(result, "Edit")).outcome;
    await openForm();
    await max.submit({ prompt: "paint it blue" }).outcome;
    await world.result("paint it blue");
    const files = filesOf(slack, result);
    const actions = result.blocks.flatMap(({ elements }) => list(elements));
    expect(actions.find(({ confirm }) => confirm !== undefined)).toMatchObject({
      value: id(result, "Delete"),
      confirm: { text: { text: "Delete this for everyone? It can't be undone." }, deny: { text: "Keep" } },
    });
    await max.press(result, id(result, "Delete")).outcome;
    await world.see("it gone", () => (files.every((file) => file.isDeleted) && result.isDeleted ? true : undefined));
  });

  it("a mention in a thread continues from its newest remaining result, never from a deleted one", async () => {
    const { max, channel, slack } = world;
    const eve = slack.join({ name: "eve", displayName: "Eve" });
    const bytes = (message: FakeMessage) => filesOf(slack, message)[0]?.content.toString("base64") ?? "no file";
    const first = await made("a lone tower");
    const prompt = `at dusk by ${mode}`;
    await max.mention(channel.id, `${prompt} --size 1K`, { thread: first.ts }).outcome;
    const second = await world.result(prompt);
    const deleted = bytes(second);
    await world.settled();
    await max.press(second, id(second, "Delete")).outcome;
    await world.see("it gone", () => second.isDeleted || undefined);
    await world.settled();

    const next = `with gulls by ${mode}`;
    await eve.mention(channel.id, `${next} --size 1K`, { thread: first.ts }).outcome;
    await world.result(next);
    const call = (await createsAt(world.easel.sandboxUrl)).find(({ body }) => body.includes(next));
    expect(call?.body).toContain(bytes(first));
    expect(call?.body).not.toContain(deleted);
  }, 90_000);
});
