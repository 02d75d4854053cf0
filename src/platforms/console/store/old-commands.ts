import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import { encodeConversation } from "../../../core/chat/conversation.ts";
import type { Database } from "../../../db/connection.ts";
import { consoleCounter } from "../../../db/schema/console.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../../lib/limits.ts";
import { PERSON_IDS, type PersonId } from "../api/people.ts";
import { conversationOf } from "../people/places.ts";
import { isForEasel } from "../receive/is-for-easel.ts";

/** Messages that are read in one statement. */
const READ_AT_ONCE = 500;
/** How far a later check goes back before the last one: longer than any transaction that was not yet committed then. */
const OVERLAP_MINUTES = 10;

const OldMessage = z.object({
  id: z.string(),
  channel: z.string(),
  at: z.string(),
  text: z.string(),
  repliedTo: z.string().nullable(),
  isHidden: z.boolean(),
});
type OldMessage = z.infer<typeof OldMessage>;

/**
 * Hides messages to Easel that an earlier version showed to everyone, unless they became requests. That version may still be
 * running alongside this one, so a later call checks messages since the last call. Works in parts, and can be repeated after an
 * interruption. Rejects when the signal is aborted.
 */
export async function hideOldCommands(
  db: Database,
  commands: readonly Pick<CommandSpec, "name">[],
  stopped: AbortSignal,
): Promise<void> {
  const [check] = await db.run((queries) =>
    queries.execute<{ since: string; began: string }>(sql`
      select now()::text as began, coalesce((
        select ${consoleCounter.commandsHiddenAt} - ${OVERLAP_MINUTES} * interval '1 minute' from ${consoleCounter}
      ), '-infinity')::text as since`),
  );
  if (!check) return;
  for (const person of PERSON_IDS) {
    let last: Pick<OldMessage, "at" | "id"> | undefined = { at: check.since, id: "" };
    while (last) {
      stopped.throwIfAborted();
      const messages: readonly OldMessage[] = await readAfter(db, person, last);
      await hide(
        db,
        messages.filter(({ text, repliedTo, isHidden }) => !isHidden && isForEasel(text, repliedTo, commands)),
      );
      last = messages.at(-1);
    }
  }
  await db.run((queries) =>
    queries.execute(sql`
      insert into console_counter (id, revision, commands_hidden_at) values (1, 0, ${check.began}::timestamptz)
      on conflict (id) do update
      set commands_hidden_at = greatest(console_counter.commands_hidden_at, excluded.commands_hidden_at)`),
  );
}

async function readAfter(
  db: Database,
  person: PersonId,
  { at, id }: Pick<OldMessage, "at" | "id">,
): Promise<readonly OldMessage[]> {
  const rows = await db.run(
    (queries) =>
      queries.execute(sql`
        select message.id, message.channel_id as channel, message.created_at::text as at, message.text,
          message.visible_to is not null as "isHidden", target.author as "repliedTo"
        from console_messages message left join console_messages target on target.id = message.reply_to
        where message.author = ${person} and message.author <> 'easel' and not message.removed
          and message.created_at >= ${at}::timestamptz and (message.created_at, message.id) > (${at}::timestamptz, ${id})
        order by message.created_at, message.id limit ${READ_AT_ONCE}`),
    DATABASE_BACKGROUND_CALL_MS,
  );
  return rows.map((row) => OldMessage.parse(row));
}

/**
 * Takes no new revision: the messages are shown only on their authors' pages, or on pages that were open when they were written.
 */
async function hide(db: Database, messages: readonly OldMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const old = messages.map(({ id, channel }) => ({ id, conversation: encodeConversation(conversationOf(channel)) }));
  await db.run(
    (queries) =>
      queries.execute(sql`
        update console_messages message set visible_to = message.author
        from jsonb_to_recordset(${JSON.stringify(old)}::jsonb) as old (id text, conversation text)
        where message.id = old.id and message.visible_to is null and not exists (
          select from batches where batches.conversation = old.conversation and batches.request_message = old.id
        )`),
    DATABASE_BACKGROUND_CALL_MS,
  );
}
