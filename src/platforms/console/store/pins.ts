import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../db/connection.ts";
import type { Queries } from "../../../db/queries.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../../lib/limits.ts";
import type { NewPin, PinsView } from "../api/pins.ts";
import { viewFile } from "../post/render.ts";
import { contentOf } from "./message-content.ts";
import { nextRevision } from "./revision.ts";

/** As many results as people look through at once. They are all shown together. */
export const PINS_OF_CHANNEL = 50;
/** The part of a prompt that is returned. */
const PROMPT_CHARACTERS = 300;

/** `gone`: there is no result that everybody can see in the message. `full`: the channel has as many pins as allowed. */
export type Pinned = "done" | "gone" | "full";

const Row = z.object({
  channel: z.string(),
  messageId: z.string(),
  content: z.unknown(),
  prompt: z.string(),
  model: z.string(),
  person: z.string(),
  requestedAt: z.coerce.number(),
});

/** Results that everybody in an open channel can see: in a message of theirs, with files. */
const SHOWN_RESULTS = sql`
  from console_messages message
  join console_channels channel on channel.id = message.channel_id
  join posts on posts.message_id = message.id and (kind in ('result', 'undo') or kind like 'late-%')
    and state = 'posted'
  join batches on batches.id = posts.batch_id
  where not message.removed and visible_to is null
    and (removed_at is null or position > channel.revision) and jsonb_array_length(content -> 'files') > 0`;

function andPinned(channel: string): SQL {
  return sql`and message.id in (select message_id from console_pins where channel_id = ${channel} and pinned)`;
}

/** The pinned results of a channel, the newest first. */
export async function readPins(db: Pick<Database, "run">, channel: string): Promise<PinsView> {
  const rows = await db.run((queries) =>
    queries.execute(sql`
      select message.channel_id as channel, message.id as "messageId", content,
        left(request ->> 'prompt', ${PROMPT_CHARACTERS}) as prompt, request ->> 'model' as model, requester_name as person,
        extract(epoch from batches.created_at) * 1000 as "requestedAt"
      ${SHOWN_RESULTS} ${andPinned(channel)}
      order by position desc limit ${PINS_OF_CHANNEL}`),
  );
  const pins = rows
    .map((row) => Row.parse(row))
    .map(({ messageId, channel: at, content, ...facts }) => ({
      message: { id: messageId, channel: at },
      ...facts,
      files: contentOf({ content }).files.map(viewFile),
    }));
  return { pins };
}

/**
 * Pins a result for everybody in its channel, or takes its pin away. The message changes with it, so every page learns of it. If
 * there is nothing to change, nobody is told.
 */
export function setPin(db: Database, { message, pinned }: Pick<NewPin, "message" | "pinned">): Promise<Pinned> {
  return pinned ? pin(db, message) : unpin(db, message);
}

async function pin(db: Database, message: string): Promise<Pinned> {
  // Only what will be written is worth the counter, for which the whole Console waits.
  const before = await db.run((queries) => findResult(queries, message));
  if (!before) return "gone";
  if (before.pinned) return "done";
  return db.transaction(async (transaction) => {
    // Locks the counter's row, so concurrent pins are counted one by one.
    const revision = await nextRevision(transaction);
    const result = await findResult(transaction, message);
    if (!result) return "gone";
    if ((await countPins(transaction, result.channel)) >= PINS_OF_CHANNEL) return "full";
    if (!(await changeMessage(transaction, message, revision))) return "gone";
    await transaction.execute(sql`
      insert into console_pins (message_id, channel_id, pinned) values (${message}, ${result.channel}, true)
      on conflict (message_id) do update set pinned = true`);
    return "done";
  }, DATABASE_BACKGROUND_CALL_MS);
}

/** Whatever has become of the result, its pin can be taken away. */
async function unpin(db: Database, message: string): Promise<"done"> {
  const isPinned = sql`message_id = ${message} and pinned`;
  const [there] = await db.run((queries) => queries.execute(sql`select from console_pins where ${isPinned}`));
  if (!there) return "done";
  await db.transaction(async (transaction) => {
    const revision = await nextRevision(transaction);
    const changed = await transaction.execute(
      sql`update console_pins set pinned = false where ${isPinned} returning message_id`,
    );
    if (changed.length > 0) await changeMessage(transaction, message, revision);
  }, DATABASE_BACKGROUND_CALL_MS);
  return "done";
}

/** Lets every page see the message again. False if it has been deleted; otherwise it can't be until the transaction ends. */
async function changeMessage(transaction: Queries, message: string, revision: number): Promise<boolean> {
  const changed = await transaction.execute(
    sql`update console_messages set revision = ${revision} where id = ${message} returning id`,
  );
  return changed.length > 0;
}

const Result = z.object({ channel: z.string(), pinned: z.boolean() });

async function findResult(queries: Queries, message: string): Promise<z.infer<typeof Result> | undefined> {
  const [row] = await queries.execute(sql`
    select message.channel_id as channel, exists (
      select from console_pins where message_id = message.id and pinned
    ) as pinned ${SHOWN_RESULTS} and message.id = ${message}
    limit 1`);
  return row && Result.parse(row);
}

async function countPins(queries: Queries, channel: string): Promise<number> {
  const shown: SQL = sql`select count(*)::integer as pins ${SHOWN_RESULTS} ${andPinned(channel)}`;
  const [row] = await queries.execute<{ pins: number }>(shown);
  return row?.pins ?? 0;
}
