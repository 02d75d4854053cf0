import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../support/gateway/sandbox.ts";
import {
  createdVideo,
  createVideo,
  lookAtVideo,
  serveFiles,
  type FileServer,
} from "../../support/gateway/video-sandbox.ts";

/** `docs/gateway.md#videos-references`: the sandbox downloads these addresses while it generates. */
let sandbox: TestSandbox;
let files: FileServer;

beforeAll(async () => {
  sandbox = await openTestSandbox({ speed: 0 });
  const png = await sharp({ create: { width: 90, height: 160, channels: 3, background: "#2050a0" } })
    .png()
    .toBuffer();
  files = await serveFiles({
    "/a.png": png,
    "/cut.png": png.subarray(0, 60),
    "/page.png": "<html>sign in</html>",
    "/a.mp4": Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom"), Buffer.alloc(100)]),
    "/page.mp4": "<html>sign in</html>",
    "/a.mp3": Buffer.from("ID3\u0004rest"),
    "/frame.mp3": Buffer.from([0xff, 0xfb, 0x90, 0x64, 0, 0]),
    "/wave.mp3": Buffer.from("RIFF----WAVEfmt "),
    "/empty.mp3": "",
    "/any.wav": Buffer.from("RIFF----WAVEfmt "),
  });
});
afterAll(async () => {
  await sandbox.close();
  await files.close();
});

/** The task once its references have been checked. */
async function ended(fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  const id = await createdVideo(sandbox, fields);
  await expect.poll(async () => (await lookAtVideo(sandbox, id))["status"]).toMatch(/completed|failed/);
  return lookAtVideo(sandbox, id);
}
const at = (path: string): string => files.url + path;

describe("references", () => {
  it.each([
    ["an image", { reference_images: [{ url: "/a.png" }] }],
    ["an image behind a redirect", { reference_images: [{ url: "/moved/a.png" }] }],
    ["a video", { reference_videos: [{ url: "/a.mp4", duration: 5 }] }],
    ["an MP3 with a tag", { reference_audios: [{ url: "/a.mp3" }] }],
    ["an MP3 without a tag", { reference_audios: [{ url: "/frame.mp3" }] }],
  ])("that can be downloaded make a clip: %s", async (_name, fields) => {
    const [[field, [item]]] = Object.entries(fields) as [[string, [{ url: string }]]];
    expect(await ended({ [field]: [{ ...item, url: at(item.url) }] })).toMatchObject({ status: "completed" });
  });

  it("without the MP3 rule may be any audio (variant 4, form P)", async () => {
    const audios = [at("/any.wav")];
    const task = await ended({ model: "alpha-h3-8img3audio", seconds: 5, images: [at("/a.png")], audios });
    expect(task).toMatchObject({ status: "completed" });
  });

  it.each([
    ["a missing image", "image", "/none.png", "reference_download_failed", "image 1"],
    ["an image that is cut off", "image", "/cut.png", "invalid_reference", "image 1"],
    ["a web page for an image", "image", "/page.png", "invalid_reference", "image 1"],
    ["a web page for a video", "video", "/page.mp4", "invalid_reference", "video 1"],
    ["an MP3 by name only", "audio", "/wave.mp3", "invalid_reference", "audio 1"],
    ["nothing", "audio", "/empty.mp3", "invalid_reference", "audio 1"],
  ])("fail the task: %s", async (_name, kind, path, code, which) => {
    const item = { url: at(path), ...(kind === "video" ? { duration: 5 } : {}) };
    const task = await ended({ [`reference_${kind}s`]: [item] });
    expect(task).toMatchObject({ status: "failed", error: { code } });
    expect(task["error"]).toMatchObject({ message: expect.stringContaining(which) });
  });

  it.each([
    ["another machine nearby", "http://10.0.0.1/a.png"],
    ["the machine's own settings", "http://169.254.169.254/a.png"],
    ["an address with a login", "http://me:secret@127.0.0.1/a.png"],
    ["a port where nobody listens", "http://127.0.0.1:1/a.png"],
  ])("are not downloaded from %s", async (_name, url) => {
    const task = await ended({ reference_images: [{ url }] });
    expect(task).toMatchObject({ status: "failed", error: { code: "reference_download_failed" } });
    expect(JSON.stringify(task)).not.toContain("secret");
  });

  it("are not checked before the task is accepted", async () => {
    const before = files.asked.length;
    const answer = await createVideo(sandbox, { seconds: "99", reference_images: [{ url: at("/a.png") }] });
    expect(answer.status).toBe(400);
    expect(files.asked).toHaveLength(before);
    expect((await createVideo(sandbox, { reference_images: [{ url: at("/none.png") }] })).status).toBe(200);
  });

  it("delay the task until they are there, even across a restart", async () => {
    const fields = { prompt: "a fox [slow:60]", reference_images: [{ url: at("/a.png") }] };
    const id = await createdVideo(sandbox, fields);
    await sandbox.restart();
    sandbox.clock.advance(60_000);
    await expect.poll(async () => (await lookAtVideo(sandbox, id))["status"]).toBe("completed");
  });
});

describe("a sandbox that others can reach", () => {
  it("does not download from this machine", async () => {
    const open = await openTestSandbox({ speed: 0, host: "0.0.0.0" });
    try {
      const id = await createdVideo(open, { reference_images: [{ url: at("/a.png") }] });
      await expect.poll(async () => (await lookAtVideo(open, id))["status"]).toBe("failed");
    } finally {
      await open.close();
    }
  });
});
