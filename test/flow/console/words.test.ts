import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { en } from "../../../src/text/en/index.ts";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { createsAt, videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";

let easel: TestEasel;

beforeAll(async () => {
  easel = await startTestEasel({}, { clock: hurriedClock });
});
afterAll(() => easel.stop());

async function prompts(): Promise<string[]> {
  const creates = await createsAt(easel.sandboxUrl);
  return creates.map(({ body }) => String(JSON.parse(body).prompt));
}

const isQuestion = (words: string) => (message: MessageView) => message.text.startsWith(en.talk.question(words));

function questionAbout(words: string): Promise<MessageView> {
  return easel.console.see(`the question about ${words}`, (all) => all.find(isQuestion(words)));
}

function resultOf(prompt: string): Promise<MessageView> {
  return easel.console.see(`the result of ${prompt}`, (all) =>
    all.find((one) => one.author.isEasel && one.files.some(({ description }) => description === prompt)),
  );
}

describe("plain words in the Console", () => {
  it.each(["hi", "thanks, great!", "a violet fox", "@easel hi there"])(
    "%j get a private answer immediately, and spend nothing",
    async (words) => {
      const before = await prompts();
      await easel.console.say(words);
      // The answer exists by the time the message is accepted.
      const question = easel.console.messages().find(isQuestion(words.replace("@easel ", "")));
      const shown = question ?? (await questionAbout(words.replace("@easel ", "")));
      expect(shown.private).toBe(true);
      expect(shown.text).toContain("**Make it**: 1 picture, with `provider-a/image-2`");
      expect(shown.text).toContain("**Make a clip**: a clip of 5 s, with `");
      expect(shown.buttons.map(({ label }) => label)).toEqual(["Make it", "Make a clip"]);
      expect(await prompts()).toEqual(before);
    },
  );

  it("become a picture or a clip by their buttons, once, and the buttons disappear", async () => {
    await easel.console.say("an orange fox");
    const question = await questionAbout("an orange fox");
    await Promise.all([easel.console.press(question, "Make it"), easel.console.press(question, "Make it")]);
    await easel.console.see("the question closed", (all) =>
      all.find(({ id, buttons }) => id === question.id && buttons.length === 0),
    );
    await resultOf("an orange fox");
    expect((await prompts()).filter((prompt) => prompt === "an orange fox")).toHaveLength(1);
    await easel.console.say("a running fox");
    await easel.console.press(await questionAbout("a running fox"), "Make a clip");
    expect((await resultOf("a running fox")).files[0]?.mimeType).toBe("video/mp4");
    expect(await videoCreatesAt(easel.sandboxUrl, "a running fox")).toHaveLength(1);
  });

  it("in reply to another member's picture offer to change it", async () => {
    const content = await sharp({ create: { width: 64, height: 48, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    await easel.console.say("look at my cat", {
      as: "admin",
      files: [{ name: "cat.png", mimeType: "image/png", bytes: new Uint8Array(content) }],
    });
    const cat = await easel.console.see("the cat", (all) => all.find(({ text }) => text === "look at my cat"));
    await easel.console.say("give it a hat", { replyTo: cat });
    const question = await questionAbout("give it a hat");
    expect(question.text).toContain("1 changed picture");
    expect(await prompts()).not.toContain("give it a hat");
    await easel.console.press(question, "Make it");
    await resultOf("give it a hat");
  });

  it("that ask for help get it", async () => {
    for (const words of ["help", "?", "@easel help"]) {
      expect((await easel.console.answerTo(words)).text).toContain(en.help.title);
    }
  });

  it("lead to a question even under `talk make`, because they don't mention Easel", async () => {
    const admin = createConsoleClient(easel.url, "admin");
    await admin.answerTo("/easel-admin channel talk make");
    await expect
      .poll(async () => (await easel.console.answerTo("/easel limits")).text)
      .toContain(`${en.settings.talk}: ${en.settingValue.talk.make} (this channel)`);
    await easel.console.say("a quiet fox");
    await questionAbout("a quiet fox");
    await easel.console.say("@easel a loud fox");
    await resultOf("a loud fox");
    expect(await prompts()).not.toContain("a quiet fox");
    await admin.answerTo("/easel-admin channel talk none");
    await admin.close();
  });
});

describe("a badly written option", () => {
  it("never becomes part of the picture, and a button makes the request as it was meant", async () => {
    const answer = await easel.console.answerTo("/imagine a tiny fox -- size 512x512");
    expect(answer.text).toContain("Did you mean `--size 512x512`?");
    expect((await prompts()).filter((prompt) => prompt.includes("tiny"))).toEqual([]);
    await easel.console.press(answer, "Make it");
    await resultOf("a tiny fox");
    const create = (await createsAt(easel.sandboxUrl)).find(({ body }) => body.includes("a tiny fox"));
    expect(JSON.parse(create?.body ?? "{}")).toMatchObject({ prompt: "a tiny fox", size: "512x512" });
  });
});
