import { ConfigError } from "../lib/errors.ts";
import { databaseErrorCode } from "./failure.ts";
import { withOneClient } from "./one-client.ts";

/** How long the check at the start may take. */
const CHECK_DATABASE_MS = 15_000;

/** PostgreSQL 18 has `uuidv7()`, which the schema uses. */
const MIN_SERVER_VERSION = 180_000;

/** Throws a `ConfigError` naming `DATABASE_URL` when the database at `url` can't be used. */
export async function checkConnection(url: string, deadlineMs: number = CHECK_DATABASE_MS): Promise<void> {
  try {
    await withOneClient(url, deadlineMs, async (client) => {
      const [server] = await client<{ version: number; name: string; may_create: boolean }[]>`
        select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
          has_database_privilege(current_database(), 'create') as may_create`;
      if (server && server.version < MIN_SERVER_VERSION) {
        throw new ConfigError(
          "DATABASE_URL",
          `DATABASE_URL: the server runs PostgreSQL ${server.name}, but Easel needs PostgreSQL 18 or later; upgrade the server, or name another one.`,
        );
      }
      if (server && !server.may_create) {
        throw new ConfigError(
          "DATABASE_URL",
          "DATABASE_URL: the user may not create tables in this database; grant it CREATE, or make it the database's owner.",
        );
      }
    });
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError("DATABASE_URL", `DATABASE_URL: ${reason(error)}`, error);
  }
}

/** One line with the fix. Never includes the address, which may hold a password. */
function reason(error: unknown): string {
  switch (databaseErrorCode(error) ?? "") {
    case "28P01":
    case "28000":
      return "the server refuses this user or password; correct them in the address.";
    case "42501":
      return "the user may not connect to this database; name its own in the address, or grant it CONNECT.";
    case "3D000":
      return "the server has no database of that name; create it, or correct the name in the address.";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "there is no such host; correct the host in the address.";
    case "ECONNREFUSED":
      return "nothing listens there; start the server, or correct host and port in the address.";
    default:
      return "the server can't be reached; check host, port and network, or remove it to use the embedded database.";
  }
}
