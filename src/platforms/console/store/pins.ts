import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../db/connection.ts";
import type { Queries } from "../../../db/queries.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../../lib/limits.ts";
import type { NewPin, PinsView } from "../api/pins.ts";
import { viewFile } from "../post/render.ts";
import { contentOf } from "./message-content.ts";
import { nextRevision } from "./revision.ts";

/** As many results as people are willing to look through. All are shown together. */
export const PINS_OF_CHANNEL = 50;
/** The part of a prompt that is returned. */
const PROMPT_CHARACTERS = 300;

/** `gone`: the message has no result that everyone can see. `full`: the channel has the maximum number of pins. */
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

/** Results that everyone in an open channel can see, in messages with files. */
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
 * Pins or unpins a result for everyone in its channel. The message gets a new revision, so that every page is updated. If nothing
 * changes, no page is notified.
 */
export function setPin(db: Database, { message, pinned }: Pick<NewPin, "message" | "pinned">): Promise<Pinned> {
  return pinned ? pin(db, message) : unpin(db, message);
}

async function pin(db: Database, message: string): Promise<Pinned> {
  // Check first, because taking a revision makes the whole Console wait.
  const before = await db.run((queries) => findResult(queries, message));
  if (!before) return "gone";
  if (before.pinned) return "done";
  return db.transaction(async (transaction) => {
    // Locks the counter's row, so that concurrent pins are counted one by one.
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

/** A pin can be removed even if its result is gone. */
async function unpin(db: Database, message: string): Promise<"done"> {
  const isPinned = sql`message_id = ${message} and pinned`;
  const [known] = await db.run((queries) => queries.execute(sql`select from console_pins where ${isPinned}`));
  if (!known) return "done";
  await db.transaction(async (transaction) => {
    const revision = await nextRevision(transaction);
    const changed = await transaction.execute(
      sql`update console_pins set pinned = false where ${isPinned} returning message_id`,
    );
    if (changed.length > 0) await changeMessage(transaction, message, revision);
  }, DATABASE_BACKGROUND_CALL_MS);
  return "done";
}

/**
 * Makes every page load the message again. False if it has been deleted. Otherwise, it can't be deleted until the transaction
 * ends.
 */
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
