import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { encodeConversation } from "../../core/chat/conversation.ts";
import type { ArtifactContent, PostOutcome, PostState } from "../../core/delivery/delivery-store.ts";
import type { JobFailure } from "../../core/job/failure.ts";
import { amongGiven } from "../jobs/sql-arrays.ts";
import { writeJobsWhere } from "../jobs/write-jobs.ts";

/** An artifact that is stored, or that certainly never will be. */
export interface Settled {
  readonly jobId: string;
  readonly content?: ArtifactContent;
  readonly failure?: JobFailure;
}

/** Settles due artifacts and releases their jobs' worker. Returns the batch of each artifact that was still due. */
export async function settleArtifacts(queries: Queries, settled: readonly Settled[]): Promise<(string | undefined)[]> {
  const given = settled.map(({ jobId, content, failure }) => ({
    job_id: jobId,
    state: content ? "fetched" : "unretrievable",
    hash: content?.hash,
    bytes: content?.bytes,
    mime_type: content?.mimeType,
    width: content?.width,
    height: content?.height,
    failure,
  }));
  const rows = await queries.execute<{ job_id: string; batch_id: string }>(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
        job_id uuid, state text, hash text, bytes bigint, mime_type text, width integer, height integer, failure jsonb)
    ), released as (
      update jobs set worker_id = null, handled_by = null where ${amongGiven("jobs.id", "job_id")}
    )
    update artifacts set state = given.state, hash = given.hash, bytes = given.bytes, mime_type = given.mime_type,
      width = given.width, height = given.height, failure = given.failure
    from given
    where artifacts.job_id = given.job_id and ${amongGiven("artifacts.job_id", "job_id")} and artifacts.state = 'due'
    returning artifacts.job_id, artifacts.batch_id`);
  const batches = new Map(rows.map((row) => [row.job_id, row.batch_id]));
  return settled.map(({ jobId }) => batches.get(jobId));
}

/**
 * Records a platform's own message as the notice of the batch accepted under an event key. Returns the batch if it needed a
 * notice. A batch that a message asked for doesn't: its notice replies to that message, and might be being posted right now.
 */
export async function showNotice(
  queries: Queries,
  platform: string,
  eventKey: string,
  messageId: string,
): Promise<string | undefined> {
  const asked = sql`platform = ${platform} and event_key = ${eventKey} and request_message is null`;
  const note = async (): Promise<string | undefined> => {
    const [row] = await queries.execute<{ batch_id: string }>(sql`
      with noted as (
        update posts set state = 'posted', message_id = ${messageId}, updated_at = now()
        where kind = 'notice' and batch_id = (select id from batches where ${asked})
          and (state = 'intended' or state = 'posted' and message_id = ${messageId})
        returning batch_id
      ), heard as (
        -- The platform shows the message, so the requester has seen it.
        update batches set acknowledged = 'heard' from noted where id = batch_id and acknowledged = 'unheard'
      )
      select batch_id from noted`);
    return row?.batch_id;
  };
  const noted = await note();
  if (noted !== undefined) return noted;
  // The acknowledgement may be so fast that the jobs are not written yet.
  await writeJobsWhere(queries, asked);
  return note();
}

/**
 * Records that the platform shows no message for the batch accepted under an event key. Returns the batch. Returns undefined and
 * writes nothing if the outcome is already known, or if it doesn't matter because the notice replies to the message that asked.
 */
export async function noteAcknowledged(
  queries: Queries,
  platform: string,
  eventKey: string,
  how: "heard" | "unheard",
): Promise<string | undefined> {
  const [row] = await queries.execute<{ id: string }>(sql`
    update batches set acknowledged = ${how}
    where platform = ${platform} and event_key = ${eventKey} and acknowledged is null
      and case when request_message is not null then ${how} = 'unheard'
        else not exists (select from posts where batch_id = id and kind = 'notice' and message_id is not null) end
    returning id`);
  return row?.id;
}

/** Folds a notice that was neither posted nor shown. Returns false if it was. */
export async function dropNotice(queries: Queries, batchId: string): Promise<boolean> {
  const rows = await queries.execute(sql`
    update posts set state = 'folded', updated_at = now()
    where batch_id = ${batchId} and kind = 'notice' and message_id is null and state in ('intended', 'folded')
    returning batch_id`);
  return rows.length > 0;
}

export interface Intent {
  readonly batchId: string;
  readonly kind: string;
  readonly jobIds: readonly string[];
  readonly awaited: readonly string[];
}

const Intended = z.object({ batch_id: z.string(), carried: z.array(z.string()) });

/**
 * Stores intended posts and the artifacts that they carry. The first intent wins: if the post was already intended, returns
 * undefined and writes nothing. `carried`: the jobs whose artifact no other post carries.
 */
export async function intendPosts(
  queries: Queries,
  intents: readonly Intent[],
): Promise<({ carried: readonly string[] } | undefined)[]> {
  const given = intents.map(({ batchId, kind, jobIds, awaited }) => ({
    batch_id: batchId,
    kind,
    job_ids: jobIds,
    awaited,
  }));
  const rows = await queries.execute(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
        batch_id uuid, kind text, job_ids uuid[], awaited uuid[])
    ), fresh as (
      insert into posts (batch_id, kind, state, awaited) select batch_id, kind, 'intended', awaited from given
      on conflict do nothing
      returning batch_id, kind
    ), carried as (
      update artifacts set post = fresh.kind
      from fresh join given using (batch_id, kind)
      where artifacts.job_id = any(given.job_ids) and artifacts.post is null
      returning artifacts.batch_id, artifacts.job_id
    )
    select batch_id,
      (select coalesce(json_agg(job_id), '[]') from carried where carried.batch_id = fresh.batch_id) as carried
    from fresh`);
  const intended = new Map(
    rows.map((row) => Intended.parse(row)).map((row) => [row.batch_id, { carried: row.carried }]),
  );
  return intents.map(({ batchId }) => intended.get(batchId));
}

export interface EndedPost extends PostOutcome {
  readonly batchId: string;
  readonly kind: string;
  readonly state: PostState;
}

/** Writes the outcomes of posts. False for a folded or deleted post, which is not written. */
export async function writePosts(queries: Queries, outcomes: readonly EndedPost[]): Promise<boolean[]> {
  const given = outcomes.map(({ batchId, kind, state, messageId, conversation, failure }) => ({
    batch_id: batchId,
    kind,
    state,
    message_id: messageId,
    conversation: conversation && encodeConversation(conversation),
    failure,
  }));
  const rows = await queries.execute<{ batch_id: string }>(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
        batch_id uuid, kind text, state text, message_id text, conversation text, failure text)
    )
    update posts set state = given.state, updated_at = now(),
      message_id = coalesce(given.message_id, posts.message_id),
      conversation = coalesce(given.conversation, posts.conversation), failure = coalesce(given.failure, posts.failure)
    from given
    where posts.batch_id = given.batch_id and ${amongGiven("posts.batch_id", "batch_id")} and posts.kind = given.kind
      and posts.state <> 'folded'
      -- A late write must not restore a message that someone has deleted.
      and (posts.state not in ('removing', 'removed') or given.state = 'removed')
    returning posts.batch_id`);
  const written = new Set(rows.map((row) => row.batch_id));
  return outcomes.map(({ batchId }) => written.has(batchId));
}

export interface Closing {
  readonly batchId: string;
  /** How many actions had been requested when the last one was done. If there are more, the batch stays open. */
  readonly actionsRequested: number;
  /** The notice was deleted or finished with a last edit; its message id, if known. */
  readonly folded?: { readonly messageId?: string };
}

/**
 * Closes batches that are done, and folds their notices if given. False for a batch with newly requested actions, for which
 * nothing is written.
 */
export async function closeBatches(queries: Queries, closings: readonly Closing[]): Promise<boolean[]> {
  const given = closings.map(({ batchId, actionsRequested, folded }) => ({
    batch_id: batchId,
    actions_requested: actionsRequested,
    folds: folded !== undefined,
    message_id: folded?.messageId,
  }));
  const rows = await queries.execute<{ id: string }>(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
        batch_id uuid, actions_requested integer, folds boolean, message_id text)
    ), closed as (
      update batches set closed_at = now(), worker_id = null from given
      where batches.id = given.batch_id and ${amongGiven("batches.id", "batch_id")}
        and batches.actions_requested = given.actions_requested
      returning batches.id
    ), folded as (
      -- After the batches: whoever requests an action on one may need its notice again.
      update posts set state = 'folded', updated_at = now(), message_id = coalesce(given.message_id, posts.message_id)
      from given join closed on closed.id = given.batch_id
      where folds and posts.batch_id = given.batch_id and ${amongGiven("posts.batch_id", "batch_id")}
        and posts.kind = 'notice' and posts.state <> 'folded'
    )
    select id from closed`);
  const closed = new Set(rows.map((row) => row.id));
  return closings.map(({ batchId }) => closed.has(batchId));
}
