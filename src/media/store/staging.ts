import { createReadStream } from "node:fs";
import { mkdir, open, rm, stat, truncate, type FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EaselError } from "../../lib/errors.ts";
import { STAGED_FILE_MS } from "../../lib/limits.ts";
import { passedThrough } from "../spent-buffers.ts";
import { isFullDisk, MediaFullError, MediaTooLargeError } from "./media-store.ts";
import { removeAbandoned, unfinishedPath } from "./unfinished.ts";

/**
 * Files that are not trusted yet, in a folder of their own. Content in the media store may be another one's as well, so that
 * nothing can be taken back from there: only what passed every check goes in.
 */
export interface Staging {
  /**
   * Streams what `open` gives into a file with flat memory. Rejects with `MediaTooLargeError` past `maxBytes` or where `open`
   * does, with `SourceError` when the source can't be opened or breaks, with `MediaFullError` where there is no room, and with
   * the signal's reason; nothing is left then.
   */
  stage(open: () => Promise<Readable>, options: { maxBytes: number; signal: AbortSignal }): Promise<StagedFile>;
  /** A file that is not there yet. */
  target(): StagedFile;
  /** Removes what processes left that were killed. */
  removeAbandoned(): Promise<void>;
}

export interface StagedFile extends AsyncDisposable {
  readonly path: string;
  bytes(): Promise<number>;
  open(): Promise<FileHandle>;
  read(): Readable;
  /** Cuts off what stands behind `end`. */
  cut(end: number): Promise<void>;
}

/** Where the bytes came from broke off: the platform, not the disk. */
export class SourceError extends EaselError {
  constructor(cause: unknown) {
    super("source_broken", "a file did not arrive whole", { retryable: true, cause });
  }
}

/**
 * `folder` belongs to staging alone, and may be shared by several processes. `alone`: by none of another machine, so that what
 * nobody here is writing was left there.
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
      // Whatever it still says after it was given up is of no interest, but would end the process.
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

/** Passes the bytes on, and no more than `maxBytes`, whatever was announced. */
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

/** Makes the folder, and removes what processes left that were killed. */
async function prepare(folder: string, olderThanMs: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(folder, olderThanMs);
}
