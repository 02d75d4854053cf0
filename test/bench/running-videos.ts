import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { bodyOf, type MediaRequest } from "../../src/core/request/request.ts";

const REQUEST: MediaRequest = {
  kind: "video",
  model: "seedance-2",
  prompt: "a lighthouse at dusk",
  seconds: 5,
  references: [],
  billedSeconds: 5,
};

/**
 * Inserts clips that a worker watches, each in its own batch, in the state after their creates. Really creating them would take
 * slots and minutes.
 */
export async function addRunningVideos(
  sql: postgres.Sql,
  { jobs, workerId, baseUrl }: { readonly jobs: number; readonly workerId: string; readonly baseUrl: string },
): Promise<void> {
  const { path, body } = bodyOf(REQUEST, () => "");
  const owner = randomUUID();
  await sql.begin(async (transaction) => {
    // A separate account: a member with this many jobs could not request more.
    await transaction`
      insert into accounts (id, organisation_id, display_name) select ${owner}, id, 'Max' from organisations limit 1`;
    await transaction`insert into leases (name, worker_id) values ('post:console:main', ${workerId}) on conflict do nothing`;
    await transaction`
      insert into batches (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name,
        locale, service, request, count, sandbox, worker_id)
      select gen_random_uuid(), 'console', gen_random_uuid(), organisation_id, id, 'console:main:general', 'member', 'Max', 'en', 'video',
        ${transaction.json(JSON.parse(JSON.stringify(REQUEST)))}, 1, false, ${workerId}
      from (select * from accounts where id = ${owner}) as account, generate_series(1, ${jobs}::int)`;
    await transaction`
      insert into jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, fence, worker_id, create_tries,
        credential_id, base_url, path, body, body_hash, idempotency_key, submitted_at, remote_id, deadline_at, settlement)
      select gen_random_uuid(), batches.id, batches.organisation_id, account_id, 'video', 1, 'running', 1, ${workerId}, 1,
        credentials.id, ${baseUrl}, ${path}, ${body}, 'hash', 'easel-' || batches.id, now(), 'video_' || batches.id,
        now() + interval '2 hours', 'reserved'
      from batches join credentials on 'video' = any(credentials.services)
      where batches.conversation = 'console:main:general'`;
    await transaction`
      insert into posts (batch_id, kind, state, message_id) select id, 'notice', 'posted', 'notice-' || id
      from batches where batches.conversation = 'console:main:general'`;
  });
  await sql`vacuum analyze`;
}
