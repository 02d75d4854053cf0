import type postgres from "postgres";
import { CHECK_DATABASE_MS, checkConnection, explained } from "../check-connection.ts";
import { databaseErrorCode } from "../database-failure.ts";
import { type AddressVariable, withOneClient } from "../one-client.ts";
import { ConfigError } from "../../lib/errors.ts";
import { sessionSettings } from "../session-settings.ts";
import { keepsPrepared, poolerMode, type PoolerMode } from "./pooler-mode.ts";

/** An example of what the fix asks for. */
const OWN_ADDRESS = "PostgreSQL's own address, postgres://user:password@host:5432/database";

/** The addresses of a database: `DATABASE_URL`, and `DATABASE_DIRECT_URL` past the pooler there, if it is set. */
export interface DatabaseAddresses {
  readonly url: string;
  readonly directUrl: string | undefined;
}

/** What is between Easel and PostgreSQL at `DATABASE_URL`. */
export interface PoolerFacts {
  readonly mode: "none" | Exclude<PoolerMode, "statement">;
  /** Whether a pooler in session mode drops session settings, including the time limits (`ignore_startup_parameters`). */
  readonly dropsSettings: boolean;
  /** Whether statements can be prepared there. */
  readonly prepares: boolean;
}

/** Throws a `ConfigError` that names the variable and the fix when the database, or the way to it, can't be used. */
export async function checkDatabase(
  addresses: DatabaseAddresses,
  deadlineMs: number = CHECK_DATABASE_MS,
): Promise<PoolerFacts> {
  const own = await checkSessions(addresses, deadlineMs);
  const { url, directUrl } = addresses;
  return directUrl === undefined ? own : checkPooler(url, directUrl, deadlineMs);
}

/**
 * Checks only the address for migrations, notifications, leases and copies. They need sessions, so a pooler there must be in
 * session mode. Throws a `ConfigError`.
 */
export async function checkSessions(
  { url, directUrl }: DatabaseAddresses,
  deadlineMs: number = CHECK_DATABASE_MS,
): Promise<PoolerFacts> {
  const [variable, address] =
    directUrl === undefined ? (["DATABASE_URL", url] as const) : (["DATABASE_DIRECT_URL", directUrl] as const);
  const there = await checkConnection(address, deadlineMs, variable);
  if (there === "postgres") return { mode: "none", dropsSettings: false, prepares: true };
  return explained(variable, async () => {
    const mode = await poolerMode(address, deadlineMs, variable);
    if (mode !== "session") throw noSessions(variable, `in ${mode} mode, where notifications and migrations get lost`);
    const settings = await settingsAt(address, deadlineMs, variable);
    if (settings === "refused") throw noSessions(variable, "that refuses the settings of Easel's sessions");
    return { mode, dropsSettings: settings === "dropped", prepares: true };
  });
}

function noSessions(variable: AddressVariable, why: string): ConfigError {
  const fix =
    variable === "DATABASE_DIRECT_URL"
      ? `set it to ${OWN_ADDRESS}.`
      : `keep it, and set DATABASE_DIRECT_URL to ${OWN_ADDRESS}.`;
  return new ConfigError(variable, `${variable} leads to a connection pooler such as PgBouncer, ${why}; ${fix}`);
}

/** What a pooler does with parameters that it does not know (`ignore_startup_parameters`). */
async function settingsAt(
  url: string,
  deadlineMs: number,
  variable: AddressVariable,
): Promise<"kept" | "dropped" | "refused"> {
  const settings = sessionSettings();
  const read = async (client: postgres.Sql): Promise<"kept" | "dropped"> => {
    const [row] = await client.unsafe<{ ms: number }[]>(
      "select setting::integer as ms from pg_settings where name = 'statement_timeout'",
    );
    return row?.ms === settings["statement_timeout"] ? "kept" : "dropped";
  };
  try {
    return await withOneClient(url, deadlineMs, read, { variable, settings });
  } catch (error) {
    if (databaseErrorCode(error) === "08P01") return "refused";
    throw error;
  }
}

/** Checks the pooler's address together with the direct one. Throws a `ConfigError`. */
export async function checkPooler(url: string, directUrl: string, deadlineMs: number): Promise<PoolerFacts> {
  const isPooler = (await checkConnection(url, deadlineMs)) === "pooler";
  return explained("DATABASE_URL", async () => {
    const mode = isPooler ? await poolerMode(url, deadlineMs, "DATABASE_URL") : "none";
    if (mode === "statement") {
      throw new ConfigError(
        "DATABASE_URL",
        "DATABASE_URL leads to a connection pooler in statement mode, which refuses transactions; set its pool_mode to transaction.",
      );
    }
    const there = await place(url, deadlineMs, "DATABASE_URL");
    if (there !== (await place(directUrl, deadlineMs, "DATABASE_DIRECT_URL"))) {
      throw new ConfigError(
        "DATABASE_DIRECT_URL",
        "DATABASE_URL and DATABASE_DIRECT_URL lead to different servers, databases or users; set DATABASE_DIRECT_URL to the server behind the pooler, with the same database and user.",
      );
    }
    return { mode, dropsSettings: false, prepares: mode === "none" || (await keepsPrepared(url, deadlineMs)) };
  });
}

/** Identifies the server, the database and the user. */
function place(url: string, deadlineMs: number, variable: AddressVariable): Promise<string | undefined> {
  return withOneClient(
    url,
    deadlineMs,
    async (client) => {
      const [row] = await client.unsafe<{ place: string }[]>(`
        select concat_ws(' ', oid, session_user, extract(epoch from pg_postmaster_start_time())) as place
        from pg_database where datname = current_database()`);
      return row?.place;
    },
    { variable },
  );
}
