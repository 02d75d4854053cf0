import { sql } from "drizzle-orm";
import { z } from "zod";
import type { WaitingFor } from "../../core/delivery/delivery-store.ts";
import { UNKNOWN_CLIP_SLOT_MS, UNKNOWN_PICTURE_SLOT_MS } from "../../lib/limits.ts";
import { moment } from "./job-row.ts";

/**
 * What a batch's waiting jobs wait for, as JSON; null if a slot is free or nothing waits. All its jobs need the same key. Chooses
 * keys as `claim_jobs` does.
 */
export const waitingForOf = sql`
  select case
    when j.at_once <= under_way.jobs then json_build_object('kind', 'own_limit', 'of', j.at_once)
    when not tier.free then json_build_object(
      'kind', 'slots', 'service', j.service, 'of', tier.slots, 'unknown', held.unknown, 'oldest', held.oldest)
    when tier.free is null and resting.until is not null then json_build_object('kind', 'key', 'until', resting.until)
    end
  from (
    select * from jobs where jobs.batch_id = batches.id and jobs.state = 'waiting' limit 1
  ) j
  cross join lateral jobs_at_gateway(j.organisation_id, j.account_id, j.service) under_way
  cross join lateral (
    select bool_or(k.free) as free, sum(k.slots) as slots, array_agg(k.key_fingerprint) as keys
    from (
      select key_fingerprint, bool_or(free) as free, max(concurrency) as slots,
        rank() over (order by min(fit.place)) as place
      from usable_keys(j.organisation_id, j.service)
      cross join lateral (
        select key_place(
          key_rank(scope, j.scopes, j.own_keys), listed_models(credential_id, j.service), j.batch_id) as place
      ) fit
      where fit.place is not null and (remainder is null or remainder >= j.cost)
      group by key_fingerprint
    ) k
    where k.place = 1
  ) tier
  cross join lateral (
    select count(*) as unknown, min(u.submitted_at) as oldest
    from slots s join jobs u on u.id = s.job_id
    where s.key_fingerprint = any (tier.keys) and s.service = j.service and u.state = 'unknown'
  ) held
  cross join lateral (
    select min(c.resting_until) as until from credentials c
    where c.organisation_id = j.organisation_id and j.service = any (c.services) and c.resting_until > now()
      and c.resting_until <> 'infinity' and c.invalid_at is null and c.disabled_at is null and c.removed_at is null
      and key_rank(c.scope, j.scopes, j.own_keys) is not null
  ) resting`;

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
