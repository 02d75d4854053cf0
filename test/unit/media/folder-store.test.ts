import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { STAGED_FILE_MS } from "../../../src/lib/limits.ts";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import {
  MediaFullError,
  MediaMissingError,
  MediaTooLargeError,
  type MediaStore,
} from "../../../src/media/store/media-store.ts";

const MIB = 1024 * 1024;

let folder: string;
let store: MediaStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-media-"));
  store = await createFolderStore(folder);
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Every file below the folder. */
async function files(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function sha256(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Content in pieces, as it arrives over the network. */
function inPieces(content: Buffer, size: number): Readable {
  return Readable.from(
    (function* pieces() {
      for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
    })(),
  );
}

const read = async (hash: string, range?: { start: number; end: number }): Promise<Buffer> =>
  buffer(await store.open(hash, range));

describe("putting content in", () => {
  it("names it by its hash and returns it complete", async () => {
    const content = randomBytes(3 * MIB);
    const stored = await store.put(inPieces(content, 50_000), { maxBytes: 3 * MIB });
    expect(stored).toEqual({ hash: sha256(content), bytes: content.length });
    expect(await store.size(stored.hash)).toBe(content.length);
    expect((await read(stored.hash)).equals(content)).toBe(true);
  });

  it("stores the same content once, even concurrently", async () => {
    const content = randomBytes(200_000);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) => store.put(inPieces(content, 1_000 + index), { maxBytes: MIB })),
    );
    expect(new Set(all.map((stored) => stored.hash))).toEqual(new Set([sha256(content)]));
    expect(await files()).toHaveLength(1);
    expect((await read(sha256(content))).equals(content)).toBe(true);
  });

  it("accepts empty content, and content of exactly the allowed size", async () => {
    expect(await store.put(Readable.from([]), { maxBytes: 10 })).toEqual({ hash: sha256(""), bytes: 0 });
    expect(await store.put(Readable.from([Buffer.from("0123456789")]), { maxBytes: 10 })).toMatchObject({ bytes: 10 });
  });

  it("leaves nothing of content that is too large, and stops reading it", async () => {
    let pieces = 0;
    const endless = Readable.from(
      (function* chunks() {
        for (;;) {
          pieces++;
          yield Buffer.alloc(64 * 1024);
        }
      })(),
    );
    const error: unknown = await store.put(endless, { maxBytes: MIB }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(MediaTooLargeError);
    expect(error).toMatchObject({ code: "media_too_large", maxBytes: MIB });
    expect(endless.destroyed).toBe(true);
    expect(pieces).toBeLessThan(200);
    expect(await files()).toEqual([]);
  });

  it("leaves nothing of content that breaks off", async () => {
    const broken = new Readable({ read() {} });
    broken.push(Buffer.alloc(10_000));
    broken.destroy(new Error("reset"));
    await expect(store.put(broken, { maxBytes: MIB })).rejects.toThrow("reset");
    expect(await files()).toEqual([]);
  });

  it.each(["ENOSPC", "EDQUOT"])("says that the disk is full: %s, and leaves nothing behind", async (code) => {
    const full = new Readable({ read() {} });
    full.push(Buffer.alloc(10_000));
    full.destroy(Object.assign(new Error("no space left on device"), { code }));
    const error = await store.put(full, { maxBytes: MIB }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(MediaFullError);
    expect(error).toMatchObject({ code: "media_full", cause: { code } });
    expect(await files()).toEqual([]);
  });

  it("leaves nothing behind when stopped, before or during the write", async () => {
    const before = new AbortController();
    before.abort(new Error("stopping"));
    const source = inPieces(randomBytes(1_000), 100);
    await expect(store.put(source, { maxBytes: MIB, signal: before.signal })).rejects.toThrow("abort");
    expect(source.destroyed).toBe(true);

    const between = new AbortController();
    const silent = new Readable({ read() {} });
    silent.push(Buffer.alloc(1_000));
    const putting = store.put(silent, { maxBytes: MIB, signal: between.signal });
    between.abort(new Error("stopping"));
    await expect(putting).rejects.toThrow("abort");
    expect(silent.destroyed).toBe(true);
    expect(await files()).toEqual([]);
  });

  it("removes a killed process's unfinished files, and nothing else", async () => {
    const { hash } = await store.put(Readable.from([Buffer.from("kept")]), { maxBytes: 10 });
    const half = join(folder, "incoming", "half");
    await writeFile(half, "half");
    const longAgo = new Date(Date.now() - STAGED_FILE_MS - 60_000);
    await utimes(half, longAgo, longAgo);
    store = await createFolderStore(folder);
    expect(await files()).toHaveLength(1);
    expect((await read(hash)).toString()).toBe("kept");
  });
});

it.each([
  ["now", 0],
  ["two hours ago, because the machine slept or its clock was changed", 2 * STAGED_FILE_MS],
])("leaves alone a file that another store began to write in the same folder %s", async (_when, age) => {
  const source = new Readable({ read() {} });
  source.push("first half, ");
  const putting = store.put(source, { maxBytes: 100 });
  await expect.poll(files).toHaveLength(1);
  const [writing = ""] = await files();
  const then = new Date(Date.now() - age);
  await utimes(writing, then, then);
  const another = await createFolderStore(folder);
  source.push("second half");
  source.push(null);
  const { hash } = await putting;
  expect((await buffer(await another.open(hash))).toString()).toBe("first half, second half");
});

it("removes files of a dead process, even one that had this process's id before", async () => {
  const gone = spawnSync(process.execPath, ["-e", ""]).pid;
  const longAgo = new Date(Date.now() - 2 * STAGED_FILE_MS);
  for (const name of [`${gone}-abc-half`, `${process.pid}-abc-half`, `${process.ppid}-abc-half`]) {
    await writeFile(join(folder, "incoming", name), "half");
    await utimes(join(folder, "incoming", name), longAgo, longAgo);
  }
  await createFolderStore(folder);
  // The last process is alive and may be writing.
  expect(await readdir(join(folder, "incoming"))).toEqual([`${process.ppid}-abc-half`]);
});

describe("reading content", () => {
  it.each([
    [{ start: 0, end: 0 }, "0"],
    [{ start: 2, end: 4 }, "234"],
    [{ start: 9, end: 9 }, "9"],
    [{ start: 5, end: 100 }, "56789"],
  ])("reads the range %j", async (range, text) => {
    const { hash } = await store.put(Readable.from([Buffer.from("0123456789")]), { maxBytes: 10 });
    expect((await read(hash, range)).toString()).toBe(text);
  });

  it("says so when there is no such content", async () => {
    const hash = sha256("never stored");
    await expect(store.open(hash)).rejects.toBeInstanceOf(MediaMissingError);
    expect(await store.size(hash)).toBeUndefined();
  });

  it.each([
    "",
    "..",
    "../secret",
    "../../etc/passwd",
    `../${"a".repeat(61)}`,
    "/etc/passwd",
    "incoming/half",
    "A".repeat(64),
    `${"a".repeat(64)}\n`,
    `${"a".repeat(63)}\0`,
    "__proto__",
  ])("puts nothing but a hash into a path: %j", async (hostile) => {
    await writeFile(join(folder, "incoming", "half"), "half");
    await writeFile(join(folder, "secret"), "secret");
    await expect(store.open(hostile)).rejects.toBeInstanceOf(MediaMissingError);
    expect(await store.size(hostile)).toBeUndefined();
  });
});
