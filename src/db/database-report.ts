import type postgres from "postgres";
import { z } from "zod";
import type { Clock } from "../lib/clock.ts";
import { WORKER_EXPIRED_MS } from "../lib/limits.ts";
import { withOneClient } from "./one-client.ts";
import { knownSchema, readSchemaVersion, schemaNumber } from "./schema-version.ts";

/** Fewer dead rows cost nothing that anybody notices. */
const DEAD_ROWS = 100_000;

const Row = z.object({
  workers: z.number(),
  running: z.number(),
  waiting: z.number(),
  waitingMinutes: z.number(),
  unknown: z.number(),
  unknownSlots: z.number(),
  undeliverable: z.number(),
  bloated: z.string(),
});

/** The work of all organisations, counted, and the names of tables with more dead rows than live ones. */
export type StuckWork = Readonly<z.infer<typeof Row>>;

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
  /** Undefined if the schema is another one, whose tables may lack what is read. */
  readonly work: StuckWork | undefined;
}

/**
 * Reads it on a connection of its own, and changes nothing. Rejects with a `ConfigError` when the database was written by a newer
 * Easel, or gives no answer within `deadlineMs`.
 */
export function readDatabaseReport(url: string, deadlineMs: number, clock: Clock): Promise<DatabaseReport> {
  return withOneClient(url, deadlineMs, async (client) => {
    const { migrations, ...rest } = await readSchemaVersion(client, "DATABASE_URL");
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
  });
}

/** Reads it in one statement. `undeliverable` counts the results of the last day. */
async function readStuckWork(client: postgres.Sql): Promise<StuckWork> {
  const [row] = await client`
    select
      (select count(*)::integer from workers where beat > now() - ${WORKER_EXPIRED_MS} * interval '1 millisecond') as workers,
      (select count(*)::integer from jobs where state = 'running' and worker_id is not null) as running,
      (select count(*)::integer from jobs where state = 'waiting') as waiting,
      (select coalesce(extract(epoch from now() - min(waiting_since)) / 60, 0)::integer from jobs
        where state = 'waiting') as "waitingMinutes",
      (select count(*)::integer from jobs where state = 'unknown') as unknown,
      (select count(*)::integer from slots join jobs on jobs.id = slots.job_id
        where jobs.state = 'unknown') as "unknownSlots",
      (select count(*)::integer from posts
        where kind = 'result' and state = 'undeliverable' and updated_at > now() - interval '1 day') as undeliverable,
      (select coalesce(string_agg(relname, ', ' order by relname), '') from pg_stat_user_tables
        where n_dead_tup > ${DEAD_ROWS} and n_dead_tup > n_live_tup) as bloated`;
  return Row.parse(row);
}
