import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { MediaMissingError, type MediaStore, type StoredMedia } from "./media-store.ts";

export interface CheckedContents {
  readonly files: number;
  readonly bytes: number;
  /** Hashes of contents that are not there, or are no longer what their name says. */
  readonly damaged: readonly string[];
}

/** Reads contents of a media store, one after another, and compares them with their names. Rejects with the signal's reason. */
export async function checkContents(
  contents: readonly StoredMedia[],
  store: Pick<MediaStore, "open">,
  signal: AbortSignal,
): Promise<CheckedContents> {
  const done = { files: 0, bytes: 0 };
  const damaged: string[] = [];
  for (const { hash, bytes } of contents) {
    if ((await hashOf(hash, store, signal)) === hash) {
      done.files += 1;
      done.bytes += bytes;
    } else damaged.push(hash);
  }
  return { ...done, damaged };
}

/** Undefined if it is not there. */
async function hashOf(name: string, store: Pick<MediaStore, "open">, signal: AbortSignal): Promise<string | undefined> {
  try {
    const sum = createHash("sha256");
    await pipeline(await store.open(name), sum, { signal });
    return sum.digest("hex");
  } catch (error) {
    if (error instanceof MediaMissingError) return undefined;
    throw error;
  }
}
