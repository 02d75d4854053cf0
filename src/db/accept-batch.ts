import { sql } from "drizzle-orm";
import { encodeConversation } from "../chat/conversation.ts";
import type { NewBatch } from "../job/store.ts";
import type { Queries } from "./connection.ts";
import { posterFor } from "./leases.ts";
import { KEEP_CHANNEL, WORK_CHANNEL } from "./notify.ts";

/**
 * Takes a batch in, in one statement. The unique key of the invocation decides who is first. Other processes are told only
 * where the batch is not looked after by the one that took it in: whose worker also claims its jobs.
 */
export async function acceptBatch(queries: Queries, batch: NewBatch): Promise<"accepted" | "known"> {
  const conversation = encodeConversation(batch.conversation);
  const { id, organisationId, accountId, service, workerId = null } = batch;
  const jobs = batch.jobs.map(({ id: jobId, ordinal, path, body, bodyHash, idempotencyKey }) => ({
    id: jobId,
    ordinal,
    path,
    body,
    body_hash: bodyHash,
    idempotency_key: idempotencyKey,
  }));
  const rows = await queries.execute(sql`
    with fresh as (
      insert into invocations (platform, event_key) values (${batch.conversation.platform}, ${batch.eventKey})
      on conflict do nothing
      returning event_key
    ), given_worker as materialized (
      select id from workers where id = ${workerId}::uuid for key share
    ), batch as (
      insert into batches (id, organisation_id, account_id, conversation, requester_id, requester_name, locale,
        request_message, service, request, count, sandbox, worker_id)
      select ${id}::uuid, ${organisationId}::uuid, ${accountId}::uuid, ${conversation}, ${batch.requesterId},
        ${batch.requesterName}, ${batch.locale}, ${batch.requestMessage ?? null}, ${service},
        ${JSON.stringify(batch.request)}::jsonb, ${jobs.length}::integer, ${batch.sandbox}::boolean,
        -- None where that worker was declared dead meanwhile: then whoever lives takes the batch.
        case when ${workerId}::uuid is null then ${posterFor(conversation)} else (select id from given_worker) end
      from fresh
      returning worker_id
    ), made as (
      insert into jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, path, body, body_hash,
        idempotency_key, settlement)
      select job.id, ${id}::uuid, ${organisationId}::uuid, ${accountId}::uuid, ${service}, job.ordinal, 'waiting',
        job.path, job.body, job.body_hash, job.idempotency_key, 'reserved'
      from fresh, jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as job (
        id uuid, ordinal integer, path text, body text, body_hash text, idempotency_key text)
    ), lane as (
      insert into lanes (organisation_id, service, account_id)
      select ${organisationId}::uuid, ${service}, ${accountId}::uuid from fresh
      -- An insert that runs into a lane would wait for whoever is just serving it.
      where not exists (
        select from lanes
        where organisation_id = ${organisationId}::uuid and service = ${service} and account_id = ${accountId}::uuid
      )
      on conflict do nothing
    ), notice as (
      insert into posts (batch_id, kind, state) select ${id}::uuid, 'notice', 'intended' from fresh
    )
    select
      case when worker_id is null or worker_id is distinct from ${workerId}::uuid then
        pg_notify(${KEEP_CHANNEL}, concat_ws(' ', ${id}::text, worker_id::text))::text || pg_notify(${WORK_CHANNEL}, '')::text
      end
    from batch`);
  return rows.length === 0 ? "known" : "accepted";
}
