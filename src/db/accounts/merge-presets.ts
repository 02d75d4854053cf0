import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { PRESET_NAME_CHARACTERS } from "../../lib/limits.ts";

/** `same`: the same options under the same name are in the other scope too. */
const Stored = z.array(z.object({ name: z.string(), target: z.boolean(), same: z.boolean() }));

/**
 * Locks a scope's presets until the caller's transaction ends. Names are unique ignoring case, which no constraint of the table
 * ensures.
 */
export async function lockPresets(queries: Queries, scope: string): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`presets ${scope}`}, 0))`);
}

/**
 * Copies a scope's presets to another one, which may then have more than a member can save. Of two equal ones, one remains. Of two
 * different ones with one name, the copy gets the first free number.
 */
export async function copyPresets(
  queries: Queries,
  organisationId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const scope of [from, to].toSorted()) await lockPresets(queries, scope);
  const rows = await queries.execute(sql`
    select name, scope = ${to} as target, exists (
      select from presets other
      where other.organisation_id = presets.organisation_id and other.scope = ${to} and presets.scope = ${from}
        and lower(other.name) = lower(presets.name) and other.command = presets.command and other.options = presets.options
    ) as same
    from presets where organisation_id = ${organisationId}::uuid and scope in (${from}, ${to}) order by lower(name), name`);
  const stored = Stored.parse([...rows]);
  const kept = new Set(stored.flatMap(({ name, target }) => (target ? [name.toLowerCase()] : [])));
  const taken = new Set(stored.map(({ name }) => name.toLowerCase()));
  for (const { name, target, same } of stored) {
    if (target || same) continue;
    const free = kept.has(name.toLowerCase()) ? numbered(name, taken) : name;
    kept.add(free.toLowerCase());
    taken.add(free.toLowerCase());
    await queries.execute(sql`
      insert into presets (organisation_id, scope, name, command, options, created_by, updated_at)
      select organisation_id, ${to}, ${free}, command, options, created_by, updated_at from presets
      where organisation_id = ${organisationId}::uuid and scope = ${from} and name = ${name}`);
  }
}

/** The name with the first free number, shortened so that people can still type it. */
function numbered(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) {
    const end = ` ${number}`;
    const free =
      name
        .slice(0, PRESET_NAME_CHARACTERS - end.length)
        .toWellFormed()
        .trimEnd() + end;
    if (!taken.has(free.toLowerCase())) return free;
  }
}
