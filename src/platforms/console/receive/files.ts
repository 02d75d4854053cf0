import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import { consoleFiles } from "../../../db/schema/console.ts";
import { CONSOLE_FILE_BYTES, CONSOLE_FILES_PER_MESSAGE } from "../../../lib/limits.ts";
import { MediaTooLargeError, type MediaStore, type StoredMedia } from "../../../media/store/media-store.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { OutgoingFile } from "../../../core/chat/message.ts";
import { storableText } from "../post/content.ts";
import type { KeptFile } from "../post/write-messages.ts";
import type { PersonId } from "../api/people.ts";

export type FileRow = typeof consoleFiles.$inferSelect;

/** The way in for what people show each other: nothing of it says where they live. */
export type KeepFile = (source: Readable, maxBytes: number, signal: AbortSignal) => Promise<StoredMedia>;

/** Streams the files of a post into the media store; each gets an unguessable id that opens it in the Console. */
export async function keepOutgoing(
  media: MediaStore,
  files: readonly OutgoingFile[],
  signal?: AbortSignal,
  maxBytes: number = CONSOLE_FILE_BYTES,
): Promise<KeptFile[]> {
  if (files.length > CONSOLE_FILES_PER_MESSAGE) {
    throw new PlatformError("rejected", `${files.length} files are more than a message holds`);
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
      description: file.description,
      ...(file.width === undefined ? {} : { width: file.width }),
      ...(file.height === undefined ? {} : { height: file.height }),
    });
  }
  return kept;
}

/** What is in our own store already is not stored again. */
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

/** Keeps a person's upload, as `KeepFile` does, and returns the id that a message may name it by, and its size. */
export async function keepUpload(
  deps: { readonly db: Database; readonly keepFile: KeepFile },
  upload: { readonly by: PersonId; readonly name: string; readonly mimeType: string; readonly source: Readable },
  maxBytes: number,
): Promise<{ readonly id: string; readonly bytes: number }> {
  const stored = await deps.keepFile(upload.source, maxBytes, new AbortController().signal);
  const id = randomUUID();
  await deps.db.run((queries) =>
    queries.insert(consoleFiles).values({
      id,
      uploadedBy: upload.by,
      hash: stored.hash,
      name: storableText(upload.name).slice(-200) || "file",
      mimeType: upload.mimeType,
      bytes: stored.bytes,
    }),
  );
  return { id, bytes: stored.bytes };
}

/** The uploads of `person` among `ids`, in that order; those of others and unknown ones are missing. */
export async function findUploads(db: Database, person: PersonId, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.run((queries) =>
    queries
      .select()
      .from(consoleFiles)
      .where(
        and(
          sql`${consoleFiles.id} in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
          eq(consoleFiles.uploadedBy, person),
        ),
      ),
  );
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

export async function findFile(db: Database, id: string): Promise<FileRow | undefined> {
  const [row] = await db.run((queries) => queries.select().from(consoleFiles).where(eq(consoleFiles.id, id)));
  return row;
}
