import { ConfigError } from "../lib/errors.ts";

/** Reads `DATABASE_URL`. Throws a `ConfigError` for an invalid address. Messages never repeat it, because it may hold a password. */
export function databaseAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === "" || url.pathname.length < 2) {
    throw new ConfigError(
      "DATABASE_URL",
      "DATABASE_URL is not a PostgreSQL address; set it to postgres://user:password@host:5432/database, or remove it to use the embedded database.",
    );
  }
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    throw new ConfigError(
      "DATABASE_URL",
      "DATABASE_URL has a % in its user or password that is not part of a code such as %40; write it as %25.",
    );
  }
  return given;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
