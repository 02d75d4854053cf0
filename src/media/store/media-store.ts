import type { Readable } from "node:stream";
import { EaselError } from "../../lib/errors.ts";
import type { ReplyPriority } from "../../lib/reply-priority.ts";

/** What was kept: the name is the content's SHA-256 in hex, so that equal content is kept once. */
export interface StoredMedia {
  readonly hash: string;
  readonly bytes: number;
}

/** Where bytes live: a folder by default. Content is immutable; its name is its hash. */
export interface MediaStore {
  /**
   * Streams `source` in with flat memory. Rejects with `MediaTooLargeError` past `maxBytes` and with
   * `MediaFullError` where there is no room, leaving nothing behind.
   */
  put(source: Readable, options: PutOptions): Promise<StoredMedia>;
  /** Streams content out, whole or from byte `start` to byte `end` (both inclusive). Rejects with `MediaMissingError`. */
  open(hash: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Size in bytes, or undefined when there is no such content. */
  size(hash: string): Promise<number | undefined>;
}

export interface PutOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /**
   * Looks at the whole content, in a file, before anybody can see it in the store. Where it rejects, so does `put`, and nothing
   * is left behind.
   */
  readonly check?: (path: string) => Promise<void>;
}

/** A store that contents can be taken out of. Only the sweeper does: content may be another one's as well. */
export interface SweepableStore extends MediaStore {
  /** Resolves also when it is not there. */
  remove(hash: string): Promise<void>;
  /** Removes what was never put in whole by processes that are gone. */
  removeAbandoned(): Promise<void>;
}

/** Called with a content that has come in whole, before anybody can see it in the store: `MediaLedger.claim`. */
export type Claim = (media: StoredMedia, signal: AbortSignal | undefined) => Promise<void>;

export interface StoreOptions {
  readonly claim?: Claim | undefined;
  /** Asked before each piece that goes in or out. */
  readonly replyPriority?: ReplyPriority | undefined;
}

/** The content is not in the store (any more). */
export class MediaMissingError extends EaselError {
  constructor(hash: string, cause?: unknown) {
    super("media_missing", `no content ${hash} in the media store`, { cause });
  }
}

/** There is no room for the content: whoever runs the machine must make some. Nothing of it was left behind. */
export class MediaFullError extends EaselError {
  constructor(cause: unknown) {
    super("media_full", "the disk is full", { cause });
  }
}

/** Is this the file system saying that it, or what of it is ours, is full? */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

/** More bytes came than were allowed. */
export class MediaTooLargeError extends EaselError {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super("media_too_large", `more than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}
