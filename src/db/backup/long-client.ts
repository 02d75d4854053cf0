import postgres from "postgres";
import { DATABASE_CONNECT_S } from "../../lib/limits.ts";

/**
 * Runs `work` on a separate connection without the server's limits on statements and transactions, because reading or writing a
 * whole database can take any time.
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
