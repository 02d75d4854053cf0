import { isRecord } from "../kept-value.ts";
import { createRecords } from "../records.ts";
import { FILE_RECORDS, type FileShelf } from "./file-shelf-port.ts";

/** The most bytes that are kept: several clips. Browsers allow more, but drafts must not fill the disk. */
export const KEPT_FILE_BYTES = 256 * 1024 * 1024;
/** How long a file is kept, in milliseconds. Nobody continues an older draft, and a shared computer should not have it. */
export const KEPT_FILE_MS = 7 * 24 * 60 * 60_000;
/** How long a page that has just been loaded waits for its files, in milliseconds. A browser can block its database without an error. */
const FIND_MS = 10_000;

/** The browser's store for the bytes of files. Its functions reject if it is blocked or full. */
export interface FileBytes {
  put(id: string, file: File): Promise<void>;
  get(id: string): Promise<File | undefined>;
  drop(ids: readonly string[]): Promise<void>;
  clear(): Promise<void>;
}

interface KeptFile {
  readonly bytes: number;
  readonly keptAt: number;
}

function isKeptFile(value: unknown): value is KeptFile {
  return isRecord(value) && typeof value["bytes"] === "number" && typeof value["keptAt"] === "number";
}

/**
 * Each file has a record in `storage` as long as `bytes` may have it, so that files are found again that could not be deleted.
 * `now`: milliseconds since the Unix epoch.
 */
export function createFileShelf(deps: {
  readonly storage: Storage;
  readonly bytes: FileBytes;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}): FileShelf {
  const { storage, bytes, now, sleep } = deps;
  const records = createRecords(storage, FILE_RECORDS, isKeptFile);
  const wanted = new Set<string>();

  const drop = async (ids: readonly string[]): Promise<void> => {
    const known = ids.filter((id) => records.has(id));
    if (known.length === 0) return;
    await bytes.drop(known);
    known.forEach(records.drop);
  };
  const dropLater = (ids: readonly string[]): void => {
    // The next page tries again.
    void drop(ids).catch(() => undefined);
  };
  const read = async (id: string): Promise<readonly (readonly [string, File])[]> => {
    try {
      const file = await bytes.get(id);
      return file ? [[id, file]] : [];
    } catch {
      return [];
    }
  };

  return {
    keep(id, file) {
      wanted.add(id);
      if (records.has(id)) return;
      const used = records.load().reduce((sum, [, kept]) => sum + kept.bytes, 0);
      if (used + file.size > KEPT_FILE_BYTES) return;
      records.save(id, { bytes: file.size, keptAt: now() });
      void bytes.put(id, file).catch(() => records.drop(id));
    },
    drop: dropLater,
    async find(ids) {
      ids.forEach((id) => wanted.add(id));
      const kept = new Map(records.load());
      const recent = ids.filter((id) => now() - (kept.get(id)?.keptAt ?? -Infinity) < KEPT_FILE_MS);
      const reading = Promise.all(recent.map(read));
      const found = new Map((await Promise.race([reading, sleep(FIND_MS).then(() => [])])).flat());
      dropLater(ids.filter((id) => !found.has(id)));
      return found;
    },
    dropOthers: () => dropLater(records.load().flatMap(([id]) => (wanted.has(id) ? [] : [id]))),
    async clear() {
      if (records.load().length === 0) return;
      try {
        await bytes.clear();
        records.clear();
      } catch {
        // The next page drops them, because nothing refers to them any more.
      }
    },
  };
}
