import type postgres from "postgres";

/** New organisations, each with one member whose pictures wait, and one key with one picture slot. */
export interface Waiting {
  readonly organisations: number;
  readonly jobsEach: number;
  /** Whether the keys' slots are taken, by jobs that don't exist. */
  readonly areBusy?: boolean;
}

/** Fills a database in bulk, and vacuums and analyses it. Returns the organisations' ids. */
export async function fillWaiting(
  sql: postgres.Sql,
  { organisations, jobsEach, areBusy = false }: Waiting,
): Promise<string[]> {
  const made = await sql<{ id: string }[]>`
    insert into organisations (id) select uuidv7() from generate_series(1, ${organisations}::int) returning id`;
  const ids = made.map(({ id }) => id);
  const among = sql`select listed::uuid as id from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb) listed`;
  await sql`
    with key as (
      insert into credentials (organisation_id, fingerprint, sealed_secret, services, concurrency, clip_concurrency)
      select id, id::text, 'sealed', '{image}', 1, 1 from (${among}) made
      returning fingerprint
    )
    insert into slots (key_fingerprint, service, n, job_id)
    select fingerprint, 'image', 1, case when ${areBusy}::boolean then gen_random_uuid() end from key`;
  await sql`
    with member as (
      insert into accounts (organisation_id, display_name) select id, 'Kim' from (${among}) made
      returning id, organisation_id
    ), lane as (
      insert into lanes (organisation_id, service, account_id) select organisation_id, 'image', id from member
    ), batch as (
      insert into batches (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name, locale,
        service, request, count, sandbox)
      select gen_random_uuid(), 'console', 'waiting:' || id, organisation_id, id, 'console:main:general', 'member', 'Kim', 'en',
        'image', '{}', ${jobsEach}::int, true
      from member
      returning id, organisation_id, account_id, service, created_at
    )
    insert into jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, path, body, body_hash, idempotency_key,
      settlement, scopes, cost, model, created_at)
    select gen_random_uuid(), id, organisation_id, account_id, service, n, 'waiting', '/p', '{}', repeat('0', 64), id || '-' || n,
      'reserved', array['organisation', 'account:' || account_id], 1, 'provider-a/image-2', created_at
    from batch, generate_series(1, ${jobsEach}::int) n`;
  await sql`vacuum analyze`;
  return ids;
}
