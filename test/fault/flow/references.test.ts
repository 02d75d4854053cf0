import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { mediaOf } from "../../support/media/clip.ts";
import type { LocalFile } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { mp3, mp4, png } from "../../support/media/media-files.ts";
import { videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";

let easel: TestEasel;

beforeAll(async () => {
  easel = await startTestEasel({}, { sandboxMedia: "full", clock: hurriedClock });
});

afterAll(async () => {
  await easel.stop();
});

const MODEL = "--model gamma3.0-video-480p --seconds 2";
const Address = z.object({ url: z.string() });
const Body = z.looseObject({
  reference_images: z.array(Address).optional(),
  reference_videos: z.array(Address).optional(),
  reference_audios: z.array(Address).optional(),
});

function resultOf(prompt: string): Promise<MessageView> {
  return easel.console.see(`the result of “${prompt}”`, (messages) =>
    messages.find((message) => message.author.isEasel && message.files.some((file) => file.description === prompt)),
  );
}

/** The only create with this prompt, including the addresses that the gateway loads. */
async function sentFor(prompt: string): Promise<z.infer<typeof Body>> {
  const calls = await videoCreatesAt(easel.sandboxUrl, prompt);
  expect(calls).toHaveLength(1);
  return Body.parse(JSON.parse(calls[0]?.body ?? ""));
}

const file = (name: string, mimeType: string, bytes: Buffer): LocalFile => ({
  name,
  mimeType,
  bytes: new Uint8Array(bytes),
});

it("a clip uses two pictures in the order of attachment", async () => {
  const files = [file("one.png", "image/png", await png()), file("two.png", "image/png", await png())];
  await easel.console.say(`/video image 1 becomes image 2 ${MODEL}`, { files });
  const result = await resultOf("image 1 becomes image 2");
  expect(result.text).toContain("image 1 = one.png, image 2 = two.png");
  const body = await sentFor("image 1 becomes image 2");
  expect(body.reference_images?.map(({ url }) => new URL(url).pathname.split("/").at(-1))).toEqual([
    "one.png",
    "two.png",
  ]);
});

it("a reference video adds the length of its content, rounded up, to the billed seconds", async () => {
  await easel.console.say(`/video the same at night ${MODEL}`, { files: [file("day.mp4", "video/mp4", await mp4(3))] });
  const result = await resultOf("the same at night");
  expect(result.footer).toContain("billed as 5 s");
  expect((await sentFor("the same at night")).reference_videos).toHaveLength(1);
  await easel.console.press(result, "Recipe");
  const recipe = await easel.console.see("the recipe", (all) => all.find((one) => one.text.includes("5 s billed")));
  expect(recipe.text).toContain("5 s billed, charged");
  expect(recipe.text).toMatch(/The gateway said: generation \w+, .*billing \w+/);
});

it("a reply to a clip makes another clip from it", async () => {
  await easel.console.say(`/video a kite ${MODEL}`);
  const first = await resultOf("a kite");
  await easel.console.say(`higher and higher ${MODEL}`, { replyTo: first });
  const second = await resultOf("higher and higher");
  expect(second.footer).toContain("billed as 4 s");
  const [reference] = (await sentFor("higher and higher")).reference_videos ?? [];
  const loaded = await fetch(reference?.url ?? "");
  const shown = await fetch(new URL(first.files[0]?.url ?? "", easel.url));
  // The intake blanks metadata in place, so length and media stay the same.
  const [given, made] = [Buffer.from(await loaded.arrayBuffer()), Buffer.from(await shown.arrayBuffer())];
  expect(given).toHaveLength(made.length);
  expect(mediaOf(given).equals(mediaOf(made))).toBe(true);
});

it("an MP3 has an address that ends with .mp3", async () => {
  const sound = mp3();
  await easel.console.say(`/video a quiet song ${MODEL}`, { files: [file("song.mp3", "audio/mpeg", sound)] });
  await resultOf("a quiet song");
  const [reference] = (await sentFor("a quiet song")).reference_audios ?? [];
  expect(new URL(reference?.url ?? "").pathname).toMatch(/\.mp3$/);
  const loaded = await fetch(reference?.url ?? "");
  expect(loaded.headers.get("content-type")).toBe("audio/mpeg");
  expect(Buffer.from(await loaded.arrayBuffer()).equals(sound)).toBe(true);
});
