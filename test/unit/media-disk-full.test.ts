import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pino } from "pino";
import { expect, it } from "vitest";
import { fetchArtifact } from "../../src/delivery/fetch-artifact.ts";
import type { RemoteService } from "../../src/job/remote.ts";
import { createLog } from "../../src/log.ts";
import { createDiskAlarm, withDiskAlarm } from "../../src/media/disk-alarm.ts";
import { createIntake } from "../../src/media/intake.ts";
import { MediaFullError, MediaMissingError, type MediaStore } from "../../src/media/store.ts";
import { png } from "../support/media-files.ts";
import { createSteppedClock } from "../support/stepped-clock.ts";

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

it("the alarm is told in the log once, and once when it is over", () => {
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

it("an artifact that finds no room is fetched again until it does", async () => {
  const clock = createSteppedClock();
  const log = createLog("silent");
  const media = fullFor(3);
  const alarm = createDiskAlarm(log);
  const fetched: string[] = [];
  const service: Pick<RemoteService, "fetchArtifact"> = {
    fetchArtifact: async () => ({
      kind: "artifact",
      mimeType: "video/mp4",
      body: Readable.from([Buffer.from("mp4")]),
      usage: undefined,
    }),
  };
  await clock.finish(
    fetchArtifact(
      { id: "job", remote: { baseUrl: "http://gateway", apiKey: "key", remoteId: "1" }, endedAt: clock.now() },
      {
        service: { ...service, create: never, look: never },
        media: withDiskAlarm(media, alarm),
        store: {
          view: never,
          artifactFetched: async (jobId) => void fetched.push(jobId),
          artifactLost: never,
          intendPost: never,
          noticeShown: never,
          acknowledged: never,
          noNotice: never,
          postDone: never,
          close: never,
        },
        clock,
        random: () => 0.5,
        log,
      },
      new AbortController().signal,
    ),
  );
  expect(media.tries).toBe(4);
  expect(fetched).toEqual(["job"]);
  expect(alarm.isFull()).toBe(false);
});

function never(): never {
  throw new Error("not to be called");
}

it("a file that finds no room at intake is refused, and the alarm is raised", async () => {
  const folder = await mkdtemp(join(tmpdir(), "easel-full-"));
  const log = createLog("silent");
  const disk = createDiskAlarm(log);
  const media = withDiskAlarm(fullFor(1), disk);
  await using intake = createIntake({ media, disk, log, folder });
  const bytes = await png();
  const take = () =>
    intake.take({ name: "cat.png", open: async () => Readable.from([bytes]) }, ["image"], new AbortController().signal);
  expect(await take()).toEqual({ ok: false, problem: { rule: "store_full", name: "cat.png" } });
  expect(disk.isFull()).toBe(true);
  expect(await take()).toMatchObject({ ok: true });
  expect(disk.isFull()).toBe(false);
  await rm(folder, { recursive: true });
});
