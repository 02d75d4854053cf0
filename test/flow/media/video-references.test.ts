import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { mediaOf } from "../../support/media/clip.ts";
import type { LocalFile } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import * as good from "../../support/media/media-files.ts";
import { videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";

const MODEL = "alpha-h3(933/4-15秒/768p)";
let easel: TestEasel;

beforeAll(async () => {
  easel = await startTestEasel();
});

afterAll(async () => {
  await easel.stop();
});

function file(name: string, mimeType: string, bytes: Buffer): LocalFile {
  return { name, mimeType, bytes: new Uint8Array(bytes) };
}

const Body = z.looseObject({
  seconds: z.number(),
  images: z.array(z.object({ url: z.string() })).optional(),
  videos: z.array(z.object({ url: z.string(), seconds: z.number() })).optional(),
  audios: z.array(z.object({ url: z.string() })).optional(),
});

/** Requests a clip; returns the notice and what was sent. */
async function ask(
  prompt: string,
  files: readonly LocalFile[],
): Promise<{ notice: MessageView; body: z.infer<typeof Body> }> {
  await easel.console.say(`/video ${prompt} --seconds 4 --model ${MODEL}`, { files });
  const notice = await easel.console.see("the notice", (messages) =>
    messages.find((one) => one.author.isEasel && !one.private && one.text.includes(prompt)),
  );
  await expect.poll(() => videoCreatesAt(easel.sandboxUrl, prompt), { timeout: 10_000 }).toHaveLength(1);
  const [call] = await videoCreatesAt(easel.sandboxUrl, prompt);
  return { notice, body: Body.parse(JSON.parse(call?.body ?? "")) };
}

async function load(url: string): Promise<{ type: string | null; nosniff: string | null; bytes: Buffer }> {
  const { headers, ...answer } = await fetch(url).then(async (response) => ({
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }));
  return { type: headers.get("content-type"), nosniff: headers.get("x-content-type-options"), bytes: answer.bytes };
}

describe("references of a clip", () => {
  it("are billed by their real length, rounded up, whatever their names say", async () => {
    const clip = await good.mp4(2.5);
    const { notice, body } = await ask("the same in rain", [file("60 seconds.mov", "video/quicktime", clip)]);
    const [video] = body.videos ?? [];
    expect(video?.seconds).toBe(3);
    expect(body.seconds).toBe(4);
    expect(notice.text).toContain("Will be billed as 7 s.");
    const loaded = await load(video?.url ?? "");
    expect(loaded).toMatchObject({ type: "video/mp4", nosniff: "nosniff" });
    // The intake removes its metadata; nothing else changes.
    expect(loaded.bytes).toHaveLength(clip.length);
    expect(mediaOf(loaded.bytes).equals(mediaOf(clip))).toBe(true);
  });

  it("have an MP3 address if they are sound, whatever their names", async () => {
    const song = good.countedMp3(100);
    const { notice, body } = await ask("dance to it", [file("song", "application/octet-stream", song)]);
    const [audio] = body.audios ?? [];
    expect(new URL(audio?.url ?? "").pathname).toMatch(/\.mp3$/);
    const loaded = await load(audio?.url ?? "");
    expect(loaded).toMatchObject({ type: "audio/mpeg", nosniff: "nosniff" });
    expect(loaded.bytes.equals(song)).toBe(true);
    // Sounds are not billed.
    expect(notice.text).not.toContain("billed as 7");
  });

  it("may be a WAV for a model without the MP3 rule, and no other", async () => {
    const sound = good.wav(3);
    const files = [file("rain.wav", "audio/wav", sound)];
    await easel.console.say("/video dance in rain --seconds 5 --model alpha-h3-8img3audio", { files });
    await expect.poll(() => videoCreatesAt(easel.sandboxUrl, "dance in rain"), { timeout: 10_000 }).toHaveLength(1);
    const [call] = await videoCreatesAt(easel.sandboxUrl, "dance in rain");
    const { audios } = z.looseObject({ audios: z.array(z.string()) }).parse(JSON.parse(call?.body ?? ""));
    expect(new URL(audios[0] ?? "").pathname).toMatch(/\/rain\.wav$/);
    const loaded = await load(audios[0] ?? "");
    expect(loaded).toMatchObject({ type: "audio/wav", nosniff: "nosniff" });
    expect(loaded.bytes.equals(sound)).toBe(true);
    const prompt = "dance in snow";
    await easel.console.say(`/video ${prompt} --seconds 4 --model ${MODEL}`, { files });
    const refusal = await easel.console.see("the refusal", (all) =>
      all.find(({ author, text }) => author.isEasel && text.includes("“rain.wav”") && text.includes("MP3")),
    );
    expect(refusal.text).toContain("Nothing was sent or spent");
    expect(await videoCreatesAt(easel.sandboxUrl, prompt)).toEqual([]);
  });

  it("keep their order within each kind, and the notice says which is which", async () => {
    const [png, jpeg] = [await good.png(), await good.jpeg()];
    const files = [
      file("a.jpg", "image/jpeg", jpeg),
      file("one.mp3", "audio/mpeg", good.mp3(60)),
      file("b.png", "image/png", png),
    ];
    const { notice, body } = await ask("image 1 becomes image 2", files);
    const loaded = await Promise.all((body.images ?? []).map(({ url }) => load(url)));
    expect(loaded.map(({ bytes }) => bytes.equals(jpeg))).toEqual([true, false]);
    expect(loaded.map(({ bytes }) => bytes.equals(png))).toEqual([false, true]);
    expect(notice.text).toContain("image 1 = a.jpg");
    expect(notice.text).toContain("image 2 = b.png");
    expect(notice.text).toContain("audio 1 = one.mp3");
  });
});
