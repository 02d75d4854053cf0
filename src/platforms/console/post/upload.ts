import { randomUUID } from "node:crypto";
import { CONSOLE_FILE_BYTES, CONSOLE_FILES_PER_MESSAGE } from "../../../lib/limits.ts";
import { MediaTooLargeError, type MediaStore, type StoredMedia } from "../../../media/store/media-store.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import { shortened, type OutgoingFile } from "../../../core/chat/message.ts";
import type { KeptFile } from "../store/write-messages.ts";

/** Longer than anyone wants a screen reader to read out. The recipe has the whole prompt. */
const DESCRIPTION_CHARACTERS = 1_000;

/** Streams a post's files into the media store. Each file gets an unguessable id that opens it in the Console. */
export async function keepOutgoing(
  media: MediaStore,
  files: readonly OutgoingFile[],
  signal?: AbortSignal,
  maxBytes: number = CONSOLE_FILE_BYTES,
): Promise<KeptFile[]> {
  if (files.length > CONSOLE_FILES_PER_MESSAGE) {
    throw new PlatformError(
      "rejected",
      `a message holds at most ${CONSOLE_FILES_PER_MESSAGE} files, not ${files.length}`,
    );
  }
  const kept: KeptFile[] = [];
  for (const file of files) {
    const { hash, bytes } = await keepBytes(media, file, maxBytes, signal);
    kept.push({
      id: randomUUID(),
      hash,
      name: file.name,
      mimeType: file.mimeType,
      bytes,
      description: shortened(file.description, DESCRIPTION_CHARACTERS),
      ...(file.number === undefined ? {} : { number: file.number }),
      ...(file.width === undefined ? {} : { width: file.width }),
      ...(file.height === undefined ? {} : { height: file.height }),
    });
  }
  return kept;
}

/** Files that are already in the media store are not stored again. */
async function keepBytes(
  media: MediaStore,
  file: OutgoingFile,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<StoredMedia> {
  if (file.bytes > maxBytes) throw new MediaTooLargeError(maxBytes);
  if (file.hash !== undefined && (await media.size(file.hash)) === file.bytes)
    return { hash: file.hash, bytes: file.bytes };
  return media.put(await file.open(), { maxBytes, ...(signal ? { signal } : {}) });
}
