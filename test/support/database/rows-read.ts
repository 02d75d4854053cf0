import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Database } from "../../../src/db/connection.ts";
import { preparing } from "../../../src/db/prepared.ts";
import type { StoredJobs } from "./stored-jobs.ts";

/** A connection that counts what its statements read. */
export interface RowsRead {
  /** The connection for the stores that are measured. */
  readonly db: Database;
  /**
   * Runs the work in a transaction, and rolls it back. Returns how many rows and index entries it read from each table, including
   * reads by functions and triggers.
   */
  by(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>>;
  /**
   * Runs the work many times. Returns the statements that PostgreSQL planned each time, because it expects a generic plan to cost
   * far more.
   */
  plannedEachTime(work: () => Promise<unknown>): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** PostgreSQL plans a prepared statement this often before it considers a generic plan. */
const PLANNED_FIRST = 5;

/**
 * Counts reads, not costs or times: the count is the same on every machine. PostgreSQL would read a small table as a whole,
 * because that is cheaper. Without `mayReadWholeTables`, it does so only if it can't use an index.
 */
export function countRowsRead(
  { url, db }: Pick<StoredJobs, "url" | "db">,
  { mayReadWholeTables = false } = {},
): RowsRead {
  const client = postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    connection: { jit: "off", enable_seqscan: mayReadWholeTables ? "on" : "off" },
  });
  const orm = drizzle(preparing(client));

  const readings = async (): Promise<ReadonlyMap<string, number>> => {
    const rows = await orm.execute<{ name: string; reads: number }>(sql`
      select relname as name, (
          pg_stat_get_xact_tuples_returned(oid)
          + (select coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0) from pg_index where indrelid = pg_class.oid)
        )::integer as reads
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`);
    return new Map(rows.map(({ name, reads }) => [name, reads]));
  };

  return {
    db: {
      ...db,
      run: (work) => work(orm),
      runSoon: (work) => work(orm, orm.$client),
      transaction: (work) => work(orm),
    },
    async by(work) {
      await orm.execute(sql`begin`);
      try {
        const before = await readings();
        await work();
        const after = await readings();
        return Object.fromEntries(
          [...after]
            .map(([name, reads]) => [name, reads - (before.get(name) ?? 0)] as const)
            .filter(([, reads]) => reads > 0),
        );
      } finally {
        await orm.execute(sql`rollback`);
      }
    },
    async plannedEachTime(work) {
      await client.unsafe("deallocate all");
      for (let run = 0; run < 2 * PLANNED_FIRST; run++) await work();
      const planned = await client<{ statement: string }[]>`
        select statement from pg_prepared_statements where custom_plans > ${PLANNED_FIRST} and generic_plans = 0`;
      return planned.map(({ statement }) => statement);
    },
    close: () => client.end(),
  };
}
