import type { Logger } from "../../lib/log/log.ts";
import { MediaFullError, type MediaStore } from "./media-store.ts";

/** Tracks whether the disk had room for the last file, for operators. */
export interface DiskAlarm {
  /** Call when a file was written, or failed with that error. Logs a change. */
  wrote(error?: unknown): void;
  isFull(): boolean;
}

export function createDiskAlarm(log: Logger): DiskAlarm {
  let full = false;
  return {
    wrote(error) {
      const now = error instanceof MediaFullError;
      // Other errors say nothing about free space.
      if (now === full || (error !== undefined && !now)) return;
      full = now;
      if (full) log.error({ err: error }, "the disk is full: no file can be received or fetched until there is room");
      else log.info("there is room on the disk again");
    },
    isFull: () => full,
  };
}

/** Wraps a store so that it reports the outcome of each write to the alarm. */
export function withDiskAlarm<Store extends MediaStore>(store: Store, alarm: DiskAlarm): Store {
  return {
    ...store,
    async put(source, options) {
      try {
        const stored = await store.put(source, options);
        alarm.wrote();
        return stored;
      } catch (error) {
        alarm.wrote(error);
        throw error;
      }
    },
  };
}
