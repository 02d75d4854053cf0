import postgres from "postgres";
import { ConfigError } from "../lib/errors.ts";
import { DATABASE_CONNECT_S } from "../lib/limits.ts";
import type { SessionSettings } from "./session-settings.ts";

/** A variable that holds a database's address. */
export type AddressVariable = "DATABASE_URL" | "DATABASE_DIRECT_URL";

interface OneClientOptions {
  /** The setting that names the database, for errors. */
  readonly variable?: AddressVariable | "DATA_DIR";
  /** Startup parameters of the session. */
  readonly settings?: SessionSettings;
  /** False: prepares no statements, because a pooler might not keep them. */
  readonly prepare?: boolean;
}

/**
 * Runs `work` on a separate connection. A network that swallows packets would block it forever, so this rejects with a
 * `ConfigError` after `deadlineMs`.
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
