import { createReadStream } from "node:fs";
import { mkdir, open, rm, stat, truncate, type FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EaselError } from "../../lib/errors.ts";
import { STAGED_FILE_MS } from "../../lib/limits.ts";
import { passedThrough } from "../spent-buffers.ts";
import { isFullDisk, MediaFullError, MediaTooLargeError } from "./media-store.ts";
import { removeAbandoned, unfinishedPath } from "./stale-uploads.ts";

/**
 * Files that are not trusted yet, in a separate folder. Content in the media store can be shared, so nothing can be withdrawn
 * from it: only files that passed every check go in.
 */
export interface Staging {
  /**
   * Streams the source from `open` into a file with flat memory. Rejects with `MediaTooLargeError` past `maxBytes` or when
   * `open` does, with `SourceError` when the source can't be opened or breaks, with `MediaFullError` without free space, and
   * with the signal's reason; nothing is left behind then.
   */
  stage(open: () => Promise<Readable>, options: { maxBytes: number; signal: AbortSignal }): Promise<StagedFile>;
  /** A path for a new file. */
  target(): StagedFile;
  /** Removes the files of dead processes. */
  removeAbandoned(): Promise<void>;
}

export interface StagedFile extends AsyncDisposable {
  readonly path: string;
  bytes(): Promise<number>;
  open(): Promise<FileHandle>;
  read(): Readable;
  /** Cuts off everything after `end`. */
  cut(end: number): Promise<void>;
}

/** The source of the bytes broke off. The platform is at fault, not the disk. */
export class SourceError extends EaselError {
  constructor(cause: unknown) {
    super("source_broken", "a file did not arrive completely", { retryable: true, cause });
  }
}

/**
 * `folder` belongs to staging alone, and several processes may share it. `alone` means that none of them is on another
 * machine, so files that no local process is writing are abandoned.
 */
export function createStaging(folder: string, { alone = false }: { alone?: boolean } = {}): Staging {
  let ready: Promise<void> | undefined;
  const target = (): StagedFile => {
    const path = unfinishedPath(folder);
    return {
      path,
      bytes: async () => (await stat(path)).size,
      open: () => open(path, "r"),
      read: () => createReadStream(path),
      cut: (end) => truncate(path, end),
      [Symbol.asyncDispose]: () => rm(path, { force: true }),
    };
  };

  return {
    target,
    async removeAbandoned() {
      if (ready) await removeAbandoned(folder);
    },
    async stage(openSource, { maxBytes, signal }) {
      signal.throwIfAborted();
      ready ??= prepare(folder, alone ? 0 : STAGED_FILE_MS).catch((error: unknown) => {
        ready = undefined;
        throw error;
      });
      await ready;
      const source = await openSource().catch((error: unknown) => {
        throw error instanceof MediaTooLargeError ? error : new SourceError(error);
      });
      // Errors after it was dropped don't matter, but would crash the process.
      source.on("error", () => {});
      const file = target();
      try {
        const handle = await open(file.path, "wx", 0o600);
        await pipeline(capped(source, maxBytes), handle.createWriteStream(), { signal });
        return file;
      } catch (error) {
        await file[Symbol.asyncDispose]();
        throw isFullDisk(error) ? new MediaFullError(error) : error;
      } finally {
        source.destroy();
      }
    },
  };
}

/** Passes the bytes on, and throws past `maxBytes`, regardless of the declared size. */
async function* capped(source: Readable, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of source) {
      const piece: Uint8Array = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      bytes += piece.length;
      if (bytes > maxBytes) throw new MediaTooLargeError(maxBytes);
      passedThrough(piece.length);
      yield piece;
    }
  } catch (error) {
    throw error instanceof MediaTooLargeError ? error : new SourceError(error);
  }
}

/** Creates the folder, and removes the files of dead processes. */
async function prepare(folder: string, olderThanMs: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(folder, olderThanMs);
}
