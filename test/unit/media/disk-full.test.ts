import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pino } from "pino";
import { expect, it } from "vitest";
import { createLog } from "../../../src/lib/log/log.ts";
import { createDiskAlarm, withDiskAlarm } from "../../../src/media/store/disk-alarm.ts";
import { OWN_TURN } from "../../../src/media/fair-queue.ts";
import { createIntake } from "../../../src/media/intake.ts";
import { MediaFullError, MediaMissingError, type MediaStore } from "../../../src/media/store/media-store.ts";
import { startTestArtifacts } from "../../support/media/artifacts.ts";
import { png } from "../../support/media/media-files.ts";

/** A store on a disk that is full for the first `times` files. */
function fullFor(times: number): MediaStore & { tries: number } {
  return {
    tries: 0,
    async put(source) {
      source.resume();
      this.tries += 1;
      if (this.tries <= times) throw new MediaFullError(new Error("no space"));
      return { hash: "0".repeat(64), bytes: 3 };
    },
    open: async (hash) => Promise.reject(new MediaMissingError(hash)),
    size: async () => undefined,
  };
}

it("the alarm is logged once, and once when it is over", () => {
  const lines: string[] = [];
  const alarm = createDiskAlarm(pino({ level: "info" }, { write: (line: string) => lines.push(line) }));
  alarm.wrote();
  for (let time = 0; time < 3; time++) alarm.wrote(new MediaFullError(undefined));
  alarm.wrote(new Error("something else"));
  expect(alarm.isFull()).toBe(true);
  alarm.wrote();
  expect(alarm.isFull()).toBe(false);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    expect.stringContaining("the disk is full"),
    expect.stringContaining("room on the disk again"),
  ]);
});

it("an artifact on a full disk is refused with that error, and the alarm is raised until one fits", async () => {
  await using test = await startTestArtifacts(fullFor(1));
  const bytes = await png();
  await expect(test.take(bytes, "image")).rejects.toBeInstanceOf(MediaFullError);
  expect(test.disk.isFull()).toBe(true);
  await test.take(bytes, "image");
  expect(test.disk.isFull()).toBe(false);
});

it("a file on a full disk is refused at intake, and the alarm is raised", async () => {
  const folder = await mkdtemp(join(tmpdir(), "easel-full-"));
  const log = createLog("silent");
  const disk = createDiskAlarm(log);
  const media = withDiskAlarm(fullFor(1), disk);
  await using intake = createIntake({ media, disk, log, folder });
  const bytes = await png();
  const take = () =>
    intake.take(
      { name: "cat.png", open: async () => Readable.from([bytes]) },
      ["image"],
      OWN_TURN,
      new AbortController().signal,
    );
  expect(await take()).toEqual({ ok: false, problem: { rule: "store_full", name: "cat.png" } });
  expect(disk.isFull()).toBe(true);
  expect(await take()).toMatchObject({ ok: true });
  expect(disk.isFull()).toBe(false);
  await rm(folder, { recursive: true });
});
