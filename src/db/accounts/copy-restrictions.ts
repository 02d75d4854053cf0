import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { LeftBehind } from "../../core/account/linking.ts";
import { StoredSettings, type PolicySettings } from "../../core/account/policy/policy.ts";
import { restrictionsOf } from "../../core/account/policy/restrictions.ts";
import { strictest } from "../../core/account/policy/strictest.ts";
import { isOverfull } from "../../core/account/policy/writable.ts";
import { MAX_POLICY_SUBJECTS } from "../../lib/limits.ts";
import { listed } from "../jobs/sql-arrays.ts";
import { QUOTA_TABLES } from "./quota-store.ts";
import { LinkRefused } from "./rewrite-scopes.ts";

/** An account and the new one that is split off from it, in one organisation. */
export interface Leaving {
  readonly organisationId: string;
  readonly oldId: string;
  readonly newId: string;
}

const Groups = z.array(z.object({ id: z.string(), name: z.string() }));
const Rules = z.array(z.object({ settings: StoredSettings }));
const Lists = z.array(z.object({ entries: z.number() }));

/**
 * Copies to a new account everything that restricts the old one: limits, pauses and blocks, including those of groups that list
 * the old account itself. Otherwise a member could escape them by linking and unlinking. Quotas stay with the old account, and
 * the new one gets quotas of 0: with copies, both together could use more than before. Group memberships and entries in access
 * rules stay too. Returns what the new account lacks. Throws `LinkRefused` if a list is full.
 */
export async function copyRestrictions(queries: Queries, leaving: Leaving): Promise<LeftBehind> {
  const { organisationId, oldId } = leaving;
  const from = `account:${oldId}`;
  const rows = await queries.execute(sql`
    select groups.id::text, groups.name from group_members join groups on groups.id = group_members.group_id
    where group_members.organisation_id = ${organisationId}::uuid and subject = ${from} order by groups.name`);
  const groups = Groups.parse([...rows]);
  // The scopes of their rules, and their names in lists.
  const sources = [from, ...groups.map(({ id }) => `group:${id}`)];
  await copyRules(queries, leaving, sources);
  await blockToo(queries, leaving, sources);
  const named = await queries.execute(sql`
    select from policies
    where organisation_id = ${organisationId}::uuid and settings -> 'access' @> to_jsonb(${from}::text) limit 1`);
  return {
    groups: groups.map(({ name }) => name),
    access: named.length > 0,
    quotas: await leaveQuotas(queries, leaving, sources),
  };
}

async function copyRules(queries: Queries, leaving: Leaving, sources: readonly string[]): Promise<void> {
  const { organisationId, newId } = leaving;
  const to = `account:${newId}`;
  const among = sql`organisation_id = ${organisationId}::uuid and scope in ${listed(sources, "text")}`;
  const rows = await queries.execute(sql`select settings from policies where ${among} order by scope for update`);
  const rules = Rules.parse([...rows]).map(({ settings }) => restrictionsOf(settings));
  const settings = rules.reduce<PolicySettings>(strictest, {});
  if (isOverfull(settings, rules)) throw new LinkRefused("full");
  if (Object.keys(settings).length > 0) {
    await queries.execute(sql`
      insert into policies (organisation_id, scope, settings)
      values (${organisationId}::uuid, ${to}, ${JSON.stringify(settings)}::jsonb)`);
  }
  await queries.execute(sql`
    insert into pauses (organisation_id, scope, paused_by, paused_at)
    select organisation_id, ${to}, paused_by, paused_at from pauses where ${among} order by paused_at limit 1`);
}

/** Blocks the new account wherever the old one, or one of its groups, is blocked. */
async function blockToo(queries: Queries, leaving: Leaving, sources: readonly string[]): Promise<void> {
  const { organisationId, newId } = leaving;
  const blocking = sql`organisation_id = ${organisationId}::uuid and exists (
    select from jsonb_array_elements_text(settings -> 'blocked') subject where subject in ${listed(sources, "text")})`;
  const rows = await queries.execute(sql`
    select jsonb_array_length(settings -> 'blocked') as entries from policies where ${blocking} order by scope for update`);
  if (Lists.parse([...rows]).some(({ entries }) => entries >= MAX_POLICY_SUBJECTS)) throw new LinkRefused("full");
  await queries.execute(sql`
    update policies set version = version + 1, updated_at = now(),
      settings = jsonb_set(settings, '{blocked}', (settings -> 'blocked') || to_jsonb(${`account:${newId}`}::text))
    where ${blocking}`);
}

/**
 * Adds a quota of 0 for each one that restricts the old account, with the current window's usage; an admin can set another
 * amount. Returns whether it added any.
 */
async function leaveQuotas(queries: Queries, leaving: Leaving, sources: readonly string[]): Promise<boolean> {
  const { organisationId, oldId, newId } = leaving;
  const [from, to] = [`account:${oldId}`, `account:${newId}`];
  let areLeft = false;
  for (const table of QUOTA_TABLES) {
    const left = await queries.execute(sql`
      insert into ${sql.identifier(table)} (organisation_id, scope, unit, span, amount, set_in, time_zone, kept_by)
      select distinct on (unit, span) organisation_id, ${to}, unit, span, 0, set_in, time_zone, coalesce(kept_by, ${oldId}::uuid)
      from ${sql.identifier(table)} where organisation_id = ${organisationId}::uuid and scope in ${listed(sources, "text")}
      order by unit, span, scope = ${from} desc, scope
      returning unit`);
    areLeft ||= left.length > 0;
  }
  await queries.execute(sql`
    insert into quota_windows (organisation_id, scope, unit, span, starts_at, ends_at, used, warned)
    select organisation_id, ${to}, unit, span, starts_at, ends_at, used, warned from quota_windows
    where organisation_id = ${organisationId}::uuid and scope = ${from} and ends_at > now()`);
  return areLeft;
}
