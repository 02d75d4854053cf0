import type { Readable } from "node:stream";
import { EaselError } from "../../lib/errors.ts";
import type { ReplyPriority } from "../../lib/reply-priority.ts";

/** A kept content: its name is its SHA-256 in hex, so that equal content is kept once. */
export interface StoredMedia {
  readonly hash: string;
  readonly bytes: number;
}

/** Where bytes are kept: a folder by default. Content is immutable; its name is its hash. */
export interface MediaStore {
  /**
   * Streams `source` in with flat memory. Rejects with `MediaTooLargeError` past `maxBytes` and with `MediaFullError` without
   * free space, leaving nothing behind.
   */
  put(source: Readable, options: PutOptions): Promise<StoredMedia>;
  /** Streams content out, whole or from byte `start` to byte `end` (both inclusive). Rejects with `MediaMissingError`. */
  open(hash: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Size in bytes, or undefined when there is no such content. */
  size(hash: string): Promise<number | undefined>;
}

/** The part of a store that serves people and the gateway. They may read slowly, which must not delay Easel's own work. */
export type ServedMedia = Pick<MediaStore, "open" | "size">;

export interface PutOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /**
   * Checks the complete content, in a file, before it is visible in the store. If it rejects, so does `put`, and nothing is
   * left behind.
   */
  readonly check?: (path: string) => Promise<void>;
  /** How long it is kept, in milliseconds, unless it is used in that time; by default as long as used content. */
  readonly unusedMs?: number | undefined;
}

/** A small version of a picture: a WebP of that width in pixels. */
export interface Thumbnail {
  readonly width: number;
  readonly bytes: Uint8Array;
}

/** A store that also keeps pictures' thumbnails. `open` and `size` find one by its `thumbnailName`. */
export interface ThumbnailStore extends MediaStore {
  /**
   * Keeps thumbnails of a picture until the picture is removed. The ledger does not know them. Rejects with `MediaMissingError`
   * if the picture is not in the store (any more), leaving nothing behind, and with `MediaFullError` without free space.
   */
  keepThumbnails(hash: string, thumbnails: readonly Thumbnail[]): Promise<void>;
}

/** A store that contents can be removed from. Only the sweeper removes them: others may need the same content. */
export interface SweepableStore extends ThumbnailStore {
  /** Removes a content, and then its thumbnails. Resolves also if it does not exist. */
  remove(hash: string): Promise<void>;
  /** Removes unfinished files of dead processes. */
  removeAbandoned(): Promise<void>;
}

/** Called with a complete content, before it is visible in the store: `MediaLedger.claim`. */
export type Claim = (media: StoredMedia, options: Pick<PutOptions, "signal" | "unusedMs">) => Promise<void>;

export interface StoreOptions {
  readonly claim?: Claim | undefined;
  /** Called before each chunk that is read or written. */
  readonly replyPriority?: ReplyPriority | undefined;
}

/** The content is not in the store (any more). */
export class MediaMissingError extends EaselError {
  constructor(hash: string, cause?: unknown) {
    super("media_missing", `no content ${hash} in the media store`, { cause });
  }
}

/** There is no free space for the content: the operator must make some. Nothing of it was left behind. */
export class MediaFullError extends EaselError {
  constructor(cause: unknown) {
    super("media_full", "the disk is full", { cause });
  }
}

/** Whether this file system error means that the disk, or our share of it, is full. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

/** More bytes arrived than were allowed. */
export class MediaTooLargeError extends EaselError {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super("media_too_large", `more than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}
