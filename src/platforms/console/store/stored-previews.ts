import { eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import { consoleFiles, consoleMessages } from "../../../db/schema/console.ts";
import type { FileRow } from "../receive/files.ts";

/** A file that a message shows. `lacksPreview`: the message has no preview of it. */
export interface ShownFile extends FileRow {
  readonly lacksPreview: boolean;
}

export async function findShownFile(db: Database, id: string): Promise<ShownFile | undefined> {
  const [row] = await db.run((queries) =>
    queries
      .select({ file: consoleFiles, lacksPreview: lacksPreview(sql`${id}`) })
      .from(consoleFiles)
      .leftJoin(consoleMessages, eq(consoleMessages.id, consoleFiles.messageId))
      .where(eq(consoleFiles.id, id)),
  );
  return row && { ...row.file, lacksPreview: row.lacksPreview };
}

/**
 * Adds a file's preview to its message, unless it has one. Takes no new revision, because pages that have the message already
 * show the picture. `preview`: a tiny WebP.
 */
export async function keepPreview(db: Database, { id, messageId }: FileRow, preview: Buffer): Promise<void> {
  await db.run((queries) =>
    queries.execute(sql`
      update console_messages set content = jsonb_set(content, '{files}', (
        select jsonb_agg(
          case when file ->> 'id' = ${id} then file || jsonb_build_object('preview', ${preview.toString("base64")}::text) else file end
          order by place)
        from jsonb_array_elements(content -> 'files') with ordinality as listed (file, place)))
      where id = ${messageId} and ${lacksPreview(sql`${id}`)}`),
  );
}

function lacksPreview(id: SQL): SQL<boolean> {
  return sql<boolean>`coalesce(jsonb_path_exists(console_messages.content, '$.files[*] ? (@.id == $id && !exists(@.preview))',
    jsonb_build_object('id', ${id}::text)), false)`;
}
