import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawPicture } from "../../../src/sandbox/render/draw-picture.ts";
import { openFonts } from "../../../src/media/fonts.ts";
import { KEY, openTestSandbox, refusalOf, type TestSandbox } from "../../support/gateway/sandbox.ts";

/** `docs/gateway.md#images-result` and `#images-limits`: the sandbox really draws requests. */
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openTestSandbox({ media: "full", speed: 0 });
});
afterAll(() => sandbox.close());

const B = { model: "provider-b/pro-image-3" };
const HOUR = 3600;

/** The pixels of a picture, four bytes each. */
const pixelsOf = (file: Buffer): Promise<Buffer> => sharp(file).ensureAlpha().raw().toBuffer();

/** A band across a picture of 512 pixels. */
const part = (file: Buffer, top: number, height: number): Promise<Buffer> =>
  sharp(file).extract({ left: 0, top, width: 512, height }).png().toBuffer();

/** How different two pictures of one size are: the mean over all channels, 0 to 255. */
async function difference(first: Buffer, second: Buffer): Promise<number> {
  const [a, b] = await Promise.all([pixelsOf(first), pixelsOf(second)]);
  let sum = 0;
  for (const [index, value] of a.entries()) sum += Math.abs(value - (b[index] ?? 0));
  return sum / a.length;
}

describe("a picture", () => {
  it.each<[row: string, fields: Record<string, unknown>, width: number, height: number]>([
    ["size: default", {}, 1024, 1024],
    ["size: auto", { size: "auto" }, 1024, 1024],
    ["size: 2K", { size: "2K" }, 2048, 2048],
    ["size: <width>x<height>", { size: "641x359" }, 641, 359],
    ["size: one pixel", { size: "1x1" }, 1, 1],
    ["size: very wide", { size: "3840x40" }, 3840, 40],
    ["resolution and aspect_ratio: default", B, 1024, 1024],
    ["aspect_ratio: 16:9", { ...B, aspect_ratio: "16:9" }, 1344, 768],
    ["aspect_ratio: 2:3 at 2K", { ...B, resolution: "2K", aspect_ratio: "2:3" }, 1664, 2496],
  ])("has exactly the requested size (%s)", async (_row, fields, width, height) => {
    const metadata = await sharp(await sandbox.picture(await sandbox.generate(fields))).metadata();
    expect(metadata).toMatchObject({ format: "png", width, height });
  });

  it.each(["png", "jpeg", "webp"])("is %s if output_format says so", async (format) => {
    const answer = await sandbox.generate({ size: "256x256", output_format: format });
    const picture = await sandbox.picture(answer);
    expect((await sharp(picture).metadata()).format).toBe(format);
    const result = await sandbox.call("GET", `/api/v1/images/jobs/${String(answer.body["jobId"])}/result`);
    expect(result.body).toMatchObject({ images: [{ mimeType: `image/${format}` }] });
  });

  it("is smaller the lower output_compression is", async () => {
    const sizes: number[] = [];
    for (const output_compression of [10, 60, 100]) {
      const answer = await sandbox.generate({ output_format: "jpeg", size: "512x512", output_compression });
      sizes.push((await sandbox.picture(answer)).length);
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  });

  it("is transparent where its background is, and opaque otherwise", async () => {
    const clear = await sandbox.picture(await sandbox.generate({ size: "256x256", background: "transparent" }));
    const [corner, middle] = await Promise.all(
      [0, 128].map((at) => sharp(clear).extract({ left: at, top: at, width: 1, height: 1 }).raw().toBuffer()),
    );
    expect(corner?.[3]).toBe(0);
    expect(middle?.[3]).toBe(255);
    const opaque = await sandbox.picture(await sandbox.generate({ size: "256x256" }));
    expect((await sharp(opaque).stats()).isOpaque).toBe(true);
  });

  it("differs between two jobs with the same request", async () => {
    const [first, second] = await Promise.all([
      sandbox.generate({ size: "512x512" }).then((answer) => sandbox.picture(answer)),
      sandbox.generate({ size: "512x512" }).then((answer) => sandbox.picture(answer)),
    ]);
    expect(await difference(first, second)).toBeGreaterThan(2);
  });

  it("shows its prompt: another prompt in the same scene has a different caption", async () => {
    const fonts = openFonts();
    const draw = async (prompt: string): Promise<Buffer> =>
      drawPicture(
        fonts,
        {
          prompt,
          model: "provider-a/image-2",
          width: 512,
          height: 512,
          tier: "1K",
          format: "png",
          transparent: false,
          seed: 7,
          images: [],
        },
        { images: [], mask: undefined },
      );
    // These prompts select the same scene, so only the caption at the bottom differs.
    const [first, second, chinese] = await Promise.all(["a lighthouse", "a lighthouse!", "灯塔"].map(draw));
    if (!first || !second || !chinese) throw new Error("three pictures");
    expect(await difference(await part(first, 0, 300), await part(second, 0, 300))).toBe(0);
    expect(await difference(await part(first, 400, 112), await part(second, 400, 112))).toBeGreaterThan(0);
    expect(await difference(await part(first, 400, 112), await part(chinese, 400, 112))).toBeGreaterThan(0.1);
  });

  it("can hold any text", async () => {
    for (const prompt of [
      "🦊🦊🦊",
      "\u0000\u202e\ud800",
      "x".repeat(32_000),
      "עברית العربية 한국어 ภาษาไทย",
      "<svg>",
    ]) {
      const picture = await sandbox.picture(await sandbox.generate({ prompt, size: "200x100" }));
      expect((await sharp(picture).metadata()).width).toBe(200);
    }
  });
});

describe("a result", () => {
  it("offers the same picture as url and base64", async () => {
    const id = await sandbox.created("a fox");
    const { body } = await sandbox.call("GET", `/api/v1/images/jobs/${id}/result`);
    const image = firstImage(body);
    expect(image.url).toMatch(new RegExp(`^${sandbox.url}/api/v1/images/files/[\\w-]+$`));
    const file = await fetch(image.url, { headers: { authorization: `Bearer ${KEY}` } });
    expect(file.headers.get("content-type")).toBe("image/png");
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.equals(Buffer.from(image.base64, "base64"))).toBe(true);
    expect(file.headers.get("content-length")).toBe(String(bytes.length));
    const head = await fetch(image.url, { method: "HEAD", headers: { authorization: `Bearer ${KEY}` } });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
  });

  it("is for the key that submitted the job", async () => {
    const id = await sandbox.created("a fox");
    const { body } = await sandbox.call("GET", `/api/v1/images/jobs/${id}/result`);
    const path = new URL(firstImage(body).url).pathname;
    const statusFor = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(new URL(path, sandbox.url), { headers })).status;
    expect(await statusFor({})).toBe(401);
    expect(await statusFor({ authorization: "Bearer sk-sandbox-images" })).toBe(404);
    const forged = path.slice(0, -1) + (path.endsWith("0") ? "1" : "0");
    expect((await sandbox.call("GET", forged)).status).toBe(404);
  });

  it("expires after 72 hours, and its file with it", async () => {
    const id = await sandbox.created("a fox");
    const { body } = await sandbox.call("GET", `/api/v1/images/jobs/${id}/result`);
    const path = new URL(firstImage(body).url).pathname;
    await sandbox.advance(72 * HOUR - 1);
    expect((await sandbox.call("HEAD", path)).status).toBe(200);
    await sandbox.advance(1);
    const expired = { status: 410, code: "result_expired", param: null };
    expect(refusalOf(await sandbox.call("GET", path))).toEqual(expired);
    expect(refusalOf(await sandbox.call("GET", `/api/v1/images/jobs/${id}/result`))).toEqual(expired);
    expect((await sandbox.call("GET", `/api/v1/images/jobs/${id}`)).body).toMatchObject({ phase: "completed" });
  });
});

function firstImage(body: Readonly<Record<string, unknown>>): { url: string; base64: string } {
  const { images } = body;
  if (!Array.isArray(images)) throw new Error("no images");
  return images[0];
}
