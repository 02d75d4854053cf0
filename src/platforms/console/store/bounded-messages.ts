import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../../../db/queries.ts";
import type { PersonId } from "../api/people.ts";
import type { MessageRow } from "./message-store.ts";
import { nextMessage, type MessageOrder } from "./next-message.ts";

/**
 * Maximum bytes of the messages that are read together: several times the usual amount. In memory and as JSON, they may take
 * several times more, and all of it stays in memory while a slow reader reads it.
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
  pinned: z.boolean().nullable(),
  createdAt: z.coerce.date(),
  editedAt: z.coerce.date().nullable(),
  /** Whether others follow. False except for the last one. */
  more: z.boolean(),
});

/** A message with its pin. Null if it was never pinned. */
export type ReadMessage = MessageRow & { readonly pinned: boolean | null };

/** Which messages to read: those of an order after a place. */
interface BoundedRead extends MessageOrder {
  /** The revision or position that the first message comes after. */
  readonly from: number;
  readonly limit: number;
  /** Maximum bytes of all messages; `CONSOLE_READ_BYTES` by default. */
  readonly bytes?: number;
}

/**
 * Messages in order: at most `limit`, and none after those that reach `bytes`, but at least one if there is any. `more`: others
 * follow. PostgreSQL adds up the sizes message by message, so it doesn't read beyond the bound either.
 */
export async function readBounded(
  queries: Queries,
  { from, limit, bytes = CONSOLE_READ_BYTES, ...order }: BoundedRead,
): Promise<{ readonly messages: readonly ReadMessage[]; readonly more: boolean }> {
  const { person, by } = order;
  // Computes the size only of the nearest message, because that reads all of it.
  const next = (after: SQL): SQL => sql`
    select nearest.*, octet_length(text) + octet_length(content::text) as bytes from (${nextMessage(order, after)}) nearest`;
  const last = sql.raw(`page.${by}`);
  const rows = await queries.execute(sql`
    with recursive page as (
      select 1 as turn, message.bytes::bigint as total, message.* from (${next(sql`${from}::bigint`)}) message
      union all
      select page.turn + 1, page.total + message.bytes, message.* from page cross join lateral (${next(last)}) message
      where page.turn < ${limit} and page.total < ${bytes}
    )
    select id, channel_id as "channelId", author, visible_to as "visibleTo", post_key as "postKey", position, revision, text,
      ${shownReply(person)} as "replyTo", content, removed,
      (select pinned from console_pins where message_id = page.id) as pinned, created_at as "createdAt", edited_at as "editedAt",
      turn = max(turn) over () and exists (${next(last)}) as more
    from page order by turn`);
  const messages = rows.map((row) => Row.parse(row));
  return { messages, more: messages.at(-1)?.more ?? false };
}

/** The message that one of the page replies to, unless it is visible only to another person. */
function shownReply(person: PersonId): SQL {
  return sql`
    case when not exists (
      select from console_messages target where target.id = page.reply_to and target.visible_to <> ${person}
    ) then reply_to end`;
}
