import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { png } from "../../support/media/media-files.ts";
import { mountSmallDisk } from "../../support/fault/small-disk.ts";

// Filling a disk requires mounting one; other tests cover the consequences without it.
const disk = await mountSmallDisk(8 * 1024);
let easel: TestEasel;
let dataDir: string;

beforeAll(async () => {
  if (!disk) return;
  dataDir = await mkdtemp(join(tmpdir(), "easel-full-"));
  await symlink(disk.folder, join(dataDir, "media"));
  easel = await startTestEasel({ DATA_DIR: dataDir }, { clock: hurriedClock });
});

afterAll(async () => {
  if (!disk) return;
  await easel.stop();
  await disk[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const alarmed = async (): Promise<boolean> => {
  const response = await fetch(`${easel.url}/metrics`);
  return /^easel_disk_full 1$/m.test(await response.text());
};

it.skipIf(!disk)("a full disk refuses files with a clear message, and results arrive once there is space", async () => {
  const file = { name: "cat.png", mimeType: "image/png", bytes: new Uint8Array(await png()) };
  await disk?.fill();
  await expect(easel.console.say("/edit a hat for the cat", { files: [file] })).rejects.toThrow(/507.*is full/);
  expect(await alarmed()).toBe(true);

  await easel.console.say("/imagine there is no room");
  await easel.console.see("that it is fetched", (messages) =>
    messages.find((message) => message.progress?.items[0]?.label.includes("fetch")),
  );
  expect((await fetch(`${easel.url}/healthz`)).status).toBe(200);
  await disk?.makeRoom();
  const result = await easel.console.see("the result", (messages) =>
    messages.find((message) => message.files[0]?.description === "there is no room"),
  );
  expect(result.files).toHaveLength(1);
  expect(await alarmed()).toBe(false);
});
