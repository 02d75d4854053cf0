import type { Queries } from "./queries.ts";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { DatabaseUnavailableError } from "../lib/errors.ts";
import { isConnectionLost } from "./database-failure.ts";

/**
 * Runs queries in one transaction. After its connection is lost, sends nothing more, not even the rollback: postgres.js would
 * write it to a closed socket and throw where only the process's own handler catches it.
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
      // The lost connection, or the deadline, rejects the caller's promise.
      return new Promise<never>(() => {});
    }
  });
  result.catch(() => {
    over = true;
  });
  return result;
}
