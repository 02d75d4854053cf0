import postgres from "postgres";
import { ConfigError } from "../lib/errors.ts";
import { DATABASE_CONNECT_S } from "../lib/limits.ts";
import type { SessionSettings } from "./session-settings.ts";

/** A variable that holds a database's address. */
export type AddressVariable = "DATABASE_URL" | "DATABASE_DIRECT_URL";

interface OneClientOptions {
  /** What named the database, for the error. */
  readonly variable?: AddressVariable | "DATA_DIR";
  /** What the session is opened with. */
  readonly settings?: SessionSettings;
  /** False: no statement is prepared, because a pooler may not keep it. */
  readonly prepare?: boolean;
}

/**
 * Runs something on its own connection while the program starts. A network that swallows packets would block it forever, so it
 * rejects with a `ConfigError` after `deadlineMs`.
 */
export async function withOneClient<T>(
  url: string,
  deadlineMs: number,
  work: (client: postgres.Sql) => Promise<T>,
  { variable = "DATABASE_URL", settings = {}, prepare = true }: OneClientOptions = {},
): Promise<T> {
  const client = postgres(url, {
    max: 1,
    fetch_types: false,
    connect_timeout: DATABASE_CONNECT_S,
    onnotice: () => {},
    connection: settings,
    prepare,
  });
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLate(variable, deadlineMs)), deadlineMs);
  const working = work(client);
  try {
    return await Promise.race([working, late.promise]);
  } finally {
    clearTimeout(timer);
    // Closing the session releases its locks. If the server doesn't answer, the connection is cut, and the work fails.
    working.catch(() => {});
    await client.end({ timeout: 1 });
  }
}

function tooLate(variable: AddressVariable | "DATA_DIR", deadlineMs: number): ConfigError {
  return new ConfigError(
    variable,
    `${variable}: the server gave no answer for ${deadlineMs / 1000} seconds; check the network and the server, then start again.`,
  );
}
