import { and, eq, sql } from "drizzle-orm";
import { WORKER_EXPIRED_MS } from "../../../lib/limits.ts";
import type { Database } from "../../../db/connection.ts";
import { connections } from "../../../db/schema/discord.ts";

/** A connection that one process has at a time, the others standing by. Rejects when the database can't tell. */
export interface ConnectionLease {
  /** Takes it, or confirms that it is still held; false while somebody else holds it. */
  hold(name: string, holder: string): Promise<boolean>;
  /** Gives it back, so that nobody has to wait until it expires. */
  release(name: string, holder: string): Promise<void>;
}

/**
 * A platform connection that one process has at a time, on Postgres. A process that has not confirmed its lease for as long as
 * a worker may be silent has lost it. `alone`: no other process can use this database, so any other holder is dead, and its
 * lease is taken over at once.
 */
export function createConnectionLease(db: Database, { alone }: { readonly alone: boolean }): ConnectionLease {
  const lost = alone ? sql`true` : sql`${connections.beat} < now() - ${WORKER_EXPIRED_MS} * interval '1 millisecond'`;
  return {
    hold: async (name: string, holder: string) => {
      const rows = await db.run((queries) =>
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
      await db.run((queries) =>
        queries.delete(connections).where(and(eq(connections.name, name), eq(connections.holder, holder))),
      );
    },
  };
}
