import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { unknownSlots, type Key } from "../../core/account/keys/key.ts";
import { decodeScope, encodeScope } from "../../core/account/policy/scope.ts";
import { orUndefined } from "../rows.ts";
import { moment } from "../jobs/job-row.ts";

const Row = z.object({
  id: z.string(),
  name: z.string(),
  masked: z.string(),
  origin: z.enum(["configuration", "people"]),
  scope: z.string().transform(decodeScope),
  is_own: z.boolean(),
  services: z.array(z.enum(["image", "video"])),
  slots: z.record(z.enum(["image", "video"]), z.object({ of: z.number(), held: z.number(), unknown: z.number() })),
  seal_key_id: z.string(),
  is_paused: z.boolean(),
  invalid_at: moment.nullable(),
  refused_by: z.array(z.enum(["image", "video"])),
  resting_until: moment.nullable(),
  disabled_at: moment.nullable(),
  checked_at: moment.nullable(),
  created_at: moment,
  twins: z.array(z.string()),
});

/** As JSON, by service. */
const slotsOf = sql`
  select json_object_agg(wanted.service, json_build_object(
    'of', key_slots(known, wanted.service), 'held', taken.held, 'unknown', taken.unknown))
  from unnest(array['image', 'video']) as wanted (service)
  cross join lateral (
    select count(*) as held, count(*) filter (where jobs.state = 'unknown') as unknown
    from slots join jobs on jobs.id = slots.job_id
    where slots.key_fingerprint = known.fingerprint and slots.service = wanted.service
  ) taken`;

/** An organisation's keys that are not removed, by name; never their secrets. */
export async function readKeys(queries: Queries, organisationId: string, sealKeyId: string): Promise<Key[]> {
  const rows = await queries.execute(sql`
    select id, name, masked, origin, scope, is_own, to_json(services) as services, seal_key_id,
      invalid_at, to_json(refused_by) as refused_by, nullif(resting_until, 'infinity') as resting_until, disabled_at, checked_at, created_at,
      (${slotsOf}) as slots,
      exists (select from pauses where pauses.organisation_id = known.organisation_id
        and pauses.scope = 'key:' || known.id) as is_paused,
      (select coalesce(json_agg(twin.name order by twin.name), '[]') from credentials twin
        where twin.organisation_id = known.organisation_id and twin.fingerprint = known.fingerprint
          and twin.removed_at is null and twin.id <> known.id) as twins
    from credentials known
    where organisation_id = ${organisationId}::uuid and removed_at is null
    order by lower(name), id`);
  return rows.map((row) => keyFrom(Row.parse(row), sealKeyId));
}

function keyFrom(row: z.infer<typeof Row>, sealKeyId: string): Key {
  const { id, name, masked, origin, scope, services, slots, twins } = row;
  return {
    id,
    name,
    masked,
    origin,
    scope,
    isOwn: row.is_own,
    services,
    slots,
    twins,
    isReadable: row.seal_key_id === sealKeyId,
    isPaused: row.is_paused,
    invalidAt: orUndefined(row.invalid_at),
    refusedBy: row.refused_by,
    restingUntil: orUndefined(row.resting_until),
    disabledAt: orUndefined(row.disabled_at),
    checkedAt: orUndefined(row.checked_at),
    createdAt: row.created_at,
  };
}

/** A key as the audit stores it. */
export function auditedKey(key: Key): object {
  const { name, masked, scope, services, slots, disabledAt, invalidAt, refusedBy, restingUntil } = key;
  const unknown = unknownSlots(key);
  return {
    name,
    masked,
    scope: encodeScope(scope),
    services,
    concurrency: slots.image.of,
    clipConcurrency: slots.video.of,
    ...(unknown > 0 ? { unknownSlots: unknown } : {}),
    ...(disabledAt ? { disabled: true } : {}),
    ...(invalidAt ? { refused: true } : refusedBy.length > 0 ? { refusedBy } : {}),
    ...(restingUntil ? { spentUntil: restingUntil } : {}),
  };
}
