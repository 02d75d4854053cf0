import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import { consoleFiles } from "../../../db/schema/console.ts";
import type { TurnOf } from "../../../media/fair-queue.ts";
import type { StoredMedia } from "../../../media/store/media-store.ts";
import { storableText } from "../store/message-content.ts";
import type { PersonId } from "../api/people.ts";

export type FileRow = typeof consoleFiles.$inferSelect;

/** A media type, with names of at most 127 characters (RFC 6838, section 4.2). */
const MEDIA_TYPE = /^[a-z\d][a-z\d!#$&^_.+-]{0,126}\/[a-z\d][a-z\d!#$&^_.+-]{0,126}$/i;

/** Stores an incoming file without location metadata. */
export type KeepFile = (source: Readable, maxBytes: number, by: TurnOf, signal: AbortSignal) => Promise<StoredMedia>;

/**
 * Stores a person's upload with `KeepFile`. Returns its size and the id by which messages refer to it. `onStored`
 * receives the size even if the upload fails afterwards.
 */
export async function keepUpload(
  deps: { readonly db: Database; readonly keepFile: KeepFile },
  upload: {
    readonly by: PersonId;
    readonly turnOf: TurnOf;
    readonly name: string;
    readonly mimeType: string;
    readonly source: Readable;
    readonly onStored: (bytes: number) => void;
  },
  maxBytes: number,
): Promise<{ readonly id: string; readonly bytes: number }> {
  const stored = await deps.keepFile(upload.source, maxBytes, upload.turnOf, new AbortController().signal);
  upload.onStored(stored.bytes);
  const id = randomUUID();
  await deps.db.run((queries) =>
    queries.insert(consoleFiles).values({
      id,
      uploadedBy: upload.by,
      hash: stored.hash,
      name: storableText(upload.name).slice(-200) || "file",
      // Checked, because every view of the message, and every form for it, repeats the type.
      mimeType: MEDIA_TYPE.test(upload.mimeType) ? upload.mimeType : "application/octet-stream",
      bytes: stored.bytes,
    }),
  );
  return { id, bytes: stored.bytes };
}

/** The uploads of `person` among `ids`, in that order. Unknown ids and those of other people are left out. */
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
