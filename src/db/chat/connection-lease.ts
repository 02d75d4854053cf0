import { and, eq, sql } from "drizzle-orm";
import { WORKER_EXPIRED_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { connections } from "../schema/discord.ts";

/**
 * A platform connection that one process has at a time, on Postgres. A process that has not confirmed its lease for as long as
 * a worker may be silent has lost it. `alone`: no other process can use this database, so any other holder is dead, and its
 * lease is taken over at once.
 */
export function createConnectionLease(db: Database, { alone }: { readonly alone: boolean }) {
  const lost = alone ? sql`true` : sql`${connections.beat} < now() - ${WORKER_EXPIRED_MS} * interval '1 millisecond'`;
  return {
    /** Takes it, or confirms that it is still held; false while somebody else holds it. */
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
    /** Gives it back, so that nobody has to wait until it expires. */
    release: async (name: string, holder: string) => {
      await db.run((queries) =>
        queries.delete(connections).where(and(eq(connections.name, name), eq(connections.holder, holder))),
      );
    },
  };
}
