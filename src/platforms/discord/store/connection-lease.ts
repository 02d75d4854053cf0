import { and, eq, sql } from "drizzle-orm";
import { WORKER_EXPIRED_MS } from "../../../lib/limits.ts";
import type { Database } from "../../../db/connection.ts";
import { connections } from "../../../db/schema/discord.ts";

/**
 * A connection that one process holds at a time while the others stand by. Rejects when the database is unavailable.
 */
export interface ConnectionLease {
  /** Takes or renews the lease. Returns false while another process holds it. */
  hold(name: string, holder: string): Promise<boolean>;
  /** Releases the lease, so that nobody has to wait for it to expire. */
  release(name: string, holder: string): Promise<void>;
}

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
        queries.delete(connections).where(and(eq(connections.name, name), eq(connections.holder, holder))),
      );
    },
  };
}
