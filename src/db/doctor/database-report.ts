import type postgres from "postgres";
import { z } from "zod";
import type { OtherVersion } from "../../core/account/doctor.ts";
import type { Clock } from "../../lib/clock.ts";
import { WORKER_EXPIRED_MS } from "../../lib/limits.ts";
import { otherVersions, ProcessVersions, PROCESSES_BY_VERSION } from "../processes/process-versions.ts";
import { BACKUP_AGE_MS } from "../backup/last-backup.ts";
import { PUBLIC_CONNECTS } from "../database-walls.ts";
import { withOneClient } from "../one-client.ts";
import { APPLICATION_ROLE, BLOATED_TABLES, UNDELIVERED } from "./troubles.ts";
import { knownSchema, readSchemaVersion, schemaNumber } from "../schema-version.ts";

/** More keys than an operator reads. */
const KEYS_SHOWN = 20;

const Row = z.object({
  workers: z.number(),
  versions: ProcessVersions,
  running: z.number(),
  waiting: z.number(),
  waitingMinutes: z.number(),
  unknown: z.number(),
  unknownSlots: z.number(),
  undelivered: z.number(),
  bloated: z.string(),
  backupAgeMs: z.number().nullable(),
  application: z.object({ role: z.string(), is_usable: z.boolean() }),
  publicConnects: z.boolean(),
  keys: z.array(
    z.object({
      name: z.string(),
      masked: z.string(),
      trouble: z.enum(["refused", "spent", "unreadable"]),
    }),
  ),
});

/**
 * Counts of all organisations' work, the keys that can't be used, who can use the database, and tables with more dead rows than
 * live ones.
 */
export interface StuckWork extends Readonly<Omit<z.infer<typeof Row>, "versions">> {
  /** Processes that run another version of Easel. */
  readonly otherVersions: readonly OtherVersion[];
}

/** The state of a database and of the work in it. */
export interface DatabaseReport {
  /** PostgreSQL's, such as `18.1`. */
  readonly version: string;
  /** How long an answer took. */
  readonly ms: number;
  /** How far its clock is ahead of this machine's, in milliseconds. */
  readonly aheadMs: number;
  /** Undefined for an empty database. */
  readonly schema: string | undefined;
  /** The schema of this Easel. */
  readonly knownSchema: string;
  /** Undefined for another schema, whose tables might lack what is read. */
  readonly work: StuckWork | undefined;
}

/**
 * Reads it on a separate connection, and changes nothing. Rejects with a `ConfigError` when the database was written by a newer
 * Easel, or gives no answer within `deadlineMs`; the error names `variable`.
 */
export function readDatabaseReport(
  url: string,
  deadlineMs: number,
  clock: Clock,
  variable: "DATABASE_URL" | "DATA_DIR" = "DATABASE_URL",
): Promise<DatabaseReport> {
  const read = async (client: postgres.Sql): Promise<DatabaseReport> => {
    const { migrations, ...rest } = await readSchemaVersion(client, variable);
    const schema = migrations === 0 ? undefined : schemaNumber({ migrations, ...rest });
    const known = schemaNumber(await knownSchema());
    const began = clock.elapsed();
    const [server] = await client<{ version: string; now: number }[]>`
      select split_part(current_setting('server_version'), ' ', 1) as version,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
    const ms = Math.round(clock.elapsed() - began);
    return {
      version: server?.version ?? "",
      ms,
      aheadMs: (server?.now ?? 0) - (clock.now() - ms / 2),
      schema,
      knownSchema: known,
      work: schema === known ? await readStuckWork(client) : undefined,
    };
  };
  return withOneClient(url, deadlineMs, read, { variable });
}

/** Reads it in one statement. `undelivered` counts the results of the last day. */
async function readStuckWork(client: postgres.Sql): Promise<StuckWork> {
  const [row] = await client`
    select
      (select count(*)::integer from workers where beat > now() - ${WORKER_EXPIRED_MS} * interval '1 millisecond') as workers,
      ${client.unsafe(PROCESSES_BY_VERSION)} as versions,
      (select count(*)::integer from jobs where state = 'running' and worker_id is not null) as running,
      (select count(*)::integer from jobs where indexed_as = 'waiting') as waiting,
      (select coalesce(extract(epoch from now() - min(waiting_since)) / 60, 0)::integer from jobs
        where indexed_as = 'waiting') as "waitingMinutes",
      (select count(*)::integer from jobs where indexed_as = 'unknown') as unknown,
      (select count(*)::integer from jobs join slots on slots.id = jobs.slot_id and slots.job_id = jobs.id
        where jobs.indexed_as = 'unknown') as "unknownSlots",
      (select count(*)::integer ${client.unsafe(UNDELIVERED)}) as undelivered,
      ${client.unsafe(BLOATED_TABLES)} as bloated,
      ${client.unsafe(BACKUP_AGE_MS)} as "backupAgeMs",
      ${client.unsafe(APPLICATION_ROLE)} as application,
      ${client.unsafe(PUBLIC_CONNECTS)} as "publicConnects",
      (select coalesce(json_agg(bad), '[]') from (
        select name, masked,
          case when resting_until = 'infinity' then 'unreadable' when invalid_at is not null or refused_by <> '{}' then 'refused' else 'spent' end as trouble
        from credentials
        where removed_at is null and disabled_at is null
          and (invalid_at is not null or refused_by <> '{}' or resting_until > now())
        order by name, id limit ${KEYS_SHOWN}) bad) as keys`;
  const { versions, ...work } = Row.parse(row);
  return { ...work, otherVersions: await otherVersions(versions) };
}
