import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { report } from "../../lib/crash-points.ts";
import { fileStream } from "./file-stream.ts";
import { passedThrough } from "../spent-buffers.ts";
import { placeOf, thumbnailName, thumbnailPrefix } from "./content-name.ts";
import {
  isFullDisk,
  MediaFullError,
  MediaMissingError,
  MediaTooLargeError,
  type PutOptions,
  type ServedMedia,
  type StoredMedia,
  type StoreOptions,
  type SweepableStore,
} from "./media-store.ts";
import { removeAbandoned, unfinishedPath } from "./stale-uploads.ts";

/**
 * A media store in a folder: `ab/abcdef…` for content, `ab/abcdef…-320` for its thumbnail of that width, `incoming/` for unfinished
 * files. Several processes may share the folder.
 */
export async function createFolderStore(
  folder: string,
  { claim, replyPriority }: StoreOptions = {},
): Promise<SweepableStore> {
  const incoming = join(folder, "incoming");
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await removeAbandoned(incoming);
  const pathOf = (name: string): string => join(folder, placeOf(name));
  const contents = openFolder(folder, { replyPriority });
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

    ...contents,

    async keepThumbnails(hash, thumbnails) {
      if ((await contents.size(hash)) === undefined) throw new MediaMissingError(hash);
      for (const { width, bytes } of thumbnails) {
        const path = unfinishedPath(incoming);
        try {
          await using file = await open(path, "wx", 0o600);
          await file.writeFile(bytes);
          await file.sync();
          await rename(path, pathOf(thumbnailName(hash, width)));
        } catch (error) {
          await rm(path, { force: true });
          throw isFullDisk(error) ? new MediaFullError(error) : error;
        }
      }
      // `remove` deletes the content first, so a thumbnail that was written too late to be removed with it is noticed here.
      if ((await contents.size(hash)) !== undefined) return;
      await removeAllNamed(join(folder, thumbnailPrefix(hash)));
      throw new MediaMissingError(hash);
    },

    async remove(hash) {
      const thumbnails = join(folder, thumbnailPrefix(hash));
      await rm(pathOf(hash), { force: true });
      await removeAllNamed(thumbnails);
    },

    removeAbandoned: () => removeAbandoned(incoming),
  };
}

/** The contents of a store's folder. Writes nothing, so the folder may be read-only. */
export function openFolder(folder: string, { replyPriority }: Pick<StoreOptions, "replyPriority"> = {}): ServedMedia {
  const pathOf = (name: string): string => join(folder, placeOf(name));
  return {
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

/** Removes all files whose paths start with `beginning`. */
async function removeAllNamed(beginning: string): Promise<void> {
  const folder = dirname(beginning);
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names) if (name.startsWith(basename(beginning))) await rm(join(folder, name), { force: true });
}
