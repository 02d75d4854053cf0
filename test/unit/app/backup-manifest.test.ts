import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readManifest, writeManifest } from "../../../src/app/backup/backup-manifest.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-manifest-"));
});
afterEach(() => rm(folder, { recursive: true }));

const given = {
  easel: "0.1.0",
  database: { copiedAt: new Date("2026-11-23T10:00:00.000Z"), migrations: 34, tables: [], sealedWith: [] },
  media: null,
};

describe("a copy's manifest", () => {
  it("is read as it was written", async () => {
    await writeManifest(folder, given);
    expect(await readManifest(folder)).toMatchObject(given);
  });

  it.each([
    ["cut off", '{"format":1,"easel":"0.1'],
    ["empty", ""],
    ["overwritten", "\0\0\0"],
  ])("is damaged if it is %s, and another version would not help", async (_how, text) => {
    await writeFile(join(folder, "manifest.json"), text);
    await expect(readManifest(folder)).rejects.toThrow(
      `the copy is damaged: ${folder}/manifest.json is not JSON; use another copy`,
    );
  });

  it.each([
    ["another format", '{"format":2}'],
    ["other contents", "[]"],
  ])("of %s needs another version", async (_what, text) => {
    await writeFile(join(folder, "manifest.json"), text);
    await expect(readManifest(folder)).rejects.toThrow("use the version that made the copy");
  });
});
