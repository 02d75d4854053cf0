import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFileReader, Damage, type FileReader } from "../../../src/media/container-scan/reader.ts";
import { scanContainer } from "../../../src/media/container-scan/scan.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-reader-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function reading<T>(content: Buffer, work: (reader: FileReader) => Promise<T>): Promise<T> {
  const path = join(folder, "file");
  await writeFile(path, content);
  await using handle = await open(path);
  return await work(createFileReader(handle, content.length, new AbortController().signal));
}

it("there is nothing at an offset beyond the end, however large", async () => {
  await reading(Buffer.from("content"), async (reader) => {
    for (const offset of [7, 2 ** 31, 2 ** 53, Number.MAX_VALUE]) expect(await reader.at(offset, 12)).toHaveLength(0);
    expect(String(await reader.at(3, 12))).toBe("tent");
  });
});

it("a WebM whose header claims to end at 2^53 is damaged", async () => {
  const header = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x01, 0x20, 0, 0, 0, 0, 0, 0]);
  const content = Buffer.concat([header, Buffer.alloc(100)]);
  await reading(content, async (reader) => {
    await expect(scanContainer("video/webm", reader)).rejects.toThrow(Damage);
    await expect(scanContainer("video/webm", reader)).rejects.toMatchObject({ damage: "truncated" });
  });
});
