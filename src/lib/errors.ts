/**
 * The base of all errors. Every error that crosses a module carries a stable `code`, says whether a retry can help
 * (`retryable`), and keeps its cause (`cause`). User-facing text is rendered only at the chat edge.
 */
export class EaselError extends Error {
  readonly code: string;
  readonly retryable: boolean;

  constructor(code: string, message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}

/** The start is refused. `message` names the variable and the fix, in one line. Exit code 1. */
export class ConfigError extends EaselError {
  readonly variable: string;

  constructor(variable: string, message: string, cause?: unknown) {
    super("config", message, { cause });
    this.variable = variable;
  }
}

/** The database did not answer in time, or can't be reached. Anything unconfirmed counts as not done. */
export class DatabaseUnavailableError extends EaselError {
  /** False when the statement certainly had no effect: it never reached the database, or the database ended it. */
  readonly mayHaveRun: boolean;

  constructor(message: string, cause?: unknown, mayHaveRun = true) {
    super("database_unavailable", message, { retryable: true, cause });
    this.mayHaveRun = mayHaveRun;
  }
}

/**
 * Another transaction is changing what the statement needs, for example an organisation's quotas. The statement had no effect.
 */
export class DatabaseBusyError extends DatabaseUnavailableError {
  constructor(message: string, cause?: unknown) {
    super(message, cause, false);
  }
}

/** The connection was lost while a request was being committed: it may or may not have been accepted. */
export class CommitUnknownError extends EaselError {
  constructor(cause: unknown) {
    super("commit_unknown", "the outcome of a commit is unknown", { retryable: true, cause });
  }
}

/** Whether a retry can help. Errors of unknown origin are not retryable. */
export function isRetryable(error: unknown): boolean {
  return error instanceof EaselError && error.retryable;
}

/** The system's own code behind an error, such as `ECONNREFUSED`, even if several libraries wrapped it. */
export function rootCode(error: unknown): string | undefined {
  let code: string | undefined;
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("code" in current && typeof current.code === "string" && /^[A-Z][A-Z0-9_]+$/.test(current.code)) {
      code = current.code;
    }
  }
  return code;
}
