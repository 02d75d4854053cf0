/** Codes of postgres.js and the operating system for a missing connection. */
const CONNECTION_CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** The code of a database error: a SQLSTATE or a connection code. drizzle keeps the driver's error as the cause. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("code" in current && typeof current.code === "string") return current.code;
  }
  return undefined;
}

/** Whether the connection itself is lost, rather than just a statement. */
export function isConnectionLost(error: unknown): boolean {
  return CONNECTION_CODES.has(databaseErrorCode(error) ?? "");
}

/**
 * Whether the database is unavailable, as opposed to a wrong statement. Class 08: connection exceptions. 57P: the server is
 * stopping or starting. 53: too few resources. 57014: the statement took too long. 55P03: a lock was not available in time
 * (PostgreSQL documentation, appendix A).
 */
export function isConnectionFailure(error: unknown): boolean {
  const code = databaseErrorCode(error);
  if (code === undefined) return false;
  return CONNECTION_CODES.has(code) || /^(?:08|57P|53)/.test(code) || code === "57014" || code === "55P03";
}

/** Failures before the first byte of a statement was sent. */
const NEVER_CONNECTED = new Set([
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/**
 * Whether a statement may have taken effect although the call failed. False if there was no connection, or if PostgreSQL itself
 * refused the statement (53, 57P03) or ended it (57014, 55P03).
 */
export function mayHaveRun(error: unknown): boolean {
  const code = databaseErrorCode(error) ?? "";
  return !NEVER_CONNECTED.has(code) && !/^(?:53|57P03|57014|55P03)/.test(code);
}

/** Whether one of our functions refused to wait for a change of an organisation's quotas. */
export function isBusy(error: unknown): boolean {
  return databaseErrorCode(error) === "EA003";
}

/** Whether PostgreSQL ended this transaction to resolve a deadlock. A retry may succeed. */
export function isDeadlock(error: unknown): boolean {
  return databaseErrorCode(error) === "40P01";
}

/**
 * Whether a prepared statement was missing, already existed, or had been planned for another schema and could not be replanned
 * (PostgreSQL documentation, appendix A: 26000, 42P05; `RevalidateCachedQuery`: "cached plan must not change result type").
 */
export function isNotPrepared(error: unknown): boolean {
  const code = databaseErrorCode(error) ?? "";
  if (code !== "0A000") return code === "26000" || code === "42P05";
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("routine" in current && current.routine === "RevalidateCachedQuery") return true;
  }
  return false;
}

/**
 * Whether a statement was refused because a transaction that failed earlier was never ended on its connection (25P02). postgres.js
 * prepares its own `rollback`, which fails too if the pooler has lost it.
 */
export function isStillAborted(error: unknown): boolean {
  return databaseErrorCode(error) === "25P02";
}
