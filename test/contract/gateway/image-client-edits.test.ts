import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openStoredBody } from "../../../src/gateway/http/stored-body.ts";
import type { CreateOutcome, RemoteJob } from "../../../src/core/job/remote.ts";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import type { MediaStore } from "../../../src/media/store/media-store.ts";
import { imageBody } from "../../../src/core/request/image/image-body.ts";
import type { Reference } from "../../../src/core/request/reference.ts";
import { type ImageGateway, openImageGateway } from "../../support/gateway/image-gateway.ts";

/** Edits of pictures from the media store, against the sandbox: `docs/gateway.md#images-edit-request`. */
const never = new AbortController().signal;
const WIDTH = 160;
const HEIGHT = 120;
/** Only this box may change. */
const BOX = { left: 40, top: 30, width: 80, height: 60 };
let gateway: ImageGateway;
let folder: string;
let media: MediaStore;
let photo: Reference;
let other: Reference;
let mask: Reference;

beforeAll(async () => {
  gateway = await openImageGateway();
  folder = await mkdtemp(join(tmpdir(), "easel-edits-"));
  media = await createFolderStore(folder);
  photo = await keep("photo.png", await plain({ r: 40, g: 90, b: 160, alpha: 1 }));
  other = await keep("other.png", await plain({ r: 200, g: 30, b: 30, alpha: 1 }, 96, 64));
  mask = await keep("mask.png", await open());
});

afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => gateway.control("/sandbox/reset", {}));

interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly alpha: number;
}

function plain(background: Colour, width = WIDTH, height = HEIGHT): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
}

/** A mask that is transparent in the box. */
async function open(): Promise<Buffer> {
  const black = { r: 0, g: 0, b: 0, alpha: 1 };
  const { left, top, width, height } = BOX;
  const hole = { input: await plain(black, width, height), left, top, blend: "dest-out" } as const;
  return sharp(await plain(black))
    .composite([hole])
    .png()
    .toBuffer();
}

async function keep(name: string, content: Buffer): Promise<Reference> {
  const { hash, bytes } = await media.put(Readable.from([content]), { maxBytes: content.length });
  return { kind: "image", hash, bytes, mimeType: "image/png", name };
}

interface Edit {
  readonly prompt?: string;
  readonly references?: Reference[];
  readonly mask?: Reference;
  readonly idempotencyKey?: string;
}

let keys = 0;

async function edit(given: Edit = {}): Promise<CreateOutcome> {
  const { prompt = "make it night", references = [photo], idempotencyKey = `edit-${++keys}` } = given;
  const shared = { kind: "image", model: "provider-a/image-2", prompt, count: 1, references } as const;
  const { path, body } = imageBody({ ...shared, ...(given.mask ? { mask: given.mask } : {}) });
  const stored = await openStoredBody(body, media);
  const create = { baseUrl: gateway.url, apiKey: "sk-sandbox", path, body: stored, idempotencyKey };
  return gateway.client.create(create, never);
}

async function edited(given: Edit = {}): Promise<{ pixels: Buffer; width: number; height: number }> {
  const outcome = await edit(given);
  if (outcome.kind !== "created") throw new Error(`not created: ${JSON.stringify(outcome)}`);
  const job: RemoteJob = { baseUrl: gateway.url, apiKey: "sk-sandbox", remoteId: outcome.remoteId };
  await expect.poll(async () => (await gateway.look(job)).phase).toBe("completed");
  const { bytes } = await gateway.picture(job);
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

function pixel(pixels: Buffer, x: number, y: number): string {
  const at = (y * WIDTH + x) * 4;
  return pixels.subarray(at, at + 4).toString("hex");
}

describe("an edit", () => {
  it("changes the stored picture inside the mask, and nothing else", async () => {
    const before = await sharp(await plain({ r: 40, g: 90, b: 160, alpha: 1 }))
      .ensureAlpha()
      .raw()
      .toBuffer();
    const { pixels: after } = await edited({ mask });
    expect(after.length).toBe(before.length);
    let inside = 0;
    let outside = 0;
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const isInside = x >= BOX.left && x < BOX.left + BOX.width && y >= BOX.top && y < BOX.top + BOX.height;
        if (pixel(before, x, y) === pixel(after, x, y)) continue;
        if (isInside) inside++;
        else outside++;
      }
    }
    expect(inside).toBeGreaterThan(100);
    expect(outside).toBe(0);
  });

  it("keeps the order of its pictures: the first one determines the size", async () => {
    expect(await edited({ references: [photo, other] })).toMatchObject({ width: WIDTH, height: HEIGHT });
    expect(await edited({ references: [other, photo] })).toMatchObject({ width: 96, height: 64 });
  });

  it("treats a prompt that looks like a file as a prompt", async () => {
    const prompt = `easel-media:${other.hash}:image/png`;
    expect(await edit({ prompt })).toMatchObject({ kind: "created" });
    const calls = await (await fetch(`${gateway.url}/sandbox/calls`)).text();
    expect(calls).toContain(prompt);
    expect(calls.split("data:image/png;base64,")).toHaveLength(2);
  });

  it.each([
    ["broken off before it was received", { type: "drop-before" }],
    ["broken off after it was received", { type: "drop-after" }],
  ])("%s makes one job when it is repeated, because its bytes are the same", async (what, action) => {
    const given = { mask, idempotencyKey: `again-${what.replaceAll(" ", "-")}` };
    const match = { method: "POST", path: "/api/v1/images/edits/jobs" };
    await gateway.control("/sandbox/faults", { match, action });
    expect(await edit(given)).toMatchObject({ kind: "unknown" });
    const second = await edit(given);
    expect(second).toMatchObject({ kind: "created" });
    expect(await edit(given)).toMatchObject({ remoteId: second.kind === "created" ? second.remoteId : "" });
  });

  it("with its key and another picture is refused", async () => {
    await edit({ idempotencyKey: "conflict" });
    expect(await edit({ idempotencyKey: "conflict", references: [other] })).toMatchObject({
      kind: "refused",
      fault: { code: "idempotency_key_conflict" },
    });
  });

  it.each([
    ["a mask of another size", "edit_mask_dimensions_mismatch", () => plain({ r: 0, g: 0, b: 0, alpha: 0 }, 10, 10)],
    ["a mask that is not a picture", "edit_unsupported_mask_type", async () => Buffer.from("no picture at all")],
  ])("with %s is refused for good: %s", async (_what, code, content) => {
    const wrong = await keep("mask.png", await content());
    expect(await edit({ mask: wrong })).toMatchObject({ kind: "refused", later: false, fault: { code } });
  });

  it("of more than 16 pictures is refused by the gateway after it was sent completely", async () => {
    expect(await edit({ references: Array.from({ length: 17 }, () => photo) })).toMatchObject({
      kind: "refused",
      fault: { code: "edit_too_many_images" },
    });
  });
});
