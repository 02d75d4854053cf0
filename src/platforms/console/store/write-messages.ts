import type { Queries } from "../../../db/queries.ts";
import { sql } from "drizzle-orm";
import type { StoredFile } from "./message-content.ts";
import { CHANGES_CHANNEL } from "./revision.ts";

/** One change of one message. All its values are ready to store. */
export type MessageChange =
  | {
      readonly kind: "new";
      readonly id: string;
      readonly channel: string;
      readonly author: string;
      readonly visibleTo?: string;
      readonly postKey?: string;
      readonly text: string;
      readonly replyTo?: string;
      readonly content: object;
      readonly files: readonly KeptFile[];
      /** Uploads that the message takes over. */
      readonly uploads: readonly string[];
    }
  | {
      readonly kind: "edit";
      readonly id: string;
      readonly channel: string;
      readonly text: string;
      readonly replyTo?: string;
      /** Without `files`, the message keeps its files. It also keeps those that have the same id as one of `files`. */
      readonly content: object;
      readonly files?: readonly KeptFile[];
    }
  | { readonly kind: "removal"; readonly id: string; readonly visibleTo?: string }
  | { readonly kind: "publication"; readonly id: string; readonly author: string };

export interface KeptFile extends StoredFile {
  readonly hash: string;
}

/**
 * Writes changes to different messages, each with its own revision, in order. Returns false for a change without effect: its id
 * or post key already exists, or the message does not exist (any more). The counter's row is locked from this statement until the
 * commit, and the readers of all processes are notified once.
 */
export async function writeMessages(queries: Queries, changes: readonly MessageChange[]): Promise<boolean[]> {
  const rows = await queries.execute<{ id: string }>(sql`
    with counter as (
      insert into console_counter (id, revision) values (1, ${changes.length}::integer)
      on conflict (id) do update set revision = console_counter.revision + excluded.revision
      returning revision
    ), changes as materialized (
      select given.*, counter.revision - ${changes.length}::integer + given.turn as revision
      from counter, jsonb_to_recordset(${JSON.stringify(changes.map(given))}::jsonb) as given (
        turn integer, kind text, id text, channel text, author text, visible_to text, post_key text, text text,
        reply_to text, content jsonb, files jsonb, uploads jsonb)
    ), made as (
      insert into console_messages (id, channel_id, author, visible_to, post_key, position, revision, text, reply_to, content)
      select id, channel, author, visible_to, post_key, revision, revision, text, reply_to, content
      from changes where kind = 'new' order by turn
      on conflict do nothing
      returning id
    ), edited as (
      update console_messages as message set
        revision = changes.revision, text = changes.text, reply_to = coalesce(changes.reply_to, message.reply_to),
        content = jsonb_build_object('files', message.content -> 'files') || changes.content, edited_at = now()
      from changes
      where kind = 'edit' and message.id = changes.id and message.channel_id = channel and not removed
      returning message.id
    ), removed as (
      update console_messages as message set
        revision = changes.revision, removed = true, text = '', content = '{"files":[],"buttons":[]}'
      from changes
      where kind = 'removal' and message.id = changes.id and not removed
        and (changes.visible_to is null or message.visible_to = changes.visible_to)
      returning message.id
    ), published as (
      update console_messages as message set revision = changes.revision, visible_to = null
      from changes
      where kind = 'publication' and message.id = changes.id and not removed
        and message.author = changes.author and message.visible_to is not null
      returning message.id
    ), dropped as (
      delete from console_files using changes
      where message_id = changes.id and (
        changes.id in (select id from removed)
        or changes.id in (select id from edited)
          and not files @> jsonb_build_array(jsonb_build_object('id', console_files.id)))
    ), kept as (
      insert into console_files (id, message_id, hash, name, mime_type, bytes)
      select file.id, changes.id, file.hash, file.name, file."mimeType", file.bytes
      from changes, jsonb_to_recordset(files) as file (id text, hash text, name text, "mimeType" text, bytes bigint)
      where changes.id in (select id from made union all select id from edited)
      on conflict (id) do nothing
    ), claimed as (
      update console_files set message_id = changes.id
      from changes, jsonb_array_elements_text(uploads) as upload
      where console_files.id = upload and message_id is null and changes.id in (select id from made)
    )
    select id from made union all select id from edited union all select id from removed
    union all select id from published
    union all select pg_notify(${CHANGES_CHANNEL}, revision::text)::text from counter`);
  const written = new Set(rows.map(({ id }) => id));
  return changes.map(({ id }) => written.has(id));
}

/** A change in the statement's format. Missing values are null there. */
function given(change: MessageChange, index: number): object {
  const turn = index + 1;
  if (change.kind === "removal") {
    return { turn, kind: change.kind, id: change.id, visible_to: change.visibleTo };
  }
  if (change.kind === "publication") return { turn, ...change };
  const { kind, id, channel, text, replyTo, content, files } = change;
  const rest = { turn, kind, id, channel, text, reply_to: replyTo, content, files };
  if (kind === "edit") return rest;
  const { author, visibleTo, postKey, uploads } = change;
  return { ...rest, author, visible_to: visibleTo, post_key: postKey, uploads };
}
