import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { encodeConversation, encodeWorkspace, type Conversation } from "../chat/conversation.ts";
import type { NewBatch } from "../job/store.ts";
import type { Statements } from "./connection.ts";
import { posterOf } from "./leases.ts";
import { KEEP_CHANNEL, WORK_CHANNEL } from "./notify.ts";
import { overQuota } from "./over-quota.ts";

/**
 * Takes a batch in, in one statement. The unique key of the event decides who is first. Other processes are told only where the
 * batch is not looked after by the one that took it in: whose worker also claims its jobs. A quota that has less left ends the
 * statement: then nothing of it has happened, and the same event is refused again.
 */
export async function acceptBatch(client: Statements, batch: NewBatch): Promise<"accepted" | "known"> {
  try {
    const rows = await client.unsafe(ACCEPT, [JSON.stringify(given(batch))]);
    return rows.length === 0 ? "known" : "accepted";
  } catch (error) {
    throw overQuota(error, batch.cost * batch.jobs.length) ?? error;
  }
}

/** Written out once: to build it for each request would take longer than anything else that is done for one before this. */
const ACCEPT = new PgDialect().sqlToQuery(sql`
    with given as materialized (
      select * from jsonb_to_record(${sql.placeholder("given")}::text::jsonb) as given (
        id uuid, platform text, event_key text, organisation_id uuid, account_id uuid, conversation text,
        requester_id text, requester_name text, locale text, request_message text, service text, request jsonb,
        sandbox boolean, parent_id uuid, parent_ordinals integer[], worker_id uuid, state text, jobs jsonb,
        scopes text[], at_once integer, own_keys boolean, cost integer, unit text, workspace text, channel text, model text,
        reasons text[])
    ), given_worker as materialized (
      select id from workers where id = (select worker_id from given) for key share
    ), kept as (
      insert into batches (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name,
        locale, request_message, service, request, count, sandbox, parent_id, parent_ordinals, worker_id)
      select id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name, locale,
        request_message, service, request, jsonb_array_length(jobs), sandbox, parent_id, parent_ordinals,
        -- None where that worker was declared dead meanwhile: then whoever lives takes the batch.
        case when worker_id is null then ${posterOf} else (select id from given_worker) end
      from given
      on conflict (platform, event_key) do nothing
      returning worker_id
    ), batch as materialized (
      select given.*, kept.worker_id as keeper from given, kept
    ), made as (
      insert into jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, path, body, body_hash,
        idempotency_key, settlement, scopes, at_once, own_keys, cost)
      select job.id, batch.id, organisation_id, account_id, service, job.ordinal, batch.state, job.path, job.body,
        job.body_hash, job.idempotency_key, 'reserved', scopes, at_once, own_keys, cost
      from batch, jsonb_to_recordset(jobs) as job (
        id uuid, ordinal integer, path text, body text, body_hash text, idempotency_key text)
    ), lane as (
      insert into lanes (organisation_id, service, account_id) select organisation_id, service, account_id from batch
      -- An insert that runs into a lane would wait for whoever is just serving it.
      where not exists (
        select from lanes
        where lanes.organisation_id = batch.organisation_id and lanes.service = batch.service
          and lanes.account_id = batch.account_id
      )
      on conflict do nothing
    ), notice as (
      insert into posts (batch_id, kind, state) select id, 'notice', 'intended' from batch
    ), approval as (
      insert into approvals (batch_id, organisation_id, reasons)
      select id, organisation_id, reasons from batch where reasons is not null
    ), reserved as materialized (
      select reserve_quota(organisation_id, id, scopes, unit, cost * jsonb_array_length(jobs)) from batch
      where reasons is null or 'quota' <> all (reasons)
    ), booked as (
      insert into ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net,
        counts_at)
      select organisation_id, account_id, workspace, channel, batch.id, job.id, model, 'reserved', unit, cost, cost, now()
      from batch, reserved, jsonb_to_recordset(jobs) as job (id uuid)
    )
    select
      case when keeper is null or keeper is distinct from worker_id then
        pg_notify(${sql.raw(`'${KEEP_CHANNEL}'`)}, concat_ws(' ', id::text, keeper::text))::text
          || pg_notify(${sql.raw(`'${WORK_CHANNEL}'`)}, '')::text
      end
    from batch`).sql;

/** A batch as the statement reads it; what is left out is null there. */
function given(batch: NewBatch): object {
  return {
    id: batch.id,
    platform: batch.conversation.platform,
    event_key: batch.eventKey,
    organisation_id: batch.organisationId,
    account_id: batch.accountId,
    conversation: encodeConversation(batch.conversation),
    requester_id: batch.requesterId,
    // JSON takes no half of a character.
    requester_name: batch.requesterName.toWellFormed(),
    locale: batch.locale,
    request_message: batch.requestMessage,
    service: batch.service,
    request: batch.request,
    sandbox: batch.sandbox,
    parent_id: batch.parent?.batchId,
    parent_ordinals: batch.parent?.ordinals,
    worker_id: batch.workerId,
    state: batch.held ? "held" : "waiting",
    scopes: batch.scopes,
    at_once: batch.atOnce,
    own_keys: batch.ownKeys,
    cost: batch.cost,
    unit: batch.unit,
    workspace: encodeWorkspace(batch.conversation),
    channel: encodeConversation(withoutThread(batch.conversation)),
    model: batch.request.model,
    reasons: batch.held?.reasons,
    jobs: batch.jobs.map(({ id, ordinal, path, body, bodyHash, idempotencyKey }) => ({
      id,
      ordinal,
      path,
      body,
      body_hash: bodyHash,
      idempotency_key: idempotencyKey,
    })),
  };
}

function withoutThread({ platform, workspace, channel }: Conversation): Conversation {
  return { platform, workspace, channel };
}
