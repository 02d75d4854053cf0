import { sql } from "drizzle-orm";
import { z } from "zod";
import type { ForgettingStore } from "../../core/account/forgetting.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { requestAction } from "../delivery/result-store.ts";
import { holdTask } from "../leases.ts";
import type { Queries } from "../queries.ts";
import { deleteSettings, FORGOTTEN_NAME } from "./forget-account.ts";

/** The lease of the one worker that forgets. */
const FORGETTING = "forgetting";
/** Requests that were being accepted when their account was forgotten are committed by then. */
const SETTLED = sql`interval '5 minutes'`;
/** Writes in progress when the account was forgotten have ended by then. Later ones belong to a new person. */
const THEIRS_UNTIL = sql`begun_at + interval '1 minute'`;
/** The fields of a request that are kept: numbers, and choices from lists. The others are text, or may contain some. */
const KEPT = [
  "kind",
  "model",
  "count",
  "size",
  "aspectRatio",
  "quality",
  "format",
  "background",
  "moderation",
  "seconds",
  "resolution",
  "billedSeconds",
];
/** Replaces a prompt. It is not a word, because readers have different languages. */
const NO_PROMPT = "—";

const Place = z.object({ id: z.string(), at: z.string() });
const Ids = z.array(z.object({ id: z.string() }));

/** Forgets people's requests and messages on PostgreSQL. */
export function createForgettingStore(db: Database): ForgettingStore {
  const run = <T>(work: (queries: Queries) => Promise<T>): Promise<T> => db.run(work, DATABASE_BACKGROUND_CALL_MS);
  return {
    hold: (workerId) => holdTask(db, FORGETTING, workerId),

    async open() {
      const rows = await run((queries) =>
        queries.execute(sql`select account_id::text as id from forgettings where done_at is null order by begun_at`),
      );
      return Ids.parse([...rows]).map(({ id }) => id);
    },

    async requests(accountId, after, limit) {
      const rows = await run((queries) =>
        queries.execute(sql`
          select id::text as id, created_at::text as at from batches
          where account_id = ${accountId}::uuid and requester_id <> '' and closed_at is not null
            and created_at >= ${after?.at ?? "-infinity"}::timestamptz
            and (created_at, id) > (${after?.at ?? "-infinity"}::timestamptz, ${after?.id ?? "00000000-0000-0000-0000-000000000000"}::uuid)
          order by created_at, id limit ${limit}::integer`),
      );
      return rows.map((row) => Place.parse(row));
    },

    async forgetRequest(batchId) {
      await requestAction(db, batchId, async (queries) => {
        await forgetContent(queries, batchId);
        const removing = await queries.execute(sql`
          update posts set state = 'removing'
          where batch_id = ${batchId}::uuid and (
            (kind in ('result', 'undo') or kind like 'late-%') and state in ('posted', 'intended')
            -- The final notice of a request that was cancelled, or whose result was refused. Other notices are already removed.
            or kind = 'notice' and state = 'folded' and message_id is not null and not exists (
              select from posts result
              where result.batch_id = posts.batch_id and result.kind = 'result' and result.message_id is not null)
          )
          returning kind`);
        // Its worker then removes them from the platform.
        return removing.length > 0;
      });
    },

    async deleteMessages(accountId, limit) {
      const rows = await run((queries) =>
        queries.execute(sql`
          delete from console_messages where id in (
            select message.id from forgettings, unnest(console_users) own (id) cross join lateral (
              (
                select id from console_messages
                where author = own.id and author <> 'easel' and not removed and created_at < ${THEIRS_UNTIL}
                order by created_at limit ${limit}::integer
              ) union all (
                select id from console_messages where visible_to = own.id and created_at < ${THEIRS_UNTIL}
                order by revision limit ${limit}::integer
              )
            ) message
            where account_id = ${accountId}::uuid limit ${limit}::integer
          )
          returning id`),
      );
      return rows.length;
    },

    async deleteUploads(accountId, limit) {
      const rows = await run((queries) =>
        queries.execute(sql`
          delete from console_files where id in (
            select upload.id from forgettings join console_files upload on uploaded_by = any(console_users)
            where account_id = ${accountId}::uuid and message_id is null and created_at < ${THEIRS_UNTIL}
            order by created_at limit ${limit}::integer
          )
          returning id`),
      );
      return rows.length;
    },

    finish: (accountId) =>
      db.transaction(async (queries) => {
        const [done] = await queries.execute(sql`
          update forgettings set done_at = now(), console_users = '{}'
          where account_id = ${accountId}::uuid and begun_at < now() - ${SETTLED}
            and not exists (select from batches where batches.account_id = ${accountId}::uuid and requester_id <> '')
          returning organisation_id`);
        if (!done) return false;
        // A form that was open when the account was forgotten may have been submitted after that.
        await deleteSettings(queries, String(done["organisation_id"]), accountId);
        return true;
      }, DATABASE_BACKGROUND_CALL_MS),
  };
}

/** Removes everything but numbers and choices from a request and its jobs. The caller has locked the row. */
async function forgetContent(queries: Queries, batchId: string): Promise<void> {
  const id = sql`${batchId}::uuid`;
  // The next sweep removes its results from the store, unless an open request needs them.
  await queries.execute(sql`
    with made as (
      select artifacts.hash from jobs join artifacts on artifacts.job_id = jobs.id where jobs.batch_id = ${id}
    )
    update media set last_used_at = 'epoch' where deleting_since is null and hash in (
      select hash from made union select fitted_hash from fittings join made using (hash))`);
  await queries.execute(sql`
    update artifacts set failure = jsonb_build_object('reason', artifacts.failure->'reason')
    from jobs where jobs.batch_id = ${id} and artifacts.job_id = jobs.id and artifacts.failure is not null`);
  await queries.execute(sql`
    update jobs set body = '', body_hash = '', guidance = null, usage = null,
      failure = case when failure is not null then jsonb_build_object('reason', failure->'reason') end
    where batch_id = ${id}`);
  await queries.execute(sql`
    update approvals set declined_because = null, blocked_because = null where batch_id = ${id}`);
  await queries.execute(sql`delete from stars where batch_id = ${id}`);
  // Easel's other messages about it in the Console. Its results are removed as on other platforms.
  await queries.execute(sql`
    delete from console_messages where post_key in (
      select 'post:' || post_key(batch_id, kind) from posts
      where batch_id = ${id} and kind in ('notice', 'direct', 'approval', 'approval-here'))`);
  await queries.execute(sql`
    update batches set requester_id = '', request_message = null,
      requester_name = (select ${FORGOTTEN_NAME} from accounts where accounts.id = batches.account_id),
      request = (
        select jsonb_object_agg(key, value) from jsonb_each(request) where key = any(${`{${KEPT.join()}}`}::text::text[])
      ) || ${JSON.stringify({ prompt: NO_PROMPT, references: [] })}::text::jsonb
    where id = ${id}`);
}
