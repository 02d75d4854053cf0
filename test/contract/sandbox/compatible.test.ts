import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { KEY, openTestSandbox, refusalOf, type Answer, type TestSandbox } from "../../support/gateway/sandbox.ts";

/** `docs/gateway.md#images-compatible-protocol`: its two routes, and the codes that only they return. */
let sandbox: TestSandbox;
let photo: Buffer;

beforeAll(async () => {
  sandbox = await openTestSandbox({ speed: 0, media: "full" });
  photo = await png(96, 64, "#a04020");
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.call("POST", "/sandbox/reset"));

const GENERATIONS = "/v1/images/generations";
const EDITS = "/v1/images/edits";
const FIELDS = { model: "image-2", prompt: "a lighthouse at dusk" };
const as = (key: string) => ({ authorization: `Bearer ${key}` });

const png = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
const generate = (fields: object, headers?: Record<string, string>) =>
  sandbox.call("POST", GENERATIONS, { ...FIELDS, ...fields }, headers);

type Part = readonly [name: string, value: string | Buffer, type?: string];

/** An edit with these parts besides model and prompt. A buffer is a file. */
async function edit(parts: readonly Part[]): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(FIELDS)) form.append(name, value);
  for (const [name, value, type = "image/png"] of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)], { type }), "file");
  }
  const headers = { authorization: `Bearer ${KEY}` };
  const response = await fetch(new URL(EDITS, sandbox.url), { method: "POST", headers, body: form });
  return { status: response.status, headers: response.headers, body: Fields.parse(await response.json()) };
}

const Fields = z.record(z.string(), z.unknown());
const Pictures = z.object({ created: z.int(), data: z.array(z.object({ b64_json: z.base64() })).min(1) });
const Links = z.object({ data: z.tuple([z.object({ url: z.url() })]) });

/** The pictures of an answer, decoded. */
const picturesOf = (answer: Answer): Buffer[] =>
  Pictures.parse(answer.body).data.map((item) => Buffer.from(item.b64_json, "base64"));

describe("a compatible generation", () => {
  it("answers with the picture", async () => {
    const answer = await generate({ size: "512x256", output_format: "webp" });
    expect(answer.status).toBe(200);
    const [picture] = picturesOf(answer);
    expect(await sharp(picture).metadata()).toMatchObject({ width: 512, height: 256, format: "webp" });
  });

  it("makes several, all different", async () => {
    const pictures = picturesOf(await generate({ n: 3, size: "64x64" }));
    expect(new Set(pictures.map((picture) => picture.toString("base64"))).size).toBe(3);
  });

  it("returns an address instead, if requested", async () => {
    const answer = await generate({ response_format: "url", size: "64x64" });
    const [{ url }] = Links.parse(answer.body).data;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: as(KEY) })).headers.get("content-type")).toBe("image/png");
  });

  it.each([
    ["a model with its prefix", { model: "provider-a/image-2" }, 400, "invalid_value", "model"],
    ["an unknown model", { model: "image-9" }, 404, "model_not_found", "model"],
    ["a video model", { model: "gamma3.0-video-480p" }, 400, "service_error", "model"],
    ["an empty prompt", { prompt: "" }, 400, "invalid_value", "prompt"],
    ["an invalid size", { size: "9x9x9" }, 400, "invalid_value", "size"],
    ["eleven pictures", { n: 11 }, 400, "invalid_value", "n"],
    ["another response format", { response_format: "png" }, 400, "invalid_value", "response_format"],
    ["a stream", { stream: true }, 400, "invalid_value", "stream"],
    ["images", { images: [] }, 400, "invalid_value", "images"],
    ["quality of the other series", { quality: "max" }, 400, "invalid_value", "quality"],
  ])("refuses %s", async (_name, fields, status, code, param) => {
    expect(refusalOf(await generate(fields))).toEqual({ status, code, param });
  });

  it("refuses anything but JSON, and treats keys as the other routes do", async () => {
    const text = await sandbox.call("POST", GENERATIONS, "{", { "content-type": "text/plain" });
    expect(refusalOf(text).code).toBe("invalid_content_type");
    expect(refusalOf(await sandbox.call("POST", GENERATIONS, "{")).code).toBe("invalid_json");
    expect(refusalOf(await generate({}, as("sk-sandbox-videos"))).code).toBe("permission_error");
    expect(refusalOf(await generate({}, as("sk-sandbox-broke"))).code).toBe("INSUFFICIENT_BALANCE");
    expect(refusalOf(await generate({ n: 2 }, as("sk-sandbox-one"))).code).toBe("429");
  });

  it("fails with the code in its prompt", async () => {
    const failed = refusalOf(await generate({ prompt: "a fox [fail:moderation_blocked]" }));
    expect(failed).toMatchObject({ status: 400, code: "moderation_blocked" });
    expect(refusalOf(await generate({ prompt: "a fox [fail:api_error]" })).status).toBe(503);
  });

  it("waits for its picture by the sandbox's clock", async () => {
    const answer = generate({ prompt: "a fox [slow:600]", size: "64x64" });
    await expect.poll(() => sandbox.clock.sleepers()).toBe(1);
    await sandbox.advance(600);
    expect((await answer).status).toBe(200);
  });
});

describe("a compatible edit", () => {
  it("transforms the image at its own size", async () => {
    const [picture] = picturesOf(await edit([["image", photo]]));
    expect(await sharp(picture).metadata()).toMatchObject({ width: 96, height: 64, format: "png" });
    expect(picture).not.toEqual(photo);
  });

  it("keeps what the mask covers", async () => {
    const covered = await png(96, 64, "#000000");
    const opening = { create: { width: 48, height: 64, channels: 4, background: "#000000" } } as const;
    const mask = await sharp(covered)
      .composite([{ input: opening, left: 48, top: 0, blend: "dest-out" }])
      .png()
      .toBuffer();
    const [picture] = picturesOf(
      await edit([
        ["image[]", photo],
        ["mask", mask],
      ]),
    );
    const half = (file: Buffer | undefined, left: number): Promise<Buffer> =>
      sharp(file).extract({ left, top: 0, width: 48, height: 64 }).removeAlpha().raw().toBuffer();
    expect(await half(picture, 0)).toEqual(await half(photo, 0));
    expect(await half(picture, 48)).not.toEqual(await half(photo, 48));
  });

  it("accepts numbers as forms send them", async () => {
    const parts: Part[] = [
      ["image", photo],
      ["n", "2"],
      ["output_format", "jpeg"],
      ["output_compression", "50"],
    ];
    const pictures = picturesOf(await edit(parts));
    expect(pictures).toHaveLength(2);
    expect((await sharp(pictures[0]).metadata()).format).toBe("jpeg");
  });

  it.each<[string, () => readonly Part[] | Promise<readonly Part[]>, number, string]>([
    ["no image", () => [], 400, "edit_image_required"],
    ["17 images", () => Array.from({ length: 17 }, (): Part => ["image[]", photo]), 400, "edit_too_many_images"],
    [
      "two masks",
      () => [
        ["image", photo],
        ["mask", photo],
        ["mask", photo],
      ],
      400,
      "edit_too_many_masks",
    ],
    ["an image above 50 MiB", () => [["image", Buffer.alloc(50 * 1024 * 1024 + 1)]], 413, "edit_image_too_large"],
    [
      "a mask above 4 MiB",
      () => [
        ["image", photo],
        ["mask", Buffer.alloc(4 * 1024 * 1024 + 1)],
      ],
      413,
      "edit_mask_too_large",
    ],
    [
      "an opaque mask",
      () => [
        ["image", photo],
        ["mask", photo],
      ],
      400,
      "edit_unsupported_mask_type",
    ],
    [
      "a mask of another size",
      async () => [
        ["image", photo],
        ["mask", await png(10, 10, "#00000000")],
      ],
      400,
      "edit_mask_dimensions_mismatch",
    ],
    [
      "a GIF",
      async () => [["image", await sharp(photo).gif().toBuffer(), "image/gif"]],
      400,
      "edit_unsupported_image_type",
    ],
    ["an invalid image", () => [["image", Buffer.from("nonsense")]], 400, "invalid_image"],
    ["an identifier for the image", () => [["image", "file-1"]], 400, "unsupported_file_id"],
    [
      "an identifier for the mask",
      () => [
        ["image", photo],
        ["mask", "file-1"],
      ],
      400,
      "unsupported_file_id",
    ],
    [
      "an n that is not a number",
      () => [
        ["image", photo],
        ["n", "two"],
      ],
      400,
      "invalid_value",
    ],
  ])("refuses %s", async (_name, parts, status, code) => {
    expect(refusalOf(await edit(await parts()))).toMatchObject({ status, code });
  });

  it.each([
    ["JSON", "application/json", "{}", "service_error"],
    ["a form without its boundary", "multipart/form-data", "x", "invalid_multipart"],
    [
      "a form that breaks off",
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nimage',
      "invalid_multipart",
    ],
  ])("refuses %s", async (_name, type, body, code) => {
    const answer = await sandbox.call("POST", EDITS, body, { "content-type": type });
    expect(refusalOf(answer)).toEqual({ status: 400, code, param: null });
  });

  it("accepts no other method", async () => {
    expect(refusalOf(await sandbox.call("GET", EDITS))).toMatchObject({ status: 405, code: "method_not_allowed" });
  });
});
