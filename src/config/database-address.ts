import { ConfigError } from "../lib/errors.ts";

/** libpq's modes; the driver would take any other word for `verify-full`. */
const SSL_MODES: readonly string[] = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/**
 * Reads a database's address. Throws a `ConfigError` if it is invalid, whose message never repeats it: it may hold a password.
 */
function databaseAddress(variable: "DATABASE_URL" | "DATABASE_DIRECT_URL", given: string): string {
  // Everything after it would be ignored, often with the host: passwords may contain it.
  if (given.includes("#")) {
    throw new ConfigError(variable, `${variable} contains a #; in a user or password, write it as %23.`);
  }
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === "" || url.pathname.length < 2) {
    const without = variable === "DATABASE_URL" ? "use the embedded database" : "use DATABASE_URL alone";
    throw new ConfigError(
      variable,
      `${variable} is not a PostgreSQL address; set it to postgres://user:password@host:5432/database, or remove it to ${without}.`,
    );
  }
  const mode = url.searchParams.get("sslmode");
  if (mode !== null && !SSL_MODES.includes(mode)) {
    throw new ConfigError(variable, `${variable} has an unknown sslmode; set it to one of ${SSL_MODES.join(", ")}.`);
  }
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    throw new ConfigError(
      variable,
      `${variable} has a % in its user or password that is not part of a code such as %40; write it as %25.`,
    );
  }
  return given;
}

/** The addresses of an external database; both undefined for the embedded one. */
export interface DatabaseAddressConfig {
  readonly databaseUrl: string | undefined;
  /** The address that bypasses the connection pooler at `databaseUrl`, if there is one. */
  readonly databaseDirectUrl: string | undefined;
}

/** Reads `DATABASE_URL` and `DATABASE_DIRECT_URL`. Throws a `ConfigError`. */
export function databaseAddresses(url: string | undefined, directUrl: string | undefined): DatabaseAddressConfig {
  if (url === undefined && directUrl !== undefined) {
    throw new ConfigError(
      "DATABASE_DIRECT_URL",
      "DATABASE_DIRECT_URL is set without DATABASE_URL; set DATABASE_URL to the pooler's address, or to this one and remove DATABASE_DIRECT_URL.",
    );
  }
  return {
    databaseUrl: url === undefined ? undefined : databaseAddress("DATABASE_URL", url),
    databaseDirectUrl: directUrl === undefined ? undefined : databaseAddress("DATABASE_DIRECT_URL", directUrl),
  };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
