import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { WaitingFor } from "../../core/delivery/delivery-store.ts";
import { UNKNOWN_CLIP_SLOT_MS, UNKNOWN_PICTURE_SLOT_MS } from "../../lib/limits.ts";
import { moment } from "./job-row.ts";

/**
 * SQL: the batches whose jobs are written. Looks up each by its id: with outdated statistics of a small table, PostgreSQL would
 * read all batches. For the same reason, `withWaiting` finds a batch's waiting job by `state`, which no index has: the index of
 * waiting jobs has those of all batches.
 */
export function written(ids: readonly string[]): SQL {
  return sql`
    select one.* from (select distinct listed::uuid as id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) listed) given
    cross join lateral (select * from batches where batches.id = given.id and intake is null limit 1) one`;
}

/**
 * The beginning of a statement that contains `waitingForOf`: one waiting job of each of these batches, the usable keys of their
 * organisations, and how many slots of these keys are held by jobs with an unknown outcome. An organisation's keys are read once,
 * however many of its batches wait: they may have thousands of slots.
 */
export function withWaiting(ids: readonly string[]): SQL {
  return sql`
    with waiting as materialized (
      select j.* from (${written(ids)}) batches cross join lateral (
        select batch_id, organisation_id, account_id, service, scopes, at_once, own_keys, cost from jobs
        where jobs.batch_id = batches.id and jobs.state = 'waiting' limit 1
      ) j
    ), usable as materialized (
      select needed.organisation_id, needed.service, k.key_fingerprint, k.scope, k.concurrency, k.remainder, k.free,
        listed_models(k.credential_id, needed.service) as models
      from (select distinct organisation_id, service from waiting) needed
      cross join lateral usable_keys(needed.organisation_id, needed.service) k
    ), unanswered as materialized (
      select secret.key_fingerprint, secret.service, held.unknown, held.oldest
      from (select distinct key_fingerprint, service from usable) secret
      cross join lateral (
        select count(*) as unknown, min(u.submitted_at) as oldest
        from slots s cross join lateral (
          select submitted_at from jobs where jobs.id = s.job_id and jobs.state = 'unknown' limit 1
        ) u
        where s.key_fingerprint = secret.key_fingerprint and s.service = secret.service
      ) held
    )`;
}

/**
 * What a batch's waiting jobs wait for, as JSON; null if a slot is free or nothing waits. All its jobs need the same key. Chooses
 * keys as `claim_jobs` does. The statement begins with `withWaiting`.
 */
export const waitingForOf = sql`
  select case
    when j.at_once <= under_way.jobs then json_build_object('kind', 'own_limit', 'of', j.at_once)
    when not tier.free then json_build_object(
      'kind', 'slots', 'service', j.service, 'of', tier.slots, 'unknown', held.unknown, 'oldest', held.oldest)
    when tier.free is null and resting.until is not null then json_build_object('kind', 'key', 'until', resting.until)
    end
  from waiting j
  cross join lateral jobs_at_gateway(j.organisation_id, j.account_id, j.service) under_way
  cross join lateral (
    select bool_or(k.free) as free, sum(k.slots) as slots, array_agg(k.key_fingerprint) as keys
    from (
      select key_fingerprint, bool_or(free) as free, max(concurrency) as slots,
        rank() over (order by min(fit.place)) as place
      from usable
      cross join lateral (
        select key_place(key_rank(usable.scope, j.scopes, j.own_keys), usable.models, j.batch_id) as place
      ) fit
      where usable.organisation_id = j.organisation_id and usable.service = j.service
        and fit.place is not null and (remainder is null or remainder >= j.cost)
      group by key_fingerprint
    ) k
    where k.place = 1
  ) tier
  cross join lateral (
    select sum(unanswered.unknown) as unknown, min(unanswered.oldest) as oldest from unanswered
    -- The slots' jobs are looked up only if that is what it waits for.
    where not tier.free and unanswered.key_fingerprint = any (tier.keys) and unanswered.service = j.service
  ) held
  cross join lateral (
    select min(c.resting_until) as until from credentials c
    where c.organisation_id = j.organisation_id and j.service = any (c.services) and c.resting_until > now()
      and c.resting_until <> 'infinity' and c.invalid_at is null and not j.service = any (c.refused_by)
      and c.disabled_at is null and c.removed_at is null
      and key_rank(c.scope, j.scopes, j.own_keys) is not null
  ) resting
  where j.batch_id = batches.id`;

const Raw = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("own_limit"), of: z.number() }),
    z.object({
      kind: z.literal("slots"),
      service: z.enum(["image", "video"]),
      of: z.number(),
      unknown: z.number(),
      oldest: moment.nullable(),
    }),
    z.object({ kind: z.literal("key"), until: moment }),
  ])
  .nullable();

/** Parses the result of `waitingForOf`. */
export function waitingForFrom(json: unknown): WaitingFor | undefined {
  const raw = Raw.parse(json);
  if (raw?.kind !== "slots") return raw ?? undefined;
  const { of, unknown, oldest } = raw;
  const keptMs = raw.service === "video" ? UNKNOWN_CLIP_SLOT_MS : UNKNOWN_PICTURE_SLOT_MS;
  return { kind: "slots", of, unknown, until: oldest ? new Date(oldest.getTime() + keptMs) : undefined };
}
