import type postgres from "postgres";

/** Finished work to fill a database with. All of it belongs to one member in one channel of the Console, which is the worst case. */
export interface History {
  readonly organisationId: string;
  readonly accountId: string;
  /** Closed batches, each with one job, its artifact, its posts and two rows of the ledger. */
  readonly batches: number;
  /** All rows of the ledger, including those of the batches. */
  readonly ledgerRows: number;
  /** Messages in the Console's channel `general`, as many files in the media store, and as many audit entries by Max. */
  readonly messages: number;
  /** Everything happened within this time before now. */
  readonly overSeconds: number;
}

/** The scope of a group named “painters”, which was deleted at the beginning of that time. */
export const DELETED_GROUP = "group:00000000-0000-4000-8000-000000000007";

/** Rows per statement. */
const PART = 500_000;
const CONVERSATION = "console:main:general";
const MODEL = "provider-a/image-2";
const REQUEST = { kind: "image", model: MODEL, prompt: "a lighthouse at dusk", count: 1, references: [] };

/** Fills an empty database in bulk, and vacuums and analyses it. Nothing else may use the database meanwhile. */
export async function fillHistory(sql: postgres.Sql, history: History): Promise<void> {
  await fillBatches(sql, history);
  await fillLedger(sql, history);
  await fillMessages(sql, history);
  await fillAudit(sql, history);
  await sql`vacuum analyze`;
}

async function fillBatches(sql: postgres.Sql, history: History): Promise<void> {
  const { organisationId, accountId, batches, overSeconds } = history;
  const scopes = `{organisation,workspace:console:main,channel:${CONVERSATION},account:${accountId}}`;
  for (const [from, to] of partsOf(batches)) {
    await sql`
      with batch as (
        insert into batches (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name, locale,
          request_message, service, request, count, sandbox, created_at, closed_at)
        select gen_random_uuid(), 'console', 'history:' || n, ${organisationId}::uuid, ${accountId}::uuid, ${CONVERSATION}::text, 'member', 'Max', 'en',
          'history-' || n, 'image', ${JSON.stringify(REQUEST)}::text::jsonb, 1, true, at, at
        from generate_series(${from}::int, ${to}::int) n,
          lateral (select now() - n * ${overSeconds / batches}::float8 * interval '1 second' as at) moments
        returning id, organisation_id, account_id, service, created_at
      ), job as (
        insert into jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, path, body, body_hash, idempotency_key,
          settlement, scopes, cost, submitted_at, remote_id, ended_at, created_at, waiting_since)
        select gen_random_uuid(), id, organisation_id, account_id, service, 1, 'succeeded', '/api/v1/images/generations/jobs',
          ${JSON.stringify(REQUEST)}::text, repeat('0', 64), 'history-' || id, 'charged', ${scopes}::text::text[], 1, created_at, 'job_' || id, created_at,
          created_at, created_at
        from batch
        returning id, batch_id, organisation_id, account_id, created_at
      ), artifact as (
        insert into artifacts (job_id, batch_id, state, hash, bytes, mime_type, width, height, post, succeeded_at)
        select id, batch_id, 'fetched', md5(id::text), 1000, 'image/png', 16, 16, 'result', created_at from job
      ), post as (
        insert into posts (batch_id, kind, state, message_id, updated_at)
        select id, kind, case kind when 'notice' then 'folded' else 'posted' end, kind || '-' || id, created_at
        from batch, unnest(array['notice', 'result']) kind
      )
      insert into ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net, counts_at)
      select organisation_id, account_id, 'console:main', ${CONVERSATION}::text, batch_id, id, ${MODEL}::text, entry, 'images', 1,
        case entry when 'reserved' then 1 else 0 end, created_at
      from job, unnest(array['reserved', 'charged']) entry`;
  }
}

/** The ledger's other rows: those of jobs that no longer exist, which no statement reads. */
async function fillLedger(sql: postgres.Sql, history: History): Promise<void> {
  const { organisationId, accountId, batches, ledgerRows, overSeconds } = history;
  const jobs = Math.max(0, Math.floor(ledgerRows / 2) - batches);
  for (const [from, to] of partsOf(jobs)) {
    await sql`
      insert into ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net, counts_at)
      select ${organisationId}::uuid, ${accountId}::uuid, 'console:main', ${CONVERSATION}::text, job, job, ${MODEL}::text, entry, 'images', 1,
        case entry when 'reserved' then 1 else 0 end, now() - n * ${overSeconds / jobs}::float8 * interval '1 second'
      from (select n, gen_random_uuid() as job from generate_series(${from}::int, ${to}::int) n) made,
        unnest(array['reserved', 'charged']) entry`;
  }
}

async function fillMessages(sql: postgres.Sql, { messages, overSeconds }: History): Promise<void> {
  await sql`insert into console_channels (id, revision) values ('general', 1) on conflict do nothing`;
  for (const [from, to] of partsOf(messages)) {
    await sql`
      insert into console_messages (id, channel_id, author, position, revision, text, content, created_at)
      select gen_random_uuid(), 'general', 'member', n + 1, n + 1, 'a lighthouse at dusk, number ' || n,
        '{"files":[],"buttons":[]}', now() - (${messages}::int - n) * ${overSeconds / messages}::float8 * interval '1 second'
      from generate_series(${from}::int, ${to}::int) n`;
    await sql`
      insert into media (hash, bytes, last_used_at)
      select md5('history-' || n), 1000, now() from generate_series(${from}::int, ${to}::int) n`;
  }
  // As after this version's first start, which reads all messages once (`hideOldCommands`).
  await sql`
    insert into console_counter (id, revision, commands_hidden_at) values (1, ${messages + 1}::bigint, now())
    on conflict (id) do update set revision = excluded.revision, commands_hidden_at = excluded.commands_hidden_at`;
}

async function fillAudit(sql: postgres.Sql, history: History): Promise<void> {
  const { organisationId, accountId, messages, overSeconds } = history;
  await sql`
    insert into audit (organisation_id, at, actor_name, workspace, action, scope, before)
    values (${organisationId}::uuid, now() - ${overSeconds}::float8 * interval '1 second', 'Kim', 'console:main', 'group.deleted',
      ${DELETED_GROUP}, '{"name":"painters"}')`;
  for (const [from, to] of partsOf(messages)) {
    await sql`
      insert into audit (organisation_id, at, actor_name, workspace, action, scope, before)
      select ${organisationId}::uuid, now() - ${overSeconds}::float8 * interval '1 second', 'Lin', 'console:main', action,
        'gone:' || n, '{"name":"others"}'
      from generate_series(${from}::int, ${to}::int) n, unnest(array['group.deleted', 'account.linked']) action`;
    await sql`
      insert into audit (organisation_id, at, account_id, actor_name, workspace, action)
      select ${organisationId}::uuid, now() - (${messages}::int - n) * ${overSeconds / messages}::float8 * interval '1 second',
        ${accountId}::uuid, 'Max', 'console:main', 'quota.set'
      from generate_series(${from}::int, ${to}::int) n`;
  }
}

/** Splits 1 to `count` into ranges, so that no statement needs much memory. */
function partsOf(count: number): [from: number, to: number][] {
  const parts: [number, number][] = [];
  for (let from = 1; from <= count; from += PART) parts.push([from, Math.min(count, from + PART - 1)]);
  return parts;
}
