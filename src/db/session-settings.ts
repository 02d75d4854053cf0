import { STATEMENT_TIMEOUT_MS } from "../lib/limits.ts";

/**
 * PostgreSQL ends the session of a longer transaction. The other limits don't apply to a process that stalls between the messages
 * of one statement: its locks would stay until it continues. Longer than any call.
 */
export const TRANSACTION_TIMEOUT_MS = 15_000;

/** PostgreSQL ends a session that leaves a transaction open for this long: its locks would block others. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** A statement that waits this long for a lock fails, so that its caller can try again. */
const LOCK_TIMEOUT_MS = 5_000;

/** PostgreSQL's settings by name. Numbers are milliseconds. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/** The name that PostgreSQL shows for the program's connections. */
export const APPLICATION_NAME = "easel";

/**
 * The settings under which the program's statements run. `role`: the role to switch to; undefined: the address's user. A
 * statement that waits for a lock ends after `lockTimeoutMs`.
 */
export function sessionSettings(role?: string, lockTimeoutMs: number = LOCK_TIMEOUT_MS): SessionSettings {
  return {
    // Compiling takes longer than running any of our statements.
    jit: "off",
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    transaction_timeout: TRANSACTION_TIMEOUT_MS,
    ...(role === undefined ? {} : { role }),
  };
}
