import type postgres from "postgres";
import { ConfigError } from "../lib/errors.ts";
import { databaseErrorCode } from "./database-failure.ts";
import { type AddressVariable, withOneClient } from "./one-client.ts";

/** PostgreSQL 18 has `uuidv7()`, which the schema uses. */
const MIN_SERVER_VERSION = 180_000;

/** How long each step of the check at the start may take. */
export const CHECK_DATABASE_MS = 15_000;

/**
 * Throws a `ConfigError` naming `variable` when the database at `url` can't be used. Tells PostgreSQL from a pooler by the
 * process id sent when the connection opens: PostgreSQL sends the answering process's, a pooler an invented one.
 */
export async function checkConnection(
  url: string,
  deadlineMs: number = CHECK_DATABASE_MS,
  variable: AddressVariable = "DATABASE_URL",
): Promise<"postgres" | "pooler"> {
  const check = async (client: postgres.Sql): Promise<"postgres" | "pooler"> => {
    const rows = await client<{ version: number; name: string; may_create: boolean; pid: number }[]>`
      select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
        has_database_privilege(current_database(), 'create') as may_create, pg_backend_pid() as pid`;
    const [server] = rows;
    if (server && server.version < MIN_SERVER_VERSION) {
      throw new ConfigError(
        variable,
        `${variable}: the server runs PostgreSQL ${server.name}, but Easel needs PostgreSQL 18 or later; upgrade the server, or name another one.`,
      );
    }
    if (server && !server.may_create) {
      throw new ConfigError(
        variable,
        `${variable}: the user may not create tables in this database; grant it CREATE, or make it the database's owner.`,
      );
    }
    return server?.pid === rows.state.pid ? "postgres" : "pooler";
  };
  return explained(variable, () => withOneClient(url, deadlineMs, check, { variable }));
}

/** Turns a connection's failure into a `ConfigError` that names the variable and the fix. */
export async function explained<T>(variable: AddressVariable, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(variable, `${variable}: ${reason(error)}`, error);
  }
}

const UNREACHABLE =
  "the server can't be reached; check host, port and network, or remove it to use the embedded database.";

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
    case "53300":
      return "the server has no connection left for Easel; raise max_connections, run fewer processes, or put a pooler in between.";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "there is no such host; correct the host in the address.";
    case "08P01":
      return "the pooler there refuses the connection; look for the reason in its log.";
    case "CERT_HAS_EXPIRED":
      return "the server's certificate has expired; renew it there.";
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return "the server's certificate is for another host name; write the host in the address as the certificate does.";
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return "this machine doesn't trust the server's certificate; set NODE_EXTRA_CA_CERTS to the file of the authority that issued it.";
    case "ECONNRESET":
      // Node says so if the server refuses TLS before it begins.
      if (!isRefusedTls(error)) return UNREACHABLE;
      return "the server offers no TLS; turn it on there (ssl = on), or remove sslmode from the address.";
    case "ECONNREFUSED":
      return "nothing listens there; start the server, or correct host and port in the address.";
    default:
      return UNREACHABLE;
  }
}

function isRefusedTls(error: unknown): boolean {
  return error instanceof Error && error.message.includes("before secure TLS connection");
}
