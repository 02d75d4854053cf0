import type { Logger } from "../../lib/log/log.ts";
import { MediaFullError, type MediaStore } from "./media-store.ts";

/** Knows whether the last file found room, for those who must make some. */
export interface DiskAlarm {
  /** A file found room, or failed to be written with that error. Says so in the log when that is news. */
  wrote(error?: unknown): void;
  isFull(): boolean;
}

export function createDiskAlarm(log: Logger): DiskAlarm {
  let full = false;
  return {
    wrote(error) {
      const now = error instanceof MediaFullError;
      // What fails for another reason tells nothing of the room there is.
      if (now === full || (error !== undefined && !now)) return;
      full = now;
      if (full) log.error({ err: error }, "the disk is full: no file can be taken in or fetched until there is room");
      else log.info("there is room on the disk again");
    },
    isFull: () => full,
  };
}

/** The same store, with the alarm told how each write ended. */
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
