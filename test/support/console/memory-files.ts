import type { FileShelf } from "../../../src/web/state/draft/file-shelf-port.ts";
import { createFileShelf, type FileBytes } from "../../../src/web/state/draft/file-shelf.ts";

/** A browser's store of files, in memory, which outlives the pages that use it. */
export interface MemoryFiles {
  /** The kept files of a page that has just been loaded. */
  kept(storage: Storage): FileShelf;
  /** The ids of the stored files, sorted. */
  ids(): readonly string[];
  /** The browser deletes a file by itself. */
  lose(id: string): void;
  /** From now on, no call succeeds. */
  block(): void;
  /** Time passes. */
  pass(ms: number): void;
}

export function createMemoryFiles(): MemoryFiles {
  const files = new Map<string, File>();
  let now = 0;
  let isBlocked = false;
  const allowed = async (): Promise<void> => {
    if (isBlocked) throw new Error("blocked");
  };
  const bytes: FileBytes = {
    put: (id, file) => allowed().then(() => void files.set(id, file)),
    get: (id) => allowed().then(() => files.get(id)),
    drop: (ids) => allowed().then(() => ids.forEach((id) => files.delete(id))),
    clear: () => allowed().then(() => files.clear()),
  };
  return {
    kept: (storage) => createFileShelf({ storage, bytes, now: () => now, sleep: () => new Promise(() => {}) }),
    ids: () => [...files.keys()].toSorted(),
    lose: (id) => void files.delete(id),
    block() {
      isBlocked = true;
    },
    pass(ms) {
      now += ms;
    },
  };
}
