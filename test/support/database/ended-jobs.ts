import { sql } from "drizzle-orm";
import type { Database } from "../../../src/db/connection.ts";

/** Adds that many ended jobs to an account, in one closed batch, without rows in the ledger. */
export async function addEndedJobs(
  db: Database,
  { organisationId, accountId }: { readonly organisationId: string; readonly accountId: string },
  count: number,
): Promise<void> {
  await db.run(
    (queries) =>
      queries.execute(sql`
    with batch as (
      insert into batches (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name,
        locale, service, request, count, sandbox, closed_at)
      select gen_random_uuid(), 'console', gen_random_uuid(), ${organisationId}::uuid, ${accountId}::uuid,
        'console:main:general', 'member', 'Max', 'en', 'image', '{}', ${count}::integer, true, now()
      returning id, organisation_id, account_id
    )
    insert into jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, path, body, body_hash,
      idempotency_key, settlement, scopes, ended_at)
    select gen_random_uuid(), id, organisation_id, account_id, 'image', n, 'succeeded', '/p', '{}', 'h', 'i', 'charged',
      array['organisation', 'account:' || account_id], now()
    from batch, generate_series(1, ${count}::integer) n`),
    10_000,
  );
}
