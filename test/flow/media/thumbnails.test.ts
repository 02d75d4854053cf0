import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { THUMBNAIL_WIDTHS } from "../../../src/lib/limits.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { OWN_TURN, type TurnOf } from "../../../src/media/fair-queue.ts";
import { createInspector, type Inspector } from "../../../src/media/inspect/inspector.ts";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import {
  MediaFullError,
  type StoredMedia,
  type SweepableStore,
  type ThumbnailStore,
} from "../../../src/media/store/media-store.ts";
import { createStaging } from "../../../src/media/store/staging.ts";
import {
  createThumbnails,
  PICTURES_WAITING,
  THUMBNAIL_NO_ROOM_MS,
  THUMBNAIL_WAIT_MS,
  type Thumbnails,
} from "../../../src/media/thumbnails.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";
import { picture } from "../../support/media/media-files.ts";

const never = new AbortController().signal;
const log = createLog("silent");
const inspector: Inspector = createInspector(log);
let folder: string;
let store: SweepableStore;
let clock: ManualClock;
let thumbnails: Thumbnails;
/** How many pictures the inspector was given. */
let decoded: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-thumbnails-"));
  store = await createFolderStore(join(folder, "media"));
  clock = createManualClock();
  decoded = 0;
  thumbnails = createThumbnailsWith({});
});

afterEach(async () => {
  await thumbnails[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

afterAll(() => inspector[Symbol.asyncDispose]());

function createThumbnailsWith(parts: { media?: ThumbnailStore; inspect?: Inspector["thumbnails"] }): Thumbnails {
  const { media = store, inspect = inspector.thumbnails } = parts;
  return createThumbnails({
    store: media,
    served: media,
    staging: createStaging(join(folder, "staged")),
    inspector: {
      thumbnails: (order, of, signal) => {
        decoded += 1;
        return inspect(order, of, signal);
      },
    },
    clock,
    log,
  });
}

const keep = (bytes: Buffer): Promise<StoredMedia> => store.put(Readable.from([bytes]), { maxBytes: 1e9 });
const find = (kept: StoredMedia, width = 320) => thumbnails.find(kept, width, OWN_TURN, never);
const read = async (name: string): Promise<Buffer> => buffer(await store.open(name));

async function files(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** The thumbnail of a picture that has one. */
async function thumbnailOf(bytes: Buffer, width?: number): Promise<Buffer> {
  const found = await find(await keep(bytes), width);
  if (!found) throw new Error("there is no thumbnail");
  const thumbnail = await read(found.name);
  expect(thumbnail.length).toBe(found.bytes);
  return thumbnail;
}

describe("thumbnails", () => {
  it("are made once in all widths, however many callers ask concurrently, and never again", async () => {
    const kept = await keep(await picture(1024, 512).png().toBuffer());
    const widths = [...THUMBNAIL_WIDTHS, ...THUMBNAIL_WIDTHS];
    const found = await Promise.all(widths.map((width) => find(kept, width)));
    for (const [index, one] of found.entries()) {
      const width = widths[index] ?? 0;
      expect(await sharp(await read(one?.name ?? "")).metadata()).toMatchObject({
        format: "webp",
        width,
        height: width / 2,
      });
    }
    await thumbnails[Symbol.asyncDispose]();
    thumbnails = createThumbnailsWith({});
    expect(await find(kept, 480)).toEqual(found[1]);
    expect(decoded).toBe(1);
    expect(await sharp(await thumbnails.preview(kept.hash)).metadata()).toMatchObject({ format: "webp", width: 16 });
    expect(await thumbnails.preview("f".repeat(64))).toBeUndefined();
  });

  it("keep transparency, even in grey pictures", async () => {
    const colour = await picture(640, 400).ensureAlpha(0.4).png().toBuffer();
    const grey = await sharp(colour).toColourspace("b-w").png().toBuffer();
    for (const bytes of [colour, grey]) {
      expect((await sharp(await thumbnailOf(bytes)).stats()).isOpaque).toBe(false);
    }
  });

  it("are upright, and say nothing about place and time", async () => {
    const photo = await picture(640, 400)
      .withExif({ IFD0: { Copyright: "a secret place" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { width, height, exif, orientation } = await sharp(await thumbnailOf(photo)).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 320, height: 512 });
  });

  it("of a very tall picture are narrower, so that they stay small", async () => {
    const tall = await picture(400, 4000).png().toBuffer();
    expect(await sharp(await thumbnailOf(tall)).metadata()).toMatchObject({ width: 128, height: 1280 });
  });

  it("are removed with their picture, whatever their widths", async () => {
    const kept = await keep(await picture(1024, 512).png().toBuffer());
    expect(await find(kept)).toBeDefined();
    await store.keepThumbnails(kept.hash, [{ width: 33, bytes: Buffer.from("of an older version") }]);
    expect(await files()).toHaveLength(6);
    await store.remove(kept.hash);
    expect(await files()).toEqual([]);
  });

  it("are not kept if their picture is removed while they are made", async () => {
    const kept = await keep(await picture(1024, 512).png().toBuffer());
    const media: ThumbnailStore = {
      ...store,
      async keepThumbnails(hash, made) {
        await store.remove(hash);
        await store.keepThumbnails(hash, made);
      },
    };
    thumbnails = createThumbnailsWith({ media });
    expect(await find(kept)).toBeUndefined();
    expect(await files()).toEqual([]);
  });
});

describe("while the disk is full", () => {
  it("only one picture is decoded now and then, and thumbnails are kept again once there is room", async () => {
    let hasRoom = false;
    const keepThumbnails: ThumbnailStore["keepThumbnails"] = async (hash, made) => {
      if (!hasRoom) throw new MediaFullError(new Error("no space"));
      await store.keepThumbnails(hash, made);
    };
    thumbnails = createThumbnailsWith({ media: { ...store, keepThumbnails } });
    const all = await Promise.all(
      [500, 501, 502].map(async (width) => keep(await picture(width, 300).png().toBuffer())),
    );
    const findAll = () => Promise.all(all.map((kept) => find(kept)));
    expect(await findAll()).toEqual([undefined, undefined, undefined]);
    expect(await findAll()).toEqual([undefined, undefined, undefined]);
    expect(decoded).toBe(1);
    clock.advance(THUMBNAIL_NO_ROOM_MS);
    expect(await findAll()).toEqual([undefined, undefined, undefined]);
    expect(decoded).toBe(2);
    hasRoom = true;
    clock.advance(THUMBNAIL_NO_ROOM_MS);
    expect((await findAll()).map((found) => found?.bytes)).toEqual([1, 1, 1].map(() => expect.any(Number)));
  });
});

describe("the original picture is shown, and decoded at most once,", () => {
  const frames = async (): Promise<Buffer> => {
    const still = await picture(640, 400).webp().toBuffer();
    return sharp([still, await sharp(still).negate().webp().toBuffer()], { join: { animated: true } })
      .webp({ loop: 0, delay: 100 })
      .toBuffer();
  };
  const vector = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400"/></svg>',
  );

  it.each<[why: string, bytes: () => Promise<Buffer>, decodings: number]>([
    ["if it is no larger", () => picture(320, 200).png().toBuffer(), 1],
    ["if it is animated", frames, 1],
    ["if it is damaged", async () => (await picture(640, 400).png().toBuffer()).subarray(0, 60_000), 1],
    ["if it is a drawing, which may draw anything", async () => vector, 0],
    ["if it is no picture", async () => Buffer.alloc(60_000, 7), 0],
    ["if its thumbnail would be larger", () => sharp(vector).webp({ lossless: true }).toBuffer(), 1],
  ])("%s", async (_why, bytes, decodings) => {
    const kept = await keep(await bytes());
    for (const width of [320, 320, 480]) expect(await find(kept, width)).toBeUndefined();
    expect(decoded).toBe(decodings);
    expect(await files()).toEqual([kept.hash]);
  });
});

describe("while a picture is decoded", () => {
  let ended: PromiseWithResolvers<{ thumbnails: [] }>;
  /** Whose pictures were decoded, in order. */
  let order: string[];
  /** How many look-ups of stored thumbnails there were. */
  let looks: number;

  beforeEach(() => {
    ended = Promise.withResolvers();
    order = [];
    looks = 0;
    thumbnails = createThumbnailsWith({
      media: {
        ...store,
        size: async () => {
          looks += 1;
          return undefined;
        },
      },
      inspect: (_order, of, signal) => {
        order.push(of.accountId);
        signal.addEventListener("abort", () => ended.reject(new Error("stopping")));
        return ended.promise;
      },
    });
  });

  const by = (network: string): TurnOf => ({ organisationId: network, accountId: network });
  const ask = (kept: StoredMedia, network = "a", signal = never) => thumbnails.find(kept, 320, by(network), signal);
  const nth = async (index: number): Promise<StoredMedia> =>
    keep(
      await picture(400 + index, 10)
        .png()
        .toBuffer(),
    );

  it("others wait, and each network has its turn", async () => {
    const asked = [ask(await nth(0))];
    await expect.poll(() => order).toEqual(["a"]);
    const before = looks;
    asked.push(ask(await nth(1)), ask(await nth(2)), ask(await nth(3), "b"));
    await expect.poll(() => looks).toBe(before + 3);
    ended.resolve({ thumbnails: [] });
    await Promise.all(asked);
    expect(order).toEqual(["a", "b", "a", "a"]);
  });

  it("only a limited number wait, and callers who leave stop waiting", async () => {
    const leaving = new AbortController();
    const waiting = [ask(await nth(0), "a", leaving.signal)];
    await expect.poll(() => order).toEqual(["a"]);
    const before = looks;
    for (let index = 1; index < PICTURES_WAITING; index++) {
      waiting.push(ask({ hash: String(index).padStart(64, "0"), bytes: 1 }, "a", leaving.signal));
    }
    await expect.poll(() => looks).toBe(before + PICTURES_WAITING - 1);
    expect(await ask(await nth(1))).toBeUndefined();
    leaving.abort();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([undefined]));
  });

  it("no caller waits longer than one picture may take", async () => {
    const asked = ask(await nth(0));
    await expect.poll(() => order).toEqual(["a"]);
    clock.advance(THUMBNAIL_WAIT_MS - 1);
    const other = ask(await nth(1));
    await expect.poll(() => clock.sleepers()).toBe(2);
    clock.advance(1);
    expect(await asked).toBeUndefined();
    expect(clock.sleepers()).toBe(1);
    clock.advance(THUMBNAIL_WAIT_MS);
    expect(await other).toBeUndefined();
    expect(order).toEqual(["a"]);
  });

  it("Easel can still stop", async () => {
    const asked = ask(await nth(0));
    await expect.poll(() => order).toEqual(["a"]);
    await thumbnails[Symbol.asyncDispose]();
    expect([await asked, await ask(await nth(0))]).toEqual([undefined, undefined]);
  });
});
