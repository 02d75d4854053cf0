import { createHash } from "node:crypto";
import { mkdir, open, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { report } from "../../lib/steps.ts";
import { fileStream } from "./file-stream.ts";
import { passedThrough } from "../spent-buffers.ts";
import {
  isFullDisk,
  MediaFullError,
  MediaMissingError,
  MediaTooLargeError,
  type PutOptions,
  type StoredMedia,
  type StoreOptions,
  type SweepableStore,
} from "./media-store.ts";
import { removeAbandoned, unfinishedPath } from "./unfinished.ts";

/**
 * A media store in a folder: `ab/abcdef…` for content, `incoming/` for unfinished files. Several processes may share the
 * folder.
 */
export async function createFolderStore(
  folder: string,
  { claim, replyPriority }: StoreOptions = {},
): Promise<SweepableStore> {
  const incoming = join(folder, "incoming");
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await removeAbandoned(incoming);
  const pathOf = (hash: string): string => join(folder, safeHash(hash).slice(0, 2), hash);
  const made = new Set<string>();
  const makeFolder = async (name: string): Promise<void> => {
    if (made.has(name)) return;
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
    made.add(name);
  };

  return {
    async put(source, options) {
      const { signal } = options;
      // It may fail before the file is open; the pipeline still gets the error.
      source.on("error", () => {});
      const path = unfinishedPath(incoming);
      try {
        await using file = await open(path, "wx", 0o600);
        const stoppable = signal ? addAbortSignal(signal, source) : source;
        const stored = await writeAll(file, stoppable, { ...options, replyPriority });
        await options.check?.(path);
        await file.sync();
        await claim?.(stored, options);
        await makeFolder(stored.hash.slice(0, 2));
        await rename(path, pathOf(stored.hash));
        return stored;
      } catch (error) {
        source.destroy();
        await rm(path, { force: true });
        throw isFullDisk(error) ? new MediaFullError(error) : error;
      }
    },

    async open(hash, range) {
      const path = pathOf(hash);
      await stat(path).catch((error: unknown) => {
        throw new MediaMissingError(hash, error);
      });
      return fileStream(path, range, replyPriority);
    },

    async size(hash) {
      try {
        return (await stat(pathOf(hash))).size;
      } catch {
        return undefined;
      }
    },

    remove: async (hash) => rm(pathOf(hash), { force: true }),
    removeAbandoned: () => removeAbandoned(incoming),
  };
}

/** Writes a whole source, chunk by chunk. The next chunk is read when the last one has been written. */
async function writeAll(
  file: FileHandle,
  source: Readable,
  { maxBytes, replyPriority }: PutOptions & Pick<StoreOptions, "replyPriority">,
): Promise<StoredMedia> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    await replyPriority?.give();
    bytes += chunk.length;
    if (bytes > maxBytes) throw new MediaTooLargeError(maxBytes);
    report("store:chunk");
    passedThrough(chunk.length);
    const written = file.appendFile(chunk);
    // Another thread writes, so this one has time to hash the bytes.
    hash.update(chunk);
    await written;
  }
  return { hash: hash.digest("hex"), bytes };
}

/** A hash becomes part of a path, so only a valid hash may pass. */
function safeHash(hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new MediaMissingError(hash);
  return hash;
}
