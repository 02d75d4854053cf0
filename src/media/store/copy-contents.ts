import { MediaMissingError, MediaTooLargeError, type MediaStore, type StoredMedia } from "./media-store.ts";

/** Concurrent copies: several hide a bucket's latency, and few suffice to keep a disk busy. */
const COPIED_AT_ONCE = 4;

/** The outcome of copying. */
export interface CopiedContents {
  readonly copied: number;
  /** Already in the target. */
  readonly kept: number;
  /** The total size of the copied and kept contents. */
  readonly bytes: number;
  /** Hashes of contents that the source doesn't have, or that are no longer what their name says. */
  readonly missing: readonly string[];
}

/**
 * Copies contents from one media store to another, and checks them by their hashes. Contents never change, so those that the
 * target has are left alone. Rejects with errors of the stores and with the signal's reason.
 */
export async function copyContents(
  contents: readonly StoredMedia[],
  from: Pick<MediaStore, "open">,
  to: Pick<MediaStore, "put" | "size">,
  signal: AbortSignal,
): Promise<CopiedContents> {
  const done = { copied: 0, kept: 0, bytes: 0 };
  const missing: string[] = [];
  const copyOne = async ({ hash, bytes }: StoredMedia): Promise<void> => {
    if ((await to.size(hash)) === bytes) {
      done.kept += 1;
      done.bytes += bytes;
      return;
    }
    try {
      const stored = await to.put(await from.open(hash), { maxBytes: bytes, signal });
      if (stored.hash !== hash) throw new MediaMissingError(hash);
      done.copied += 1;
      done.bytes += bytes;
    } catch (error) {
      if (!(error instanceof MediaMissingError) && !(error instanceof MediaTooLargeError)) throw error;
      missing.push(hash);
    }
  };
  const due = contents.values();
  const copyInTurn = async (): Promise<void> => {
    for (const content of due) {
      signal.throwIfAborted();
      await copyOne(content);
    }
  };
  await Promise.all(Array.from({ length: COPIED_AT_ONCE }, copyInTurn));
  return { ...done, missing: missing.toSorted() };
}
