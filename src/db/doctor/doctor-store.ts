import { sql } from "drizzle-orm";
import { z } from "zod";
import { BACKUP_OLD_MS, type Finding } from "../../core/account/doctor.ts";
import type { PlatformName } from "../../core/chat/conversation.ts";
import { DATABASE_BACKGROUND_CALL_MS, WORKER_EXPIRED_MS } from "../../lib/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { BACKUP_AGE_MS } from "../backup/last-backup.ts";
import type { Database } from "../connection.ts";
import { PUBLIC_CONNECTS } from "../database-walls.ts";
import { countChats, otherVersions, ProcessVersions, PROCESSES_BY_VERSION } from "../processes/process-versions.ts";
import { batchWorkspace } from "../schema/jobs.ts";
import { BLOATED_TABLES, UNDELIVERED } from "./troubles.ts";
import { knownSchema, schemaNumber } from "../schema-version.ts";

const Facts = z.object({
  version: z.string(),
  migrations: z.number(),
  functions: z.number(),
  has_role: z.boolean(),
  role: z.string(),
  public_connects: z.boolean(),
  alive: z.number(),
  versions: ProcessVersions,
  waiting: z.number(),
  held: z.number(),
  running: z.number(),
  unknown: z.number(),
  unknown_slots: z.number(),
  bloated: z.string(),
  backup_age_ms: z.number().nullable(),
  busy: z.number(),
  waiting_ms: z.coerce.number(),
  undelivered: z.number(),
});

const Time = z.object({ now: z.number() });

/** Findings about the database and about an organisation's jobs. Rejects with `DatabaseUnavailableError`. */
export async function databaseFindings(
  db: Database,
  organisationId: string,
  clock: Pick<Clock, "now">,
): Promise<Finding[]> {
  const expectedSchema = schemaNumber(await knownSchema());
  const began = performance.now();
  const [time] = await db.run((queries) =>
    queries.execute(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`),
  );
  const ms = Math.round(performance.now() - began);
  const aheadMs = Time.parse(time).now - (clock.now() - ms / 2);
  const of = (what: string) => sql`(
    select count(*)::integer from jobs where indexed_as = ${what} and organisation_id = ${organisationId}::uuid)`;
  const [row] = await db.run((queries) =>
    queries.execute(sql`
      select current_setting('server_version') as version,
        (select count(*)::integer from drizzle.__drizzle_migrations) as migrations,
        (select coalesce(max(revision), 0) from sql_functions) as functions,
        not has_table_privilege('audit', 'update, delete, truncate') as has_role,
        (select 'easel_app_' || oid from pg_database where datname = current_database()) as role,
        ${sql.raw(PUBLIC_CONNECTS)} as public_connects,
        (select count(*)::integer from workers where beat > now() - ${WORKER_EXPIRED_MS} * interval '1 millisecond') as alive,
        ${sql.raw(PROCESSES_BY_VERSION)} as versions,
        ${sql.raw(BLOATED_TABLES)} as bloated,
        ${sql.raw(BACKUP_AGE_MS)} as backup_age_ms,
        ${of("waiting")} as waiting, ${of("held")} as held, ${of("unknown")} as unknown,
        (select count(*)::integer from jobs join slots on slots.id = jobs.slot_id and slots.job_id = jobs.id
          where jobs.indexed_as = 'unknown' and jobs.organisation_id = ${organisationId}::uuid) as unknown_slots,
        (select count(*)::integer from jobs
          where indexed_as = 'waiting' and organisation_id = ${organisationId}::uuid
            and failure->>'status' = '429') as busy,
        (select count(*)::integer from jobs
          where worker_id is not null and state = 'running' and organisation_id = ${organisationId}::uuid) as running,
        (select count(*)::integer ${sql.raw(UNDELIVERED)} and organisation_id = ${organisationId}::uuid) as undelivered,
        coalesce(extract(epoch from now() - (select min(waiting_since) from jobs
          where indexed_as = 'waiting' and organisation_id = ${organisationId}::uuid)) * 1000, 0) as waiting_ms`),
  );
  const facts = Facts.parse(row);
  const { waiting, held, running, unknown, alive } = facts;
  return [
    {
      part: "database",
      kind: "answers",
      ms,
      aheadMs,
      version: facts.version.split(" ")[0] ?? "",
      schema: schemaNumber(facts),
      expectedSchema,
      missingRole: facts.has_role ? undefined : facts.role,
      isOpenToServer: facts.public_connects,
    },
    { part: "workers", alive, chats: countChats(facts.versions) },
    ...(await otherVersions(facts.versions)).map((other) => ({ part: "other_version", ...other }) as const),
    ...(facts.unknown_slots > 0 ? [{ part: "slots", unknown: facts.unknown_slots } as const] : []),
    ...(facts.undelivered > 0 ? [{ part: "undelivered", results: facts.undelivered } as const] : []),
    ...(facts.backup_age_ms === null ? [] : [backupFinding(facts.backup_age_ms, clock)]),
    ...(facts.bloated === "" ? [] : [{ part: "bloat", tables: facts.bloated } as const]),
    ...(facts.busy > 0 ? [{ part: "busy", waiting: facts.busy } as const] : []),
    { part: "jobs", waiting, held, running, unknown, waitingMs: facts.waiting_ms },
  ];
}

function backupFinding(ageMs: number, clock: Pick<Clock, "now">): Finding {
  return { part: "backup", at: new Date(clock.now() - ageMs), isOld: ageMs > BACKUP_OLD_MS };
}

/** As in the alert EaselPlatformSilent: with fewer requests a week, a day without one is normal. */
const BUSY_WEEK = 50;

const Silent = z.array(z.object({ workspace: z.string(), hours: z.number() }));

/**
 * The workspaces (such as `slack:T1`) from which many requests came in the last week, but none in the last day. Skips platforms
 * without a connection: they are not enabled, or part of Easel itself. Rejects with `DatabaseUnavailableError`.
 */
export async function silentWorkspaces(
  db: Database,
  workspaces: readonly string[],
  connections: readonly PlatformName[],
): Promise<Finding[]> {
  const asked = workspaces.filter((workspace) => connections.some((platform) => workspace.startsWith(`${platform}:`)));
  const rows = await db.run(
    (queries) =>
      queries.execute(sql`
        select workspace, floor(extract(epoch from now() - latest) / 3600)::integer as hours
        from jsonb_array_elements_text(${JSON.stringify(asked)}::text::jsonb) as listed (workspace),
          lateral (select max(created_at) as latest from batches where ${batchWorkspace} = workspace) newest
        where latest < now() - interval '1 day'
          and (select count(*) from (
            select from batches where ${batchWorkspace} = workspace and created_at > now() - interval '7 days'
            limit ${BUSY_WEEK + 1}::integer
          ) week) > ${BUSY_WEEK}::integer
        order by workspace`),
    DATABASE_BACKGROUND_CALL_MS,
  );
  return Silent.parse([...rows]).map((silent) => ({ part: "silent", ...silent }));
}
