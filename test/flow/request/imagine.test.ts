import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { viewTexts } from "../../../src/core/chat/message.ts";
import { en } from "../../../src/text/en/index.ts";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";

let easel: TestEasel;

beforeAll(async () => {
  easel = await startTestEasel();
});

afterAll(async () => {
  await easel.stop();
});

/** The results for a prompt. */
function resultsOf(prompt: string) {
  return (messages: MessageView[]): MessageView[] =>
    messages.filter((message) => message.author.isEasel && message.files.some((file) => file.description === prompt));
}

async function seeResult(prompt: string, at = easel): Promise<MessageView> {
  return at.console.see(`the result for ${prompt}`, (messages) => resultsOf(prompt)(messages)[0]);
}

describe("with a gateway that draws each picture, /imagine", () => {
  let drawing: TestEasel;

  beforeAll(async () => {
    drawing = await startTestEasel({}, { sandboxMedia: "full" });
  });
  afterAll(() => drawing.stop());

  async function pictureOf(file: { url: string }): Promise<Buffer> {
    const response = await fetch(new URL(file.url, drawing.url));
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }

  it("posts one result with the requested number of different pictures in the requested size", async () => {
    const prompt = "a lighthouse at dusk";
    await drawing.console.say(`/imagine ${prompt} --size 1K --count 4`);
    const result = await seeResult(prompt, drawing);
    expect(result.files).toHaveLength(4);
    expect(result.mention?.id).toBe("member");
    const pictures = await Promise.all(result.files.map(pictureOf));
    for (const picture of pictures) {
      expect(await sharp(picture).metadata()).toMatchObject({ width: 1024, height: 1024, format: "png" });
    }
    expect(new Set(pictures.map((picture) => picture.toString("base64"))).size).toBe(4);
    await drawing.console.see("the notice gone", (messages) =>
      messages.some((one) => one.progress) ? undefined : true,
    );
    expect(resultsOf(prompt)(drawing.console.messages())).toHaveLength(1);
    expect((await createsAt(drawing.sandboxUrl)).filter((call) => call.body.includes(prompt))).toHaveLength(4);
  });
});

describe("/imagine", () => {
  it("sends options under the provider's names", async () => {
    await easel.console.say("/imagine wide words --aspect_ratio 16:9 --size 2K --model pro-image-3");
    const result = await seeResult("wide words");
    expect(result.footer).toContain("provider-b/pro-image-3");
    const call = (await createsAt(easel.sandboxUrl)).find((one) => one.body.includes("wide words"));
    expect(JSON.parse(call?.body ?? "")).toEqual({
      model: "provider-b/pro-image-3",
      prompt: "wide words",
      resolution: "2K",
      aspect_ratio: "16:9",
    });
  });

  it("sends unusual values to the gateway, and says that they are unusual", async () => {
    await easel.console.say("/imagine a panorama --aspect_ratio 21:9 --size 8k --model pro-image-3");
    const result = await seeResult("a panorama");
    expect(result.text).toContain("`aspect_ratio` “21:9” is not one of the usual values");
    expect(result.text).toContain("`size` “8K” is not one of the usual values (1K, 2K, 4K)");
    const call = (await createsAt(easel.sandboxUrl)).find((one) => one.body.includes("a panorama"));
    expect(JSON.parse(call?.body ?? "")).toMatchObject({ resolution: "8K", aspect_ratio: "21:9" });
  });

  it("accepts a prompt as long as the chat allows", async () => {
    const prompt = `a very long story ${"of a fox ".repeat(3_000)}`.trim();
    await easel.console.say(`/imagine ${prompt}`);
    await easel.console.see("the result", (messages) =>
      messages.find(
        (one) => one.author.isEasel && one.files.some((file) => file.description.startsWith("a very long")),
      ),
    );
    const call = (await createsAt(easel.sandboxUrl)).find((one) => one.body.includes("a very long story"));
    expect(call?.body.length).toBeGreaterThan(8_000);
  });

  it("accepts a redelivered message only once", async () => {
    const id = randomUUID();
    await Promise.all([1, 2, 3, 4].map(() => easel.console.say("/imagine said four times", { id })));
    await seeResult("said four times");
    await easel.console.say("/imagine the one after");
    await seeResult("the one after");
    expect(resultsOf("said four times")(easel.console.messages())).toHaveLength(1);
    expect((await createsAt(easel.sandboxUrl)).filter((call) => call.body.includes("said four times"))).toHaveLength(1);
  });

  it("reports a failure publicly in the conversation", async () => {
    await easel.console.say("/imagine a forbidden thing [fail:moderation_blocked]");
    const failure = await easel.console.see("the failure", (messages) =>
      messages.find((one) => one.author.isEasel && one.mention && one.files.length === 0 && !one.progress),
    );
    expect(failure.text).toContain("could not be made");
    expect(failure.private).toBe(false);
  });

  it("answers in Chinese if the member's language is Chinese", async () => {
    await easel.console.say("/imagine 一只红狐狸", { locale: "zh-CN" });
    const result = await seeResult("一只红狐狸");
    expect(result.text).toContain("你的图片好了");
  });
});

describe("a refused /imagine", () => {
  it.each([
    ["an empty prompt", "/imagine --size 1K", ["prompt", "empty"]],
    ["an invalid size", "/imagine refused --size 9x9x9", ["size", "9x9x9", "1K", "1024x768"]],
    ["too many pictures", "/imagine refused --count 40", ["count", "40", "1 to 10"]],
    ["an unknown model", "/imagine refused --model imge-2", ["model", "imge-2", "provider-a/image-2"]],
    ["an unknown option", "/imagine refused --sise 1K", ["sise", "size"]],
    ["an unknown command", "/imagin refused", ["/imagine"]],
  ])("answers %s privately with the option and what is allowed, and sends nothing", async (_name, text, words) => {
    const before = (await createsAt(easel.sandboxUrl)).length;
    const known = new Set(easel.console.messages().map((message) => message.id));
    await easel.console.say(text);
    const answer = await easel.console.see("the answer", (messages) =>
      messages.find((one) => one.author.isEasel && !known.has(one.id)),
    );
    expect(answer.private).toBe(true);
    for (const word of words) expect(answer.text).toContain(word);
    expect(await createsAt(easel.sandboxUrl)).toHaveLength(before);
  });
});

describe("Cancel", () => {
  it("cancels running jobs, and says so in the notice", async () => {
    await easel.console.say("/imagine cancelled while running [slow:600] --count 2");
    const notice = await easel.console.see("the notice", (messages) =>
      messages.find((one) => one.progress?.items.some((item) => item.label.startsWith("being made"))),
    );
    await easel.console.press(notice, "Cancel");
    const folded = await easel.console.see("the cancelled notice", (messages) =>
      messages.find((one) => one.id === notice.id && one.text.startsWith("Cancelled")),
    );
    expect(folded.buttons).toEqual([]);
    expect(resultsOf("cancelled while running [slow:600]")(easel.console.messages())).toHaveLength(0);
  });

  it("cancels waiting jobs without ever sending them to the gateway", async () => {
    // The sandbox key may run 16 jobs concurrently: these fill it.
    await easel.console.say("/imagine filler one [slow:600] --count 10", { channel: "studio" });
    await easel.console.say("/imagine filler two [slow:600] --count 6", { channel: "studio" });
    await easel.console.see(
      "sixteen running",
      (messages) => {
        const items = messages.flatMap((one) => one.progress?.items ?? []);
        return items.filter((item) => item.label.startsWith("being made")).length === 16 ? true : undefined;
      },
      "studio",
    );
    await easel.console.say("/imagine cancelled while waiting");
    const notice = await easel.console.see("the notice", (messages) =>
      messages.find((one) => one.progress && one.text.includes("cancelled while waiting")),
    );
    await easel.console.press(notice, "Cancel");
    await easel.console.see("the cancelled notice", (messages) =>
      messages.find((one) => one.id === notice.id && one.text.startsWith("Cancelled")),
    );
    expect((await createsAt(easel.sandboxUrl)).filter((call) => call.body.includes("while waiting"))).toHaveLength(0);
    for (const filler of easel.console.messages("studio").filter((one) => one.progress)) {
      await easel.console.press(filler, "Cancel");
    }
    await easel.console.see(
      "the fillers cancelled",
      (messages) => (messages.some((one) => one.progress) ? undefined : true),
      "studio",
    );
  });

  it("is for the requester and admins only", async () => {
    await easel.console.say("/imagine somebody else's [slow:600]", { as: "admin" });
    const notice = await easel.console.see("the notice", (messages) => messages.find((one) => one.progress));
    await easel.console.press(notice, "Cancel", "member");
    const refusal = await easel.console.see("the refusal", (messages) =>
      messages.find((one) => one.private && one.text.includes("Only the person who asked")),
    );
    expect(refusal.text).toContain("an admin");
    await easel.console.press(notice, "Cancel", "admin");
    const folded = await easel.console.see("the cancelled notice", (messages) =>
      messages.find((one) => one.id === notice.id && one.text.startsWith("Cancelled")),
    );
    expect(folded.progress).toBeUndefined();
  });
});

describe("a result's buttons", () => {
  it("repeat the request and show the recipe", async () => {
    await easel.console.say("/imagine once more please --size 1K");
    const result = await seeResult("once more please");
    await easel.console.press(result, "Recipe");
    const recipe = await easel.console.see("the recipe", (messages) =>
      messages.find((one) => one.private && one.text.includes("Recipe")),
    );
    expect(recipe.text).toContain("once more please");
    await easel.console.press(result, "Again");
    await easel.console.see("a second result", (messages) => resultsOf("once more please")(messages)[1]);
  });
});

// The last test, because its notice stays.
it("says that a picture was made even if the gateway can't deliver its file yet", async () => {
  await easel.console.say("/imagine a shy fox [fail:media_unavailable]");
  const notice = await easel.console.see("the notice", (messages) =>
    messages.find(
      ({ text, progress }) => text.includes("a shy fox") && progress?.items[0]?.label === en.notice.fetching,
    ),
  );
  expect(notice.text).not.toContain("could not be made");
  const listed = viewTexts(await easel.console.answerTo("/jobs"))
    .split("\n")
    .find((line) => line.includes("a shy fox"));
  expect(listed).not.toContain("failed");
});
