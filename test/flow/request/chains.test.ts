import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { en } from "../../../src/text/en/index.ts";
import type { LocalFile } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { createsAt, videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";

let easel: TestEasel;

beforeAll(async () => {
  easel = await startTestEasel({}, { clock: hurriedClock });
});

afterAll(async () => {
  await easel.stop();
});

const SIZE = { width: 320, height: 240 };

async function picture(name: string, background: string): Promise<LocalFile> {
  const bytes = await sharp({ create: { ...SIZE, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", bytes: new Uint8Array(bytes) };
}

/** The result of the request with this prompt. */
function resultOf(prompt: string): Promise<MessageView> {
  return easel.console.see(`the result of “${prompt}”`, (messages) =>
    messages.find((message) => message.author.isEasel && message.files.some((file) => file.description === prompt)),
  );
}

async function make(prompt: string, options = ""): Promise<MessageView> {
  await easel.console.say(`/imagine ${prompt} ${options}`);
  return resultOf(prompt);
}

async function bytesOf(message: MessageView, index = 0): Promise<Buffer> {
  const response = await fetch(new URL(message.files[index]?.url ?? "", easel.url));
  return Buffer.from(await response.arrayBuffer());
}

/** The only create with this prompt. With the hurried clock it may have been resent with the same key. */
async function createOf(prompt: string): Promise<string> {
  const calls = (await createsAt(easel.sandboxUrl)).filter((call) => call.body.includes(JSON.stringify(prompt)));
  expect(new Set(calls.map((call) => call.idempotencyKey)).size).toBe(1);
  return calls[0]?.body ?? "";
}

/** The beginning of a file as it appears in a body. The sandbox stores only the beginning. */
async function startOf(file: MessageView | LocalFile, index = 0): Promise<string> {
  const bytes = "bytes" in file ? Buffer.from(file.bytes) : await bytesOf(file, index);
  return bytes.toString("base64").slice(0, 4_000);
}

describe("a reply to a result", () => {
  it("edits its picture, and a reply to that edits the edit", async () => {
    const first = await make("a red fox");
    await easel.console.say("make it blue --size 2K", { replyTo: first });
    const second = await resultOf("make it blue");
    expect(await createOf("make it blue")).toContain(await startOf(first));
    expect(second).toMatchObject({ quote: "make it blue", footer: expect.stringMatching(/^from “a red fox” · .*2K/) });
    await easel.console.say("now at night", { replyTo: second });
    await resultOf("now at night");
    expect(await createOf("now at night")).toContain(await startOf(second));
  });

  it("uses the reply's own files after the result's picture, including a mask", async () => {
    const first = await make("a quiet sea");
    const { width, height } = await sharp(await bytesOf(first)).metadata();
    const hole = await sharp({ create: { width, height, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    const sail = await picture("sail.png", "#ffffff");
    const files = [{ name: "hole.png", mimeType: "image/png", bytes: new Uint8Array(hole) }, sail];
    await easel.console.say("put image 2 there --mask hole.png", { replyTo: first, files });
    await resultOf("put image 2 there");
    const body = await createOf("put image 2 there");
    const at = body.indexOf(await startOf(first));
    expect(at).toBeGreaterThan(0);
    expect(body.indexOf(await startOf(sail))).toBeGreaterThan(at);
    expect(body).toContain('"mask"');
  });

  it("asks which of several pictures to use, and uses the one whose number is given", async () => {
    const several = await make("three owls", "--count 3");
    const answer = await easel.console.answerTo("with hats", { replyTo: several });
    expect(answer.text).toBe(en.reply.which(3, "#1, #2, #3"));
    await easel.console.say("#2 with green hats", { replyTo: several });
    expect((await resultOf("with green hats")).footer).toMatch(/^from picture 2 of “three owls” · /);
    expect(await createOf("with green hats")).toContain(await startOf(several, 1));
    const wrong = await easel.console.answerTo("#7 with hats", { replyTo: several });
    expect(wrong.text).toBe(en.reply.noSuch("7", "#1, #2, #3"));
  });

  it("makes a clip with --video", async () => {
    const first = await make("a paper boat");
    await easel.console.say("it sails away --video --seconds 2 --model gamma3.0-video-480p", { replyTo: first });
    const clip = await resultOf("it sails away");
    expect(clip.files[0]?.mimeType).toBe("video/mp4");
    const [call] = await videoCreatesAt(easel.sandboxUrl, "it sails away");
    expect(call?.body).toContain("a-paper-boat-1");
  });

  it("asks to wait if the request is not done yet", async () => {
    await easel.console.say("/imagine a slow snail [slow:600]");
    const notice = await easel.console.see("the notice", (messages) =>
      messages.find((one) => one.author.isEasel && one.text.includes("slow snail") && one.progress),
    );
    expect((await easel.console.answerTo("faster", { replyTo: notice })).text).toBe(en.reply.notYet);
    await easel.console.press(notice, "Cancel");
  });
});

describe("a reply to another member's message", () => {
  it("edits all its pictures", async () => {
    const files = [await picture("one.png", "#ff0000"), await picture("two.png", "#00ff00")];
    await easel.console.say("look at these", { files });
    const theirs = await easel.console.see("it", (all) => all.find((one) => one.text === "look at these"));
    await easel.console.say("@easel put them together", { replyTo: theirs, as: "admin" });
    await resultOf("put them together");
    const body = await createOf("put them together");
    for (const file of files) expect(body).toContain(await startOf(file));
  });

  it("asks first if that message has only text, then makes what the reply says", async () => {
    await easel.console.say("what a day", { as: "admin" });
    const theirs = await easel.console.see("it", (all) => all.find((one) => one.text === "what a day"));
    const question = await easel.console.answerTo("@easel a sunny day", { replyTo: theirs });
    await easel.console.press(question, en.talk.makeIt);
    await resultOf("a sunny day");
    expect(await createOf("a sunny day")).not.toContain("images");
  });
});

describe("Undo", () => {
  it("shows the previous picture, once, and replies continue from it", async () => {
    const first = await make("a white cat");
    await easel.console.say("make it pink", { replyTo: first });
    const edit = await resultOf("make it pink");
    await Promise.all([easel.console.press(edit, "Undo"), easel.console.press(edit, "Undo")]);
    const before = await easel.console.see("what it was", (all) => all.find((one) => one.replyTo === edit.id));
    expect((await bytesOf(before)).equals(await bytesOf(first))).toBe(true);
    await easel.console.say("make it grey", { replyTo: before });
    const grey = await resultOf("make it grey");
    expect(await createOf("make it grey")).toContain(await startOf(first));
    await easel.console.press(edit, "Undo");
    await easel.console.see("the answer", (all) => all.find((one) => one.text === en.undo.already));
    expect(easel.console.messages().filter((one) => one.replyTo === edit.id && !one.private)).toHaveLength(1);

    await easel.console.press(grey, "Recipe");
    const recipe = await easel.console.see("the recipe", (all) =>
      all.find((one) => one.private && one.text.includes("make it grey")),
    );
    expect(recipe.text).toContain("1. a white cat");
    expect(recipe.text).not.toContain("make it pink");
  });

  it("of an edited attachment shows the attachment", async () => {
    const own = await picture("mine.png", "#123456");
    await easel.console.say("@easel add a moon", { files: [own] });
    const edit = await resultOf("add a moon");
    await easel.console.press(edit, "Undo");
    const before = await easel.console.see("what it was", (all) => all.find((one) => one.replyTo === edit.id));
    expect((await bytesOf(before)).equals(Buffer.from(own.bytes))).toBe(true);
  });
});

describe("Delete", () => {
  it("lets the requester and admins remove a result, and nobody else", async () => {
    const mine = await make("a red door");
    await easel.console.press(mine, "Delete");
    await easel.console.see("it gone", (all) => (all.some((one) => one.id === mine.id) ? undefined : true));

    const theirs = await make("a blue door");
    await easel.console.press(theirs, "Delete", "admin");
    await easel.console.see("it gone", (all) => (all.some((one) => one.id === theirs.id) ? undefined : true));

    await easel.console.say("/imagine a green door", { as: "admin" });
    const admins = await resultOf("a green door");
    await easel.console.press(admins, "Delete");
    await easel.console.see("the refusal", (all) => all.find((one) => one.text === en.delete.notYours));
    expect(easel.console.messages().some((one) => one.id === admins.id)).toBe(true);
  });

  it("keeps the deleted result in the recipes of its edits", async () => {
    const first = await make("a tin robot");
    await easel.console.say("with a flower", { replyTo: first });
    const edit = await resultOf("with a flower");
    await easel.console.press(first, "Delete");
    await easel.console.see("it gone", (all) => (all.some((one) => one.id === first.id) ? undefined : true));
    await easel.console.press(edit, "Recipe");
    const recipe = await easel.console.see("the recipe", (all) =>
      all.find((one) => one.private && one.text.includes("with a flower")),
    );
    expect(recipe.text).toContain("1. a tin robot · provider-a/image-2");
  });
});

describe("forms", () => {
  it("from a message's menu edit a result with the form's options", async () => {
    const first = await make("a small house");
    const { form } = await easel.console.choose(first, "edit");
    expect(form?.title).toBe(en.forms.title.edit);
    expect(form?.fields.slice(0, 5).map((field) => field.name)).toEqual([
      "prompt",
      "model",
      "size",
      "aspect_ratio",
      "quality",
    ]);
    await easel.console.fillIn(form, { values: { prompt: "with a red roof", size: "2K" } });
    const edit = await resultOf("with a red roof");
    expect(edit.footer).toContain("2K");
    expect(edit.replyTo).toBe(first.id);
    expect(await createOf("with a red roof")).toContain(await startOf(first));
  });

  it("ask which of several pictures to edit", async () => {
    const several = await make("two boats", "--count 2");
    const { form } = await easel.console.press(several, "Edit");
    expect(form?.fields[1]).toMatchObject({ name: "picture", value: "1", required: true });
    await easel.console.fillIn(form, { values: { prompt: "with flags", picture: "2" } });
    await resultOf("with flags");
    expect(await createOf("with flags")).toContain(await startOf(several, 1));
  });

  it("show each problem at its field, and send nothing", async () => {
    const first = await make("a long road");
    const { form } = await easel.console.press(first, "Edit");
    const before = (await createsAt(easel.sandboxUrl)).length;
    const { problems } = await easel.console.fillIn(form, { values: { prompt: " ", size: "9K" } });
    expect(problems?.map((problem) => problem.field)).toEqual(["prompt", "size"]);
    expect(await createsAt(easel.sandboxUrl)).toHaveLength(before);
  });

  it("from a message's menu edit another member's pictures", async () => {
    const theirs = await picture("theirs.png", "#aabbcc");
    await easel.console.say("my drawing", { files: [theirs], as: "admin" });
    const message = await easel.console.see("it", (all) => all.find((one) => one.text === "my drawing"));
    const { form } = await easel.console.choose(message, "edit");
    await easel.console.fillIn(form, { values: { prompt: "in oil" } });
    expect((await resultOf("in oil")).replyTo).toBe(message.id);
    expect(await createOf("in oil")).toContain(await startOf(theirs));
    // Another member's picture has no recipe, even after an edit.
    await easel.console.choose(message, "recipe");
    await easel.console.see("that there is no recipe", (all) => all.find((one) => one.text === en.reply.notMine));
  });

  it("open for a command without options, and accept files", async () => {
    const { form } = await easel.console.bare("/video");
    const files = [
      { ...(await picture("dawn.png", "#ffcc88")), field: "first_frame" },
      { ...(await picture("dusk.png", "#223355")), field: "last_frame" },
    ];
    const values = { prompt: "a day goes by", model: "gamma3.0-video-480p", seconds: "2" };
    await easel.console.fillIn(form, { values, files });
    await resultOf("a day goes by");
    const [call] = await videoCreatesAt(easel.sandboxUrl, "a day goes by");
    expect(call?.body).toMatch(/"role":"first_frame".*"role":"last_frame"/);
  });
});

describe("after a failure", () => {
  it("changing the request keeps everything except what the member changes", async () => {
    await easel.console.say("/edit forbidden [fail:moderation_blocked] --size 2K", {
      files: [await picture("base.png", "#445566")],
    });
    const failed = await easel.console.see("the failure", (all) =>
      all.find((one) => one.mention && one.text.includes("could not be made")),
    );
    expect(failed.buttons.map((one) => one.label)).toEqual(["Try again", en.result.changeRequest, "Recipe", "Delete"]);
    const { form } = await easel.console.press(failed, en.result.changeRequest);
    const prompt = form?.fields[0];
    expect(prompt?.type === "text" && prompt.value).toBe("forbidden [fail:moderation_blocked]");
    await easel.console.fillIn(form, { values: { prompt: "allowed" } });
    const { footer, text } = await resultOf("allowed");
    expect([footer, text]).toEqual([expect.stringContaining("2K"), expect.stringContaining("base.png")]);
  });

  it("only a button that says so submits a clip with an unknown outcome again", async () => {
    const prompt = "lost at sea";
    await fetch(`${easel.sandboxUrl}/sandbox/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ match: { method: "POST", path: "/v1/videos" }, action: { type: "drop-after" }, times: 1 }),
    });
    await easel.console.say(`/video ${prompt} --seconds 2 --model gamma3.0-video-480p`);
    const told = await easel.console.see("the news", (all) => all.find((one) => one.text.includes("not here yet")));
    expect(told.quote).toBe(prompt);
    expect(told.buttons.map((button) => button.id.split(":")[0])).toEqual(["twice", "recipe", "delete"]);
    const press = (who: "admin" | "member") => easel.console.press(told, en.result.againUnknown, who);
    await Promise.all([press("member"), press("member"), press("admin")]);
    await resultOf(prompt);
    expect(await videoCreatesAt(easel.sandboxUrl, prompt)).toHaveLength(2);
  });
});
