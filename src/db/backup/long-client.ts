import postgres from "postgres";
import { DATABASE_CONNECT_S } from "../../lib/limits.ts";

/**
 * Runs something on a connection of its own that may take as long as it takes: a whole database is read or written. The server's
 * own limits on statements and transactions are switched off for it.
 */
export async function withLongClient<T>(url: string, work: (client: postgres.Sql) => Promise<T>): Promise<T> {
  const client = postgres(url, {
    max: 1,
    fetch_types: false,
    connect_timeout: DATABASE_CONNECT_S,
    onnotice: () => {},
    connection: {
      application_name: "easel backup",
      TimeZone: "UTC",
      statement_timeout: 0,
      lock_timeout: 0,
      idle_in_transaction_session_timeout: 0,
      transaction_timeout: 0,
    },
  });
  try {
    return await work(client);
  } finally {
    await client.end({ timeout: 1 });
  }
}
