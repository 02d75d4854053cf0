import { sql } from "drizzle-orm";
import { WORKER_EXPIRED_MS } from "../../../lib/limits.ts";
import type { Database } from "../../../db/connection.ts";
import { connections } from "../../../db/schema/discord.ts";

/**
 * A connection that one process holds at a time while the others stand by. Rejects when the database is unavailable.
 */
export interface ConnectionLease {
  /** Takes or renews the lease. Returns false while another process holds it. */
  hold(name: string, holder: string): Promise<boolean>;
  /** Releases the lease and tells those who listen, so that nobody has to wait for it to expire. */
  release(name: string, holder: string): Promise<void>;
  /** Calls `heard` when any process releases a lease, or when that may have been missed. Returns how to stop listening. */
  hearReleases(heard: () => void): Promise<() => Promise<void>>;
}

/** A lease was released. */
const RELEASED_CHANNEL = "easel_connection";

/**
 * The connection lease in PostgreSQL. A process loses its lease if it has not renewed it for as long as a worker may be silent.
 * `alone` means that no other process can use this database. Any other holder is then dead, and its lease is taken over
 * immediately.
 */
export function createConnectionLease(db: Database, { alone }: { readonly alone: boolean }): ConnectionLease {
  const lost = alone ? sql`true` : sql`${connections.beat} < now() - ${WORKER_EXPIRED_MS} * interval '1 millisecond'`;
  return {
    hold: async (name: string, holder: string) => {
      const rows = await db.runDirect((queries) =>
        queries
          .insert(connections)
          .values({ name, holder })
          .onConflictDoUpdate({
            target: connections.name,
            set: { holder, beat: sql`now()` },
            setWhere: sql`${connections.holder} = ${holder} or ${lost}`,
          })
          .returning({ name: connections.name }),
      );
      return rows.length > 0;
    },
    release: async (name: string, holder: string) => {
      await db.runDirect((queries) =>
        queries.execute(sql`
          with released as (
            delete from ${connections} where ${connections.name} = ${name} and ${connections.holder} = ${holder} returning name
          )
          select pg_notify(${RELEASED_CHANNEL}, '') from released`),
      );
    },
    hearReleases: (heard) => db.listen(RELEASED_CHANNEL, heard, heard),
  };
}
