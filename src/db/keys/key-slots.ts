import type { Queries } from "../queries.ts";
import { sql, type SQL } from "drizzle-orm";
import type { Service } from "../../core/job/job.ts";
import { TooManySlotsError } from "../../core/account/keys/key-store.ts";
import { HEARTBEAT_MS, MAX_SLOTS, UNKNOWN_CLIP_SLOT_MS, UNKNOWN_PICTURE_SLOT_MS } from "../../lib/limits.ts";

/** Slightly early, because this runs only once per heartbeat and no slot may be held for longer. */
const CLIP_MS = UNKNOWN_CLIP_SLOT_MS - HEARTBEAT_MS;

/**
 * Ensures that a key has at least this many slots per service. Its concurrency limits how many of them it uses. Call it in the
 * transaction that wrote the key. Returns whether any slots were missing.
 */
export async function addSlots(
  queries: Queries,
  fingerprint: string,
  services: readonly string[],
  concurrency: Readonly<Record<Service, number>>,
): Promise<boolean> {
  // The next change of a key with this secret, in any organisation, waits and then sees this one: `deleteUnusedSlots` must see
  // all.
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slots ${fingerprint}`}, 0))`);
  let wereMissing = false;
  for (const service of (["image", "video"] as const).filter((one) => services.includes(one))) {
    const added = await queries.execute(sql`
      insert into slots (key_fingerprint, service, n)
      select ${fingerprint}, ${service}, n from generate_series(1, ${concurrency[service]}::integer) as n
      on conflict do nothing
      returning n`);
    wereMissing ||= added.length > 0;
  }
  return wereMissing;
}

/**
 * Deletes slots that no key with this secret may use any more, unless a job holds them, so that they don't count for the
 * organisation's total. Call it after `addSlots`.
 */
export async function deleteUnusedSlots(queries: Queries, fingerprint: string): Promise<void> {
  await queries.execute(sql`
    delete from slots using (
      select coalesce(max(concurrency), 0) as image, coalesce(max(clip_concurrency), 0) as video from credentials
      where fingerprint = ${fingerprint} and removed_at is null
    ) most
    where slots.key_fingerprint = ${fingerprint} and slots.job_id is null
      and slots.n > case slots.service when 'image' then most.image else most.video end`);
}

/**
 * Rejects with `TooManySlotsError` if an organisation's keys have too many slots. Keys with the same secret share their slots.
 */
export async function refuseTooManySlots(queries: Queries, organisationId: string): Promise<void> {
  const [full] = await queries.execute<{ service: Service }>(sql`
    select slots.service
    from (
      select distinct fingerprint, served.service from credentials, unnest(services) as served (service)
      where organisation_id = ${organisationId}::uuid and removed_at is null
    ) secret
    join slots on slots.key_fingerprint = secret.fingerprint and slots.service = secret.service
    group by slots.service having count(*) > ${MAX_SLOTS}::integer
    order by slots.service
    limit 1`);
  if (full) throw new TooManySlotsError(full.service);
}

/**
 * Moves a key's slots to another fingerprint of the same key. Slots that the other fingerprint already has stay; these are
 * numbered after them. Updates rows in place, so that a concurrent release still finds its slot.
 */
export async function renameSlots(queries: Queries, fingerprint: string, to: string): Promise<void> {
  await queries.execute(sql`
    update slots set key_fingerprint = ${to},
      n = n + coalesce((
        select max(taken.n) from slots taken where taken.key_fingerprint = ${to} and taken.service = slots.service
      ), 0)
    where key_fingerprint = ${fingerprint}`);
}

/**
 * Frees the slots of all keys that jobs with an unknown outcome have held too long. Call it every `HEARTBEAT_MS`. Returns how
 * many it freed.
 */
export async function freeUnknownSlots(queries: Queries): Promise<number> {
  const [row] = await queries.execute<{ freed: number }>(sql`
    select free_unknown_slots(null, ${CLIP_MS}::float8, ${UNKNOWN_PICTURE_SLOT_MS}::float8)::integer as freed`);
  return row?.freed ?? 0;
}

/** SQL: like `freeUnknownSlots`, for the keys of jobs that the statement writes as unknown. */
export function freeSlotsOf(fingerprints: SQL): SQL {
  return sql`free_unknown_slots(${fingerprints}, ${CLIP_MS}::float8, ${UNKNOWN_PICTURE_SLOT_MS}::float8)`;
}

/** Frees every slot of a key that a job with an unknown outcome holds, regardless of how long. */
export async function freeAllUnknownSlots(queries: Queries, fingerprint: string): Promise<void> {
  await queries.execute(sql`select free_unknown_slots(array[${fingerprint}::text], 0, 0)`);
}
