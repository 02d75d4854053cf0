import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { StoredSettings } from "../../core/account/policy/policy.ts";
import { encodeScope } from "../../core/account/policy/scope.ts";
import { strictest } from "../../core/account/policy/strictest.ts";
import { isOverfull } from "../../core/account/policy/writable.ts";
import { listed } from "../jobs/sql-arrays.ts";
import { copyPresets } from "./merge-presets.ts";
import { QUOTA_TABLES } from "./quota-store.ts";
import { WARNING_TABLES } from "./quota-warning-store.ts";

/** A scope or subject and its replacement, in one organisation. */
export interface Renaming {
  readonly organisationId: string;
  readonly from: string;
  readonly to: string;
}

/** The position of a scope among those that split one scope's amounts. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

/** Splits an amount into integers that add up to it; the first parts take the remainder. */
const partOf = (whole: ReturnType<typeof sql>, { index, of }: Share) =>
  sql`(${whole} / ${of}::bigint + case when ${index}::bigint < ${whole} % ${of}::bigint then 1 else 0 end)`;

const Twins = z.array(z.object({ id: z.string(), kept: z.string() }));
const Row = z.object({ scope: z.string(), settings: StoredSettings });

/** Accounts or organisations can't be merged or separated, and retrying doesn't help. */
export class LinkRefused extends Error {
  readonly reason: "same_workspace" | "full" | "long_history";

  constructor(reason: LinkRefused["reason"]) {
    super(`linking was refused: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Copies a scope's rules, pauses, quotas with their grants, and presets to another scope. All presets stay (`copyPresets`). Where
 * both have the same setting otherwise, the stricter one wins, except that a quota of 0 from unlinking (`kept_by`) yields to one
 * that an admin set. With several targets, each gets a `share` of quotas and grants: full copies would together allow more than
 * before. Run `sum_windows` afterwards, once the jobs have their new scope too. Throws `LinkRefused` if a list would become too
 * long.
 */
export async function copyScope(
  queries: Queries,
  renaming: Renaming,
  share: Share = { index: 0, of: 1 },
): Promise<void> {
  const { organisationId, from, to } = renaming;
  const both = sql`organisation_id = ${organisationId}::uuid and scope in ${listed([from, to], "text")}`;
  const rows = await queries.execute(sql`select scope, settings from policies where ${both} for update`);
  const stored = z.array(Row).parse([...rows]);
  const [old, known] = [from, to].map((scope) => stored.find((row) => row.scope === scope)?.settings);
  if (old) {
    const combined = known ? strictest(known, old) : old;
    if (isOverfull(combined, known ? [known, old] : [old])) throw new LinkRefused("full");
    const settings = JSON.stringify(combined);
    await queries.execute(sql`
      insert into policies (organisation_id, scope, settings) values (${organisationId}::uuid, ${to}, ${settings}::jsonb)
      on conflict (organisation_id, scope) do update
      set settings = excluded.settings, version = policies.version + 1, updated_at = now()`);
  }
  await queries.execute(sql`
    insert into pauses (organisation_id, scope, paused_by, paused_at)
    select organisation_id, ${to}, paused_by, paused_at from pauses
    where organisation_id = ${organisationId}::uuid and scope = ${from}
    on conflict do nothing`);
  for (const table of QUOTA_TABLES) {
    await queries.execute(sql`
      insert into ${sql.identifier(table)} as kept (organisation_id, scope, unit, span, amount, set_in, time_zone, kept_by)
      select organisation_id, ${to}, unit, span, ${partOf(sql`amount`, share)}, set_in, time_zone, kept_by
      from ${sql.identifier(table)} where organisation_id = ${organisationId}::uuid and scope = ${from}
      on conflict (organisation_id, scope, unit, span) do update set
        amount = case when (kept.kept_by is null) = (excluded.kept_by is null) then least(kept.amount, excluded.amount)
          -- A quota from unlinking is 0.
          else greatest(kept.amount, excluded.amount) end,
        kept_by = case when kept.kept_by = excluded.kept_by then kept.kept_by end`);
  }
  await queries.execute(sql`
    insert into quota_windows (organisation_id, scope, unit, span, starts_at, ends_at, used, granted, warned)
    select organisation_id, ${to}, unit, span, starts_at, ends_at, used, ${partOf(sql`granted`, share)}, warned
    from quota_windows
    where organisation_id = ${organisationId}::uuid and scope = ${from}
    on conflict (organisation_id, scope, unit, span, starts_at) do update
    set used = greatest(quota_windows.used, excluded.used), granted = greatest(quota_windows.granted, excluded.granted),
      warned = greatest(quota_windows.warned, excluded.warned)`);
  // A share of a quota is another quota, which nobody was warned about.
  if (share.of === 1) await copyWarnings(queries, renaming);
  await copyPresets(queries, organisationId, renaming);
}

/** Copies the warnings about quotas that a scope has reached: the admins and the member may still have to be told. */
async function copyWarnings(queries: Queries, { organisationId, from, to }: Renaming): Promise<void> {
  for (const table of WARNING_TABLES) {
    await queries.execute(sql`
      insert into ${sql.identifier(table)}
        (organisation_id, scope, unit, span, starts_at, percent, ends_at, batch_id, used, amount, told)
      select organisation_id, ${to}, unit, span, starts_at, percent, ends_at, batch_id, used, amount, told
      from ${sql.identifier(table)} where organisation_id = ${organisationId}::uuid and scope = ${from}
      on conflict do nothing`);
  }
}

const OF_SCOPE = ["policies", "pauses", ...QUOTA_TABLES, "quota_windows", ...WARNING_TABLES, "presets"] as const;

/** Removes all settings of a scope. */
export async function clearScope(
  queries: Queries,
  { organisationId, from }: Pick<Renaming, "organisationId" | "from">,
): Promise<void> {
  for (const table of OF_SCOPE) {
    await queries.execute(sql`
      delete from ${sql.identifier(table)} where organisation_id = ${organisationId}::uuid and scope = ${from}`);
  }
}

/** Moves one scope's keys to the other, and removes duplicates there (`removeTwins`). */
export async function moveKeys(queries: Queries, { organisationId, from, to }: Renaming): Promise<void> {
  await queries.execute(sql`
    update credentials set scope = ${to} where organisation_id = ${organisationId}::uuid and scope = ${from}`);
  await removeTwins(queries, organisationId, to);
}

/**
 * Removes a scope's entered keys if another of its keys has the same secret for the same or more services. Among equals the
 * oldest stays, but a disabled key never replaces one in use. It gets the removed key's quotas and pause. Running jobs are still
 * polled with the removed key.
 */
export async function removeTwins(queries: Queries, organisationId: string, scope: string): Promise<void> {
  const removed = await queries.execute(sql`
    update credentials twin set removed_at = now()
    where organisation_id = ${organisationId}::uuid and scope = ${scope} and origin = 'people' and removed_at is null
      and exists (
        select from credentials kept
        where kept.organisation_id = twin.organisation_id and kept.scope = twin.scope and kept.origin = 'people'
          and kept.removed_at is null and kept.fingerprint = twin.fingerprint and twin.services <@ kept.services
          and (kept.disabled_at is null or twin.disabled_at is not null)
          and (
            kept.id < twin.id or not kept.services <@ twin.services
            or (kept.disabled_at is null and twin.disabled_at is not null)
          ))
    returning id::text, (
      select kept.id::text from credentials kept
      where kept.organisation_id = twin.organisation_id and kept.scope = twin.scope and kept.origin = 'people'
        and kept.removed_at is null and kept.fingerprint = twin.fingerprint and twin.services <@ kept.services
        and kept.id <> twin.id
      order by kept.disabled_at is not null, cardinality(kept.services) desc, kept.id limit 1
    ) as kept`);
  for (const { id, kept } of Twins.parse([...removed])) {
    const [from, to] = [encodeScope({ kind: "key", id }), encodeScope({ kind: "key", id: kept })];
    await copyScope(queries, { organisationId, from, to });
    await clearScope(queries, { organisationId, from });
  }
}

/** Replaces one subject by another in every rule and group. */
export async function moveSubject(queries: Queries, { organisationId, from, to }: Renaming): Promise<void> {
  await queries.execute(sql`
    insert into group_members (group_id, organisation_id, subject)
    select group_id, organisation_id, ${to} from group_members
    where organisation_id = ${organisationId}::uuid and subject = ${from}
    on conflict do nothing`);
  await queries.execute(sql`
    delete from group_members where organisation_id = ${organisationId}::uuid and subject = ${from}`);
  for (const list of ["access", "blocked"]) {
    await queries.execute(sql`
      update policies set version = version + 1, updated_at = now(), settings = settings || jsonb_build_object(${list}::text, (
        select jsonb_agg(distinct case when subject = ${from} then ${to} else subject end)
        from jsonb_array_elements_text(settings -> ${list}::text) as subject))
      where organisation_id = ${organisationId}::uuid and settings -> ${list}::text @> to_jsonb(${from}::text)`);
  }
}
