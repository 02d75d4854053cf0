import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { STAGED_FILE_MS } from "../../src/limits.ts";
import { createFolderStore } from "../../src/media/folder-store.ts";
import type { MediaStore } from "../../src/media/store.ts";

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

const read = async (hash: string): Promise<Buffer> => buffer(await store.open(hash));

it("clears away what a killed process left half-written, and nothing else", async () => {
  const { hash } = await store.put(Readable.from([Buffer.from("kept")]), { maxBytes: 10 });
  const half = join(folder, "incoming", "half");
  await writeFile(half, "half");
  const longAgo = new Date(Date.now() - STAGED_FILE_MS - 60_000);
  await utimes(half, longAgo, longAgo);
  store = await createFolderStore(folder);
  expect(await files()).toHaveLength(1);
  expect((await read(hash)).toString()).toBe("kept");
});

it("leaves alone what another process is just writing to the same folder", async () => {
  const source = new Readable({ read() {} });
  source.push("first half, ");
  const putting = store.put(source, { maxBytes: 100 });
  await expect.poll(files).toHaveLength(1);
  const another = await createFolderStore(folder);
  source.push("second half");
  source.push(null);
  const { hash } = await putting;
  expect((await buffer(await another.open(hash))).toString()).toBe("first half, second half");
});
