import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import type { LocalFile } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";

let easel: TestEasel;

beforeAll(async () => {
  // Clips are polled every 15 s, which is too long for a test.
  easel = await startTestEasel({}, { sandboxMedia: "full", clock: hurriedClock });
});

afterAll(async () => {
  await easel.stop();
});

async function picture(name: string, background: string): Promise<LocalFile> {
  const bytes = await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", bytes: new Uint8Array(bytes) };
}

function clipFor(prompt: string) {
  return (messages: MessageView[]): MessageView | undefined =>
    messages.find((message) => message.author.isEasel && message.files.some((file) => file.description === prompt));
}

async function answerTo(text: string, files: readonly LocalFile[] = []): Promise<MessageView> {
  const known = new Set(easel.console.messages().map((message) => message.id));
  await easel.console.say(text, { files });
  return easel.console.see("the answer", (messages) =>
    messages.find((one) => one.author.isEasel && !known.has(one.id)),
  );
}

const Body = z.looseObject({
  seconds: z.string(),
  reference_images: z.array(z.object({ url: z.string(), role: z.string().optional() })),
});

describe("/video", () => {
  it("makes a clip of the requested length, with pictures and sound", async () => {
    await easel.console.say("/video a paper boat --seconds 2 --model gamma3.0-video-480p");
    const result = await easel.console.see("the clip", clipFor("a paper boat"));
    const [file] = result.files;
    expect(file).toMatchObject({ mimeType: "video/mp4", name: "a-paper-boat-1.mp4" });
    const response = await fetch(new URL(file?.url ?? "", easel.url));
    const clip = new Input({ formats: ALL_FORMATS, source: new BufferSource(await response.arrayBuffer()) });
    expect(Math.abs((await clip.computeDuration()) - 2)).toBeLessThan(0.1);
    expect(await (await clip.getPrimaryVideoTrack())?.getCodec()).toBe("avc");
    expect(await (await clip.getPrimaryAudioTrack())?.getCodec()).toBe("aac");
    expect(result.footer).toContain("2 s");
  });

  it("sends attached pictures as addresses that the gateway can load, with first and last frame marked", async () => {
    const files = [await picture("dawn.png", "#ffcc88"), await picture("dusk.png", "#223355")];
    const prompt = "from dawn to dusk";
    await easel.console.say(
      `/video ${prompt} --seconds 2 --model gamma3.0-video-480p --first_frame 1 --last_frame dusk.png`,
      { files },
    );
    await easel.console.see("the clip", clipFor(prompt));
    const [call] = await videoCreatesAt(easel.sandboxUrl, prompt);
    const body = Body.parse(JSON.parse(call?.body ?? ""));
    expect(body.seconds).toBe("2");
    expect(body.reference_images.map((image) => image.role)).toEqual(["first_frame", "last_frame"]);
    for (const [index, { url }] of body.reference_images.entries()) {
      const loaded = await fetch(url);
      expect(loaded.headers.get("content-type")).toBe("image/png");
      const bytes = new Uint8Array(await loaded.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 240, format: "png" });
      expect(index).toBeLessThan(2);
    }
  });

  it("creates a clip once even if the gateway never answers, and says that it has not arrived yet", async () => {
    const prompt = "lost on the way";
    await fetch(`${easel.sandboxUrl}/sandbox/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ match: { method: "POST", path: "/v1/videos" }, action: { type: "drop-after" }, times: 1 }),
    });
    await easel.console.say(`/video ${prompt} --seconds 2`);
    const told = await easel.console.see("the news", (messages) =>
      messages.find((one) => one.mention && one.text.includes("not here yet")),
    );
    expect(told.buttons.map((button) => button.label)).toContain("Submit again (it may be made twice)");
    expect(await videoCreatesAt(easel.sandboxUrl, prompt)).toHaveLength(1);
  });

  it("reports a failure at the gateway", async () => {
    await easel.console.say("/video a forbidden scene [fail:moderation_blocked] --seconds 2");
    const told = await easel.console.see("the failure", (messages) =>
      messages.find((one) => one.mention && one.text.includes("could not be made")),
    );
    expect(told.files).toEqual([]);
  });
});

describe("a refused /video", () => {
  it.each([
    ["too many seconds", "/video a boat --seconds 31", ["seconds", "31"]],
    [
      "a resolution that the model doesn't make",
      "/video a boat --model gamma3.0-video-480p --resolution 720p",
      ["gamma3.0-video-720p"],
    ],
    ["two different lengths", "/video a boat --seconds 5 --duration 6", ["seconds", "duration"]],
    ["an unknown model", "/video a boat --model gama3.0-video-480", ["gamma3.0-video-480p"]],
    ["--face for a model without it", "/video a boat --face", ["face"]],
    ["a missing required picture", "/video a boat --model beta-2.0-15s-480p", ["beta-2.0-15s-480p"]],
  ])("answers %s with the option and what is allowed, and sends nothing", async (_name, text, words) => {
    const before = (await videoCreatesAt(easel.sandboxUrl, "")).length;
    const answer = await answerTo(text);
    expect(answer.private).toBe(true);
    for (const word of words) expect(answer.text).toContain(word);
    expect(await videoCreatesAt(easel.sandboxUrl, "")).toHaveLength(before);
  });
});
