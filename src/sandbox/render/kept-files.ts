import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SANDBOX_RETENTION_MS } from "../limits.ts";

/** A folder of files that are made on first use. Each can be made again, so removing one loses nothing. */
export interface KeptFiles<T> {
  pathOf(name: string): string;
  /** Runs `make` for a path unless it is running already; both callers get the same result. */
  once(path: string, make: () => Promise<T>): Promise<T>;
  /** Writes a file completely or not at all, even in a crash. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Waits for what is being made, and removes all files. */
  clear(): Promise<void>;
  /** Resolves when nothing is being made. */
  settled(): Promise<void>;
}

/** Opens the folder, and removes expired files. `T` is the result of making a file. `now` is in Unix milliseconds. */
export async function openKeptFiles<T>(folder: string, now: number): Promise<KeptFiles<T>> {
  const create = async (): Promise<void> => void (await mkdir(folder, { recursive: true, mode: 0o700 }));
  await create();
  await removeOld(folder, now - SANDBOX_RETENTION_MS);
  const underWay = new Map<string, Promise<T>>();
  const settled = async (): Promise<void> => void (await Promise.allSettled(underWay.values()));

  return {
    pathOf: (name) => join(folder, name),
    once(path, make) {
      const existing = underWay.get(path);
      if (existing) return existing;
      const making = make().finally(() => underWay.delete(path));
      underWay.set(path, making);
      return making;
    },
    async write(path, bytes) {
      await writeFile(`${path}.new`, bytes, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
    async clear() {
      await settled();
      await rm(folder, { recursive: true, force: true });
      await create();
    },
    settled,
  };
}

async function removeOld(folder: string, oldest: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < oldest || name.endsWith(".new")) await rm(path, { force: true });
  }
}
