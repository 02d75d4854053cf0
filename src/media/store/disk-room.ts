import { Readable } from "node:stream";
import type { Clock } from "../../lib/clock.ts";
import { repeat } from "../../lib/repeat.ts";
import type { DiskAlarm } from "./disk-alarm.ts";
import type { Staging } from "./staging.ts";

/** How often a full disk is tried. */
export const DISK_AGAIN_MS = 30_000;
/** About a picture: a few free bytes are no room. */
const TRIED_BYTES = 8 * 1024 * 1024;

/**
 * Ends the alarm once there is room again, by writing a file while it is raised: without one, it would stay until somebody asks for
 * something. Only writing tells, because a quota can be full while the disk has room. Ends when the signal is aborted.
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
