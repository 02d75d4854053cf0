import type { Queries } from "./queries.ts";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { DatabaseUnavailableError } from "../lib/errors.ts";
import { isConnectionLost } from "./failure.ts";

/**
 * Runs queries in one transaction. When its connection is lost nothing more is said on it, not even the rollback: postgres.js
 * would write that to a socket that is gone, and throw where only the end of the process catches it.
 */
export function inTransaction<T>(orm: PostgresJsDatabase, work: (queries: Queries) => Promise<T>): Promise<T> {
  let over = false;
  const result = orm.transaction(async (transaction) => {
    const queries = new Proxy<Queries>(transaction, {
      get(target, name) {
        if (over) throw new DatabaseUnavailableError("the connection was lost");
        return Reflect.get(target, name, target);
      },
    });
    try {
      return await work(queries);
    } catch (error) {
      if (!over && !isConnectionLost(error)) throw error;
      // The end of the connection, or the deadline, tells the waiting caller.
      return new Promise<never>(() => {});
    }
  });
  result.catch(() => {
    over = true;
  });
  return result;
}
