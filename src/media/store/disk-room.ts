import { Readable } from "node:stream";
import type { Clock } from "../../lib/clock.ts";
import { repeat } from "../../lib/repeat.ts";
import type { DiskAlarm } from "./disk-alarm.ts";
import type { Staging } from "./staging.ts";

/** How often to check whether a full disk has room again. */
export const DISK_AGAIN_MS = 30_000;
/** Roughly one picture: a few free bytes don't count as room. */
const TRIED_BYTES = 8 * 1024 * 1024;

/**
 * Clears the alarm once there is room again, by trying to write a file while it is raised: otherwise it would stay until the next
 * request. Only a write can tell, because a disk quota can be exhausted while the disk has room. Ends when the signal is aborted.
 */
export async function lookForRoom(
  {
    disk,
    staging,
    clock,
  }: { readonly disk: DiskAlarm; readonly staging: Pick<Staging, "stage">; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const tryToWrite = async (): Promise<void> => {
    if (!disk.isFull()) return;
    const source = async (): Promise<Readable> => Readable.from([Buffer.alloc(TRIED_BYTES)]);
    const tried = await staging.stage(source, { maxBytes: TRIED_BYTES, signal });
    await tried[Symbol.asyncDispose]();
    disk.wrote();
  };
  const onError = (error: unknown): void => disk.wrote(error);
  await repeat(tryToWrite, { pauseMs: DISK_AGAIN_MS, clock, onError }, signal).catch(() => {});
}
