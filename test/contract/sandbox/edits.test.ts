import { createServer, type Server } from "node:http";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestSandbox, refusalOf, type TestSandbox } from "../../support/gateway/sandbox.ts";

/** `docs/gateway.md#images-edit-request` and the edit codes. Each fixture names its row. */
let sandbox: TestSandbox;
let pictures: Server;
let photo: Buffer;
let hole: Buffer;

const WIDTH = 320;
const HEIGHT = 240;
const B = { model: "provider-b/pro-image-3" };

/** A photo-like picture: every pixel differs from its neighbours. */
function noise(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  let state = 1;
  for (let index = 0; index < pixels.length; index += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels[index] = state >>> 23;
  }
  return pixels;
}
const png = (width: number, height: number): Promise<Buffer> =>
  sharp(noise(width, height), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
/** A mask that is transparent in the box from (80, 60) to (240, 180). */
const maskOf = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 1 } } })
    .composite([
      {
        input: { create: { width: 160, height: 120, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 1 } } },
        left: 80,
        top: 60,
        blend: "dest-out",
      },
    ])
    .png()
    .toBuffer();
const dataUrl = (bytes: Buffer, type = "image/png"): string => `data:${type};base64,${bytes.toString("base64")}`;
const item = (bytes: Buffer, type?: string) => ({ dataUrl: dataUrl(bytes, type) });
const address = (path: string): string => {
  const listening = pictures.address();
  if (typeof listening !== "object" || listening === null) throw new Error("not listening");
  const { port } = listening;
  return `http://127.0.0.1:${port}${path}`;
};

const refusal = async (fields: Record<string, unknown>) => refusalOf(await sandbox.edit(fields));
const raw = (file: Buffer): Promise<Buffer> => sharp(file).ensureAlpha().raw().toBuffer();
/** The job's last snapshot, once it has ended. */
const ended = async (fields: Record<string, unknown>) => {
  const answer = await sandbox.edit(fields);
  expect(answer.status).toBe(202);
  const path = `/api/v1/images/jobs/${String(answer.body["jobId"])}`;
  await expect.poll(async () => (await sandbox.call("GET", path)).body["phase"]).toMatch(/completed|failed/);
  return (await sandbox.call("GET", path)).body;
};

beforeAll(async () => {
  photo = await png(WIDTH, HEIGHT);
  hole = await maskOf(WIDTH, HEIGHT);
  pictures = createServer((request, response) => {
    if (request.url === "/photo.png") response.end(photo);
    else if (request.url === "/page") response.end("<html>not a picture</html>");
    else if (request.url === "/moved") response.writeHead(302, { location: "/photo.png" }).end();
    else if (request.url === "/inside") response.writeHead(302, { location: "http://10.0.0.1/photo.png" }).end();
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    pictures.listen(0, "127.0.0.1", resolve);
  });
  sandbox = await openTestSandbox({ media: "full", speed: 0, allowLoopback: true });
});
afterAll(async () => {
  await sandbox.close();
  pictures.close();
});

describe("an edit is accepted", () => {
  it("images: a data URL, PNG, JPEG and WebP in one request", async () => {
    const jpeg = await sharp(photo).jpeg().toBuffer();
    const webp = await sharp(photo).webp().toBuffer();
    const images = [item(photo), item(jpeg, "image/jpeg"), item(webp, "image/webp")];
    const answer = await sandbox.edit({ images });
    expect(answer.status).toBe(202);
    const { body } = await sandbox.call("GET", `/api/v1/images/jobs/${String(answer.body["jobId"])}`);
    expect(body).toMatchObject({ hasInputImage: true, phase: "completed" });
  });

  it("images: 16 of them", async () => {
    const small = item(await png(8, 8));
    expect((await sandbox.edit({ images: Array.from({ length: 16 }, () => small) })).status).toBe(202);
  });

  it("images: for a provider-b model", async () => {
    expect((await sandbox.edit({ ...B, images: [item(photo)] })).status).toBe(202);
  });

  it("mask: a PNG with transparent areas, the size of the first image", async () => {
    expect((await sandbox.edit({ images: [item(photo)], mask: { image_url: dataUrl(hole) } })).status).toBe(202);
  });
});

describe("an edit is refused", () => {
  it.each<[row: string, images: unknown, code: string, param: string]>([
    ["images: missing", undefined, "edit_image_required", "images"],
    ["images: empty", [], "edit_image_required", "images"],
    ["images: not an array", "x", "invalid_value", "images"],
    ["images: more than 16", Array.from({ length: 17 }, () => ({})), "edit_too_many_images", "images"],
    ["item: not an object", ["https://example.com/a.png"], "invalid_request", "images[0]"],
    ["item: neither url nor dataUrl", [{}], "invalid_request", "images[0]"],
    ["item: both", [{ url: "https://example.com/a.png", dataUrl: "data:," }], "invalid_request", "images[0]"],
    ["item: file_id", [{ file_id: "file_1" }], "unsupported_file_id", "images[0]"],
    ["dataUrl: incomplete", [{ dataUrl: "data:image/png;base64" }], "invalid_request", "images[0]"],
    ["dataUrl: not base64", [{ dataUrl: "data:image/png;base64,***" }], "invalid_request", "images[0]"],
    ["dataUrl: base64 for URLs", [{ dataUrl: "data:image/png;base64,-_-_" }], "invalid_request", "images[0]"],
    ["dataUrl: without its padding", [{ dataUrl: "data:image/png;base64,iVBORw" }], "invalid_request", "images[0]"],
    ["dataUrl: no data", [{ dataUrl: "data:image/png;base64," }], "invalid_image", "images[0]"],
    ["dataUrl: not an image", [{ dataUrl: "data:text/html;base64,PGI+" }], "edit_unsupported_image_type", "images[0]"],
    ["dataUrl: a web page", [{ dataUrl: "data:image/png;base64,PGh0bWw+" }], "invalid_image", "images[0]"],
    ["url: http", [{ url: "http://example.com/a.png" }], "invalid_image_url", "images[0]"],
    ["url: a private address", [{ url: "https://192.168.0.1/a.png" }], "invalid_image_url", "images[0]"],
  ])("%s", async (_row, images, code, param) => {
    expect(await refusal({ images })).toEqual({ status: 400, code, param });
  });

  it("item: a GIF", async () => {
    const gif = await sharp(photo).gif().toBuffer();
    expect(await refusal({ images: [item(photo), item(gif, "image/gif")] })).toEqual({
      status: 400,
      code: "edit_unsupported_image_type",
      param: "images[1]",
    });
  });

  it("item: cut off", async () => {
    expect(await refusal({ images: [item(photo.subarray(0, photo.length / 2))] })).toMatchObject({
      code: "invalid_image",
    });
  });

  it("item: above 80 MiB", async () => {
    const images = [item(Buffer.alloc(80 * 1024 * 1024 + 1))];
    expect(await refusal({ images })).toEqual({ status: 413, code: "image_too_large", param: "images[0]" });
  });

  it("mask: of another size", async () => {
    const mask = { image_url: dataUrl(await maskOf(WIDTH + 1, HEIGHT)) };
    expect(await refusal({ images: [item(photo)], mask })).toMatchObject({ code: "edit_mask_dimensions_mismatch" });
  });

  it("mask: above 4 MiB", async () => {
    const mask = { image_url: dataUrl(Buffer.alloc(4 * 1024 * 1024 + 1)) };
    expect(await refusal({ images: [item(photo)], mask })).toMatchObject({ status: 413, code: "edit_mask_too_large" });
  });

  it("mask: a JPEG", async () => {
    const mask = { image_url: dataUrl(await sharp(photo).jpeg().toBuffer(), "image/jpeg") };
    expect(await refusal({ images: [item(photo)], mask })).toMatchObject({ code: "edit_unsupported_mask_type" });
  });

  it("mask: without transparent areas", async () => {
    const mask = { image_url: dataUrl(photo) };
    expect(await refusal({ images: [item(photo)], mask })).toMatchObject({ code: "edit_unsupported_mask_type" });
  });

  it.each<[row: string, mask: unknown, code: string]>([
    ["mask: more than one", [{}, {}], "edit_too_many_masks"],
    ["mask: file_id", { file_id: "file_1" }, "unsupported_file_id"],
    ["mask: an address", { image_url: "https://example.com/mask.png" }, "invalid_request"],
    ["mask: null", null, "invalid_request"],
    ["mask: text", "data:image/png;base64,", "invalid_request"],
  ])("%s", async (_row, mask, code) => {
    expect(await refusal({ images: [item(photo)], mask })).toEqual({ status: 400, code, param: "mask" });
  });

  it("mask: for provider-a only", async () => {
    const mask = { image_url: dataUrl(hole) };
    expect(await refusal({ ...B, images: [item(photo)], mask })).toEqual({
      status: 400,
      code: "invalid_value",
      param: "mask",
    });
  });
});

describe("an edited picture", () => {
  it("keeps the size of its first image, and changes it", async () => {
    const edited = await sandbox.picture(await sandbox.edit({ prompt: "make it night", images: [item(photo)] }));
    expect(await sharp(edited).metadata()).toMatchObject({ format: "png", width: WIDTH, height: HEIGHT });
    expect((await raw(edited)).equals(await raw(photo))).toBe(false);
  });

  it("has the requested size and format", async () => {
    const images = [item(photo)];
    const a = await sandbox.picture(await sandbox.edit({ images, size: "400x300", output_format: "webp" }));
    expect(await sharp(a).metadata()).toMatchObject({ format: "webp", width: 400, height: 300 });
    const b = await sandbox.picture(await sandbox.edit({ ...B, images, aspect_ratio: "16:9" }));
    expect(await sharp(b).metadata()).toMatchObject({ width: 1344, height: 768 });
  });

  it("is changed inside the mask's transparent area and nowhere else", async () => {
    const answer = await sandbox.edit({ images: [item(photo)], mask: { image_url: dataUrl(hole) } });
    const [before, after] = await Promise.all([raw(photo), raw(await sandbox.picture(answer))]);
    let outside = 0;
    let inside = 0;
    for (let y = 0; y < HEIGHT; y += 1) {
      for (let x = 0; x < WIDTH; x += 1) {
        const at = (y * WIDTH + x) * 4;
        const changed = before.compare(after, at, at + 4, at, at + 4) !== 0;
        if (x >= 80 && x < 240 && y >= 60 && y < 180) inside += Number(changed);
        else outside += Number(changed);
      }
    }
    expect(outside).toBe(0);
    expect(inside).toBeGreaterThan(0.95 * 160 * 120);
  });

  it("is still available after a restart, and unchanged", async () => {
    const answer = await sandbox.edit({ images: [item(photo)] });
    const before = await sandbox.picture(answer);
    await sandbox.restart();
    expect((await sandbox.picture(answer)).equals(before)).toBe(true);
  });
});

describe("an image given as an address", () => {
  it("is downloaded during generation, redirects followed", async () => {
    expect(await ended({ images: [{ url: address("/photo.png") }, { url: address("/moved") }] })).toMatchObject({
      phase: "completed",
    });
  });

  it.each([
    ["does not exist", "/nothing", "image_download_failed"],
    ["is a web page", "/page", "invalid_image"],
    ["leads to a private address", "/inside", "invalid_image_url"],
  ])("that %s fails the job", async (_name, path, code) => {
    const images = [item(photo), { url: address(path) }];
    expect(await ended({ images })).toMatchObject({ phase: "failed", error: { code } });
  });

  it("is compared with the mask once it is downloaded", async () => {
    const mask = { image_url: dataUrl(await maskOf(WIDTH, HEIGHT + 1)) };
    expect(await ended({ images: [{ url: address("/photo.png") }], mask })).toMatchObject({
      phase: "failed",
      error: { code: "edit_mask_dimensions_mismatch" },
    });
  });

  it("is not downloaded from this machine unless that is allowed", async () => {
    const strict = await openTestSandbox();
    const answer = await strict.edit({ images: [{ url: address("/photo.png") }] });
    expect(refusalOf(answer)).toEqual({ status: 400, code: "invalid_image_url", param: "images[0]" });
    await strict.close();
  });
});
