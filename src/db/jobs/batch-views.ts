import type { Queries } from "../queries.ts";
import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { decodeConversation } from "../../core/chat/conversation.ts";
import { PLATFORM_FAILURES } from "../../core/chat/errors.ts";
import type { Artifact, BatchView, Post } from "../../core/delivery/delivery-store.ts";
import { JobFailure } from "../../core/job/failure.ts";
import { moment, readBatch, readJob } from "./job-row.ts";
import type { QUOTA_TABLES } from "../accounts/quota-store.ts";
import { grantedBy, RawWarning, warningFrom, type WARNING_TABLES } from "../accounts/quota-warning-store.ts";
import { waitingForFrom, waitingForOf, withWaiting, written } from "./waiting-for.ts";

const RawPost = z.object({
  kind: z.string(),
  state: z.enum(["intended", "posted", "undeliverable", "folded", "removing", "removed"]),
  message_id: z.string().nullish(),
  conversation: z.string().nullish(),
  failure: z.enum(PLATFORM_FAILURES).nullish().catch(undefined),
  awaited: z.array(z.string()),
});

const RawArtifact = z.object({
  job_id: z.string(),
  state: z.enum(["due", "fetched", "unretrievable"]),
  hash: z.string().nullish(),
  bytes: z.number().nullish(),
  mime_type: z.string().nullish(),
  width: z.number().nullish(),
  height: z.number().nullish(),
  failure: JobFailure.nullish(),
  post: z.string().nullish(),
  succeeded_at: moment,
});

/**
 * Why no key serves a batch's waiting jobs; null if a key can, or if no job waits. All jobs of a batch need the same key. Follows
 * `claim_jobs`, but ignores the keys' quotas. The statement begins with `withWaiting`.
 */
const keylessOf = sql`
  select case
    when bool_or(k.usable and not k.paused and not k.resting) then null
    when bool_or(k.usable and k.paused) then 'paused'
    when bool_or(k.usable) then 'spent'
    when bool_or(c.id is not null and c.disabled_at is null) then 'refused'
    when count(c.id) > 0 then 'disabled'
    else 'none' end
  from waiting j
  left join credentials c on c.organisation_id = j.organisation_id and j.service = any(c.services)
    and c.removed_at is null
    and coalesce(c.resting_until <> 'infinity', true) and key_rank(c.scope, j.scopes, j.own_keys) is not null
  left join lateral (
    select c.id is not null and c.invalid_at is null and not j.service = any(c.refused_by) and c.disabled_at is null as usable,
      coalesce(c.resting_until > now(), false) as resting,
      exists (select from pauses p where p.organisation_id = c.organisation_id and p.scope = 'key:' || c.id) as paused
  ) k on true
  where j.batch_id = batches.id
  group by j.organisation_id`;

/** A batch's warnings about the quotas of one of the two tables, as JSON. */
function warningsOf(warnings: (typeof WARNING_TABLES)[number], quotas: (typeof QUOTA_TABLES)[number]): SQL {
  return sql`
    select json_agg(
      to_jsonb(said) || jsonb_build_object('time_zone', q.time_zone, 'granted', ${grantedBy(sql`said`)})
      order by said.scope, said.percent
    )
    from ${sql.identifier(warnings)} said
    left join ${sql.identifier(quotas)} q using (organisation_id, scope, unit, span)
    left join quota_windows w using (organisation_id, scope, unit, span, starts_at)
    where said.batch_id = batches.id`;
}

/**
 * A consistent snapshot of everything about some batches: a job that has just succeeded must not appear without its artifact.
 * Undefined for a batch that doesn't exist or whose jobs are not written yet.
 */
export async function batchViews(queries: Queries, ids: readonly string[]): Promise<(BatchView | undefined)[]> {
  const rows = await queries.execute<Row>(sql`
    ${withWaiting(ids)}
    select to_json(batches) as batch,
      (
        select json_agg(json_build_object('job', to_json(jobs), 'artifact', to_json(artifacts)) order by ordinal)
        from jobs left join artifacts on artifacts.job_id = jobs.id
        where jobs.batch_id = batches.id
      ) as members,
      (select json_agg(posts) from posts where posts.batch_id = batches.id) as posted,
      exists (
        select from waiting
        join pauses on pauses.organisation_id = waiting.organisation_id and pauses.scope = any(waiting.scopes)
        where waiting.batch_id = batches.id
      ) as paused,
      (${keylessOf}) as keyless,
      (${waitingForOf}) as waiting_for,
      (${warningsOf("quota_warnings", "quotas")}) as warned,
      (${warningsOf("money_quota_warnings", "money_quotas")}) as warned_in_money,
      case when acknowledged = 'unheard' then coalesce((
        select time_zone from workspaces
        where workspaces.organisation_id = batches.organisation_id and workspaces.platform = batches.platform
          and external_id = split_part(conversation, ':', 2)
      ), 'UTC') end as unheard_in,
      (select blocked_because from approvals where batch_id = batches.id and state = 'asked') as blocked_because
    from (${written(ids)}) batches`);
  const views = new Map(rows.map((row) => viewOf(row)).map((view) => [view.batch.id, view]));
  return ids.map((id) => views.get(id));
}

const Members = z.array(z.object({ job: z.unknown(), artifact: RawArtifact.nullable() })).nullable();
const Posts = z.array(RawPost).nullable();
const Unserved = z.enum(["none", "refused", "disabled", "paused", "spent"]).nullable();
const Warnings = z.array(RawWarning).nullable();

interface Row extends Record<string, unknown> {
  readonly batch: unknown;
  readonly members: unknown;
  readonly posted: unknown;
  readonly paused: boolean;
  readonly keyless: unknown;
  readonly waiting_for: unknown;
  readonly warned: unknown;
  readonly warned_in_money: unknown;
  readonly blocked_because: string | null;
  readonly unheard_in: string | null;
}

function viewOf(row: Row): BatchView {
  const members = Members.parse(row.members) ?? [];
  const keyless = Unserved.parse(row.keyless);
  const waitingFor = waitingForFrom(row.waiting_for);
  const warnings = [row.warned, row.warned_in_money].flatMap((warned) => Warnings.parse(warned) ?? []);
  return {
    batch: readBatch(row.batch),
    jobs: members.map(({ job }) => readJob(job)),
    artifacts: members.flatMap(({ artifact }) => (artifact ? [artifactFrom(artifact)] : [])),
    posts: (Posts.parse(row.posted) ?? []).map(postFrom),
    ...(row.unheard_in === null ? {} : { unheard: { timeZone: row.unheard_in } }),
    ...(row.paused ? { paused: true } : {}),
    ...(keyless === null ? {} : { keyless }),
    ...(waitingFor ? { waitingFor } : {}),
    ...(row.blocked_because === null ? {} : { blockedBecause: row.blocked_because }),
    ...(warnings.length > 0 ? { warnings: warnings.map(warningFrom) } : {}),
  };
}

function artifactFrom(row: z.infer<typeof RawArtifact>): Artifact {
  const { hash, bytes, mime_type: mimeType, width, height } = row;
  const kept = typeof hash === "string" && typeof bytes === "number" && typeof mimeType === "string";
  return {
    jobId: row.job_id,
    state: row.state,
    content: kept ? { hash, bytes, mimeType, width: width ?? undefined, height: height ?? undefined } : undefined,
    failure: row.failure ?? undefined,
    post: row.post ?? undefined,
    succeededAt: row.succeeded_at,
  };
}

function postFrom(row: z.infer<typeof RawPost>): Post {
  const { kind, state, message_id: messageId, conversation, failure, awaited } = row;
  return {
    kind,
    state,
    messageId: messageId ?? undefined,
    ...(typeof conversation === "string" ? { conversation: decodeConversation(conversation) } : {}),
    ...(failure ? { failure } : {}),
    awaited,
  };
}
