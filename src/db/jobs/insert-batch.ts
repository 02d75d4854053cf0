import type { Statements } from "../queries.ts";
import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { encodeConversation, encodeWorkspace, type Conversation } from "../../core/chat/conversation.ts";
import type { NewBatch } from "../../core/job/job-store.ts";
import { encodeCurrency } from "../../core/request/prices.ts";
import { posterOf } from "../leases.ts";
import { KEEP_CHANNEL, WORK_CHANNEL } from "../notify.ts";
import { noPrice, overQuota, tooManyWaiting } from "../refused-intake.ts";

/**
 * Accepts a batch in one statement: the batch and its reservations. The event's unique key prevents a second batch. Its jobs are
 * written in the same statement or later (`handOver`, `claim`). Other processes are notified when the jobs are written, and only
 * if one of them owns the batch. The statement fails if a quota has too little left or the member would have too many waiting
 * jobs, or if a quota in money counts a request without a price; then nothing was written, and the same event is refused again.
 * It also fails while the organisation's quotas are being changed.
 */
export async function insertBatch(client: Statements, batch: NewBatch): Promise<"accepted" | "known"> {
  try {
    const rows = await client.unsafe(ACCEPT, [JSON.stringify(given(batch))]);
    return rows.length === 0 ? "known" : "accepted";
  } catch (error) {
    throw overQuota(error) ?? noPrice(error) ?? tooManyWaiting(error) ?? error;
  }
}

/** Compiled once: compiling it for each request would be the slowest part of accepting one. */
const ACCEPT = new PgDialect().sqlToQuery(sql`
    with given as materialized (
      select * from jsonb_to_record(${sql.placeholder("given")}::text::jsonb) as given (
        id uuid, platform text, event_key text, organisation_id uuid, account_id uuid, conversation text,
        requester_id text, requester_name text, locale text, request_message text, service text, request jsonb, count integer,
        most_waiting integer, sandbox boolean, parent_id uuid, parent_ordinals integer[], worker_id uuid, intake jsonb, jobs_later boolean,
        price bigint, currency text,
        reserves boolean, scopes text[], cost integer, unit text)
    ), inserted as (
      insert into batches (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name,
        locale, request_message, service, request, count, sandbox, parent_id, parent_ordinals, price, currency, intake, worker_id)
      select id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name, locale,
        request_message, service, request, count, sandbox, parent_id, parent_ordinals, price, currency, intake,
        -- The lease of a worker that was declared dead is gone; a living worker then takes the batch.
        coalesce(worker_id, ${posterOf})
      from given
      on conflict (platform, event_key) do nothing
      returning worker_id as owner
    ), checked as materialized (
      select ensure_room(organisation_id, account_id, id, count, most_waiting) from given, inserted where most_waiting is not null
    ), reserved as materialized (
      select reserve_quota(organisation_id, id, scopes, unit, cost * count) from given cross join inserted left join checked on true
      where reserves
    )
    select
      case when not jobs_later then write_jobs(array[id]) end,
      case when not jobs_later and (owner is null or owner is distinct from worker_id) then
        pg_notify(${sql.raw(`'${KEEP_CHANNEL}'`)}, concat_ws(' ', id::text, owner::text))::text
          || pg_notify(${sql.raw(`'${WORK_CHANNEL}'`)}, organisation_id::text)::text
      end
    from given cross join inserted left join checked on true left join reserved on true`).sql;

/** A batch as the statement reads it; missing fields become null. */
function given(batch: NewBatch): object {
  const { conversation, scopes, cost, unit, held } = batch;
  const reserves = !held?.reasons.includes("quota");
  return {
    id: batch.id,
    platform: conversation.platform,
    event_key: batch.eventKey,
    organisation_id: batch.organisationId,
    account_id: batch.accountId,
    conversation: encodeConversation(conversation),
    requester_id: batch.requesterId,
    // JSON rejects unpaired surrogates.
    requester_name: batch.requesterName.toWellFormed(),
    locale: batch.locale,
    request_message: batch.requestMessage,
    service: batch.service,
    request: batch.request,
    count: batch.jobs.length,
    most_waiting: batch.mostWaiting,
    sandbox: batch.sandbox,
    price: batch.price?.amount,
    currency: batch.price && encodeCurrency(batch.price),
    parent_id: batch.parent?.batchId,
    parent_ordinals: batch.parent?.ordinals,
    worker_id: batch.workerId,
    // With the names that `write_jobs` reads.
    intake: {
      state: held ? "held" : "waiting",
      scopes,
      at_once: batch.atOnce,
      own_keys: batch.ownKeys,
      reserves,
      cost,
      unit,
      workspace: encodeWorkspace(conversation),
      channel: encodeConversation(withoutThread(conversation)),
      model: batch.request.model,
      reasons: held?.reasons,
      jobs: batch.jobs.map(({ id, ordinal, path, body, idempotencyKey }) => ({
        id,
        ordinal,
        path,
        body,
        idempotency_key: idempotencyKey,
      })),
    },
    jobs_later: batch.jobsLater ?? false,
    reserves,
    scopes,
    cost,
    unit,
  };
}

function withoutThread({ platform, workspace, channel }: Conversation): Conversation {
  return { platform, workspace, channel };
}
