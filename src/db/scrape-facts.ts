import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { JOB_STATES } from "../core/job/job.ts";
import {
  CONSOLE_SESSION_IDLE_MS,
  CONSOLE_SESSION_MS,
  DATABASE_BACKGROUND_CALL_MS,
  WORKER_EXPIRED_MS,
} from "../lib/limits.ts";
import { BACKUP_AGE_MS } from "./backup/last-backup.ts";
import type { Database } from "./connection.ts";
import { CHAT_EXPIRED_MS } from "./processes/chat-process-store.ts";

/** The maximum of rows counted per kind, so that the statement stays cheap. */
const COUNTED = 10_000;

const ServiceName = z.enum(["image", "video"]);

const Facts = z.object({
  jobs: z.array(
    z.object({
      service: ServiceName,
      model: z.string().nullable(),
      state: z.enum(JOB_STATES),
      jobs: z.number(),
      /** How long the oldest has waited, in milliseconds. */
      waited_ms: z.number(),
    }),
  ),
  slots: z.array(
    z.object({
      key: z.string(),
      service: ServiceName,
      free: z.number(),
      used: z.number(),
      unknown: z.number(),
    }),
  ),
  refused_keys: z.record(ServiceName, z.number()),
  leases: z.array(z.object({ lease: z.string(), held: z.number() })),
  /** Results that Easel is posting, by platform. */
  pending_results: z.record(z.string(), z.number()),
  workers: z.number(),
  chats: z.number(),
  sessions: z.number(),
  /** How old the latest copy is; null until the first one was made. */
  backup_age_ms: z.number().nullable(),
});

/** Facts about all processes together, which only the database has. */
export type ScrapeFacts = z.infer<typeof Facts>;

/**
 * Reads what a scrape needs, in one statement with a bounded cost: open jobs, slots by masked key (`used` without `unknown`),
 * keys that the gateway refuses, leases, results to deliver, processes, log-ins and the last backup. Rejects with
 * `DatabaseUnavailableError`.
 */
export async function readScrapeFacts(db: Database): Promise<ScrapeFacts> {
  const [row] = await db.run(
    (queries) =>
      queries.execute(sql`
        select
          (select coalesce(json_agg(open), '[]') from (
            ${openJobs(sql`indexed_as = 'waiting'`, sql`organisation_id, service, account_id`)} union all
            ${openJobs(sql`(worker_id is not null or indexed_as = 'unknown') and state in ('submitting', 'running', 'unknown')`, sql`organisation_id, account_id, service`)} union all
            ${openJobs(sql`indexed_as = 'held'`, sql`organisation_id, account_id, waiting_since`)}
          ) open) as jobs,
          (select coalesce(json_agg(one), '[]') from (
            select coalesce(known.masked, 'removed') as key, taken.service,
              count(*) filter (where taken.job_id is null) as free,
              count(*) filter (where taken.job_id is not null and jobs.state is distinct from 'unknown') as used,
              count(*) filter (where jobs.state = 'unknown') as unknown
            from (select * from slots order by key_fingerprint, service, n limit ${COUNTED}::integer) taken
            left join jobs on jobs.id = taken.job_id
            left join (
              select fingerprint, min(masked) as masked from credentials where removed_at is null group by fingerprint
            ) known on known.fingerprint = taken.key_fingerprint
            -- A removed key keeps its slots, but nothing can use the free ones.
            where taken.job_id is not null or known.fingerprint is not null
            group by 1, 2
          ) one) as slots,
          (select jsonb_build_object('image', 0, 'video', 0) || coalesce(jsonb_object_agg(service, keys), '{}') from (
            select service, count(*) as keys from credentials, unnest(services) service
            where removed_at is null and disabled_at is null
              and (invalid_at is not null or service = any(refused_by) or resting_until > now())
            group by service
          ) refused) as refused_keys,
          (select coalesce(json_agg(one), '[]') from (
            select split_part(name, ':', 1) as lease, count(*) as held from leases group by 1
          ) one) as leases,
          (select coalesce(json_object_agg(platform, results), '{}') from (
            select platform, count(*) as results
            from (select id, platform from batches where closed_at is null order by worker_id limit ${COUNTED}::integer) few
            join posts on posts.batch_id = few.id and posts.kind = 'result' and posts.state = 'intended'
            group by platform
          ) pending) as pending_results,
          (select count(*)::integer from workers
            where beat > now() - ${WORKER_EXPIRED_MS}::float8 * interval '1 millisecond') as workers,
          (select count(*)::integer from chat_processes
            where beat > now() - ${CHAT_EXPIRED_MS}::float8 * interval '1 millisecond') as chats,
          (select count(*)::integer from console_sessions
            where seen_at > now() - ${CONSOLE_SESSION_IDLE_MS}::float8 * interval '1 millisecond'
              and created_at > now() - ${CONSOLE_SESSION_MS}::float8 * interval '1 millisecond') as sessions,
          ${sql.raw(BACKUP_AGE_MS)} as backup_age_ms`),
    DATABASE_BACKGROUND_CALL_MS,
  );
  return Facts.parse(row);
}

/**
 * Ordered like the index for these jobs: otherwise PostgreSQL may read all jobs, if its statistics date from when many were open.
 */
function openJobs(which: SQL, order: SQL): SQL {
  return sql`
    select service, model, state, count(*) as jobs,
      greatest(0, extract(epoch from now() - min(waiting_since)) * 1000)::float8 as waited_ms
    from (
      select service, model, state, waiting_since from jobs where ${which} order by ${order} limit ${COUNTED}::integer
    ) few
    group by service, model, state`;
}
