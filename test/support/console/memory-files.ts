import type { FileShelf } from "../../../src/web/state/draft/file-shelf-port.ts";
import { createFileShelf, type FileBytes } from "../../../src/web/state/draft/file-shelf.ts";

/** A browser's store of files, in memory. It outlives the pages that use it. */
export interface MemoryFiles {
  /** The shelf of a page that has just been loaded. */
  kept(storage: Storage): FileShelf;
  /** The ids of the stored files, sorted. */
  ids(): readonly string[];
  /** Deletes a file, as a browser may do to free space. */
  lose(id: string): void;
  /** Makes all later calls fail. */
  block(): void;
  /** Advances the time. */
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
