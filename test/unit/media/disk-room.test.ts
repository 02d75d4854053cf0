import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createLog } from "../../../src/lib/log/log.ts";
import { createDiskAlarm } from "../../../src/media/store/disk-alarm.ts";
import { DISK_AGAIN_MS, lookForRoom } from "../../../src/media/store/disk-room.ts";
import { MediaFullError } from "../../../src/media/store/media-store.ts";
import { createStaging, type Staging } from "../../../src/media/store/staging.ts";
import { createManualClock } from "../../support/manual-clock.ts";

it("a full disk is tried until it has room, and is not tried otherwise", async () => {
  const folder = await mkdtemp(join(tmpdir(), "easel-room-"));
  const real = createStaging(folder);
  let tries = 0;
  const staging: Pick<Staging, "stage"> = {
    stage: async (open, options) => {
      tries += 1;
      if (tries === 1) throw new MediaFullError(new Error("no space"));
      return real.stage(open, options);
    },
  };
  const disk = createDiskAlarm(createLog("silent"));
  const clock = createManualClock();
  const stopping = new AbortController();
  const looking = lookForRoom({ disk, staging, clock }, stopping.signal);
  const round = async (): Promise<void> => {
    clock.advance(DISK_AGAIN_MS);
    await expect.poll(() => clock.sleepers()).toBe(1);
  };
  await expect.poll(() => clock.sleepers()).toBe(1);
  expect(tries).toBe(0);
  disk.wrote(new MediaFullError(undefined));
  await round();
  expect([tries, disk.isFull()]).toEqual([1, true]);
  await round();
  expect([tries, disk.isFull()]).toEqual([2, false]);
  await round();
  expect(tries).toBe(2);
  expect(await readdir(folder)).toEqual([]);
  stopping.abort(new Error("stopped"));
  await looking;
  await rm(folder, { recursive: true });
});
