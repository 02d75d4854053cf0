import { and, gt, lt, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../../../db/queries.ts";
import { consoleMessages } from "../../../db/schema/console.ts";
import type { MessageRow } from "./message-store.ts";

/**
 * Bytes of the messages that are read at once: several times what they usually have. In memory and as JSON, they may take several
 * times as much again, and all of it is kept while a slow reader reads it.
 */
export const CONSOLE_READ_BYTES = 512 * 1024;

/** Raw statements return times and large numbers as text. */
const Row = z.object({
  id: z.string(),
  channelId: z.string(),
  author: z.string(),
  visibleTo: z.string().nullable(),
  postKey: z.string().nullable(),
  position: z.coerce.number(),
  revision: z.coerce.number(),
  text: z.string(),
  replyTo: z.string().nullable(),
  content: z.unknown(),
  removed: z.boolean(),
  createdAt: z.coerce.date(),
  editedAt: z.coerce.date().nullable(),
  /** Whether others follow. False but for the last one. */
  more: z.boolean(),
});

/** Which messages are read, and in which order. */
interface BoundedRead {
  readonly where: SQL | undefined;
  /** The order: upwards by revision, or downwards by position. */
  readonly by: "revision" | "position";
  /** The revision or position that the first message comes after. */
  readonly from: number;
  readonly limit: number;
}

/**
 * Messages in order: at most `limit`, and none after those that reach `CONSOLE_READ_BYTES`. Returns at least one if there is any.
 * `more`: others follow. PostgreSQL adds up the sizes message by message, so it reads nothing beyond the bound either.
 */
export async function readBounded(
  queries: Queries,
  { where, by, from, limit }: BoundedRead,
): Promise<{ readonly messages: readonly MessageRow[]; readonly more: boolean }> {
  const place = consoleMessages[by];
  const [follows, inOrder] = by === "revision" ? ([gt, sql`asc`] as const) : ([lt, sql`desc`] as const);
  const after = (last: SQL): SQL => sql`where ${and(where, follows(place, last))}`;
  const next = (last: SQL): SQL => sql`
    select console_messages.*, octet_length(text) + octet_length(content::text) as bytes
    from console_messages ${after(last)} order by ${place} ${inOrder} limit 1`;
  const last = sql.raw(`page.${by}`);
  const rows = await queries.execute(sql`
    with recursive page as (
      select 1 as turn, message.bytes::bigint as total, message.* from (${next(sql`${from}::bigint`)}) message
      union all
      select page.turn + 1, page.total + message.bytes, message.* from page cross join lateral (${next(last)}) message
      where page.turn < ${limit} and page.total < ${CONSOLE_READ_BYTES}
    )
    select id, channel_id as "channelId", author, visible_to as "visibleTo", post_key as "postKey", position, revision, text,
      reply_to as "replyTo", content, removed, created_at as "createdAt", edited_at as "editedAt",
      turn = max(turn) over () and exists (select from console_messages ${after(last)}) as more
    from page order by turn`);
  const messages = rows.map((row) => Row.parse(row));
  return { messages, more: messages.at(-1)?.more ?? false };
}
