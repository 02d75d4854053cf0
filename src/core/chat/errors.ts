import { ConfigError, EaselError, isRetryable } from "../../lib/errors.ts";
import type { FileFault } from "../request/file-problem.ts";

/** Why a platform refused or failed. `gone`: the conversation or message no longer exists; `forbidden`: the bot may not. */
export type PlatformFailure = "gone" | "forbidden" | "too_large" | "rate_limited" | "unavailable" | "rejected";

/**
 * An event was dealt with, but the one who caused it could not be told. The platform must not say that nothing was taken; where
 * it delivers again, the same answer comes again.
 */
export class UntoldError extends EaselError {
  constructor(cause: unknown) {
    super("untold", "the event was dealt with, but its answer was not delivered", {
      retryable: isRetryable(cause),
      cause,
    });
  }
}

/** A chat platform did not do what it was asked. */
export class PlatformError extends EaselError {
  readonly failure: PlatformFailure;

  constructor(failure: PlatformFailure, message: string, cause?: unknown) {
    super(`platform_${failure}`, message, {
      retryable: failure === "rate_limited" || failure === "unavailable",
      cause,
    });
    this.failure = failure;
  }
}

/**
 * What of a platform's settings only a person can fix: the bot's token, Slack's app-level token, what the bot may read, the
 * address, or a version of Easel that is too old for the platform.
 */
export type RefusalReason = "token" | "app_token" | "intents" | "address" | "outdated";

/** The platform refuses us for a reason that no repetition changes. Ends a start, but not a process that is running. */
export class PlatformRefusal extends ConfigError {
  readonly why: RefusalReason;

  constructor(why: RefusalReason, variable: string, message: string) {
    super(variable, message);
    this.why = why;
  }
}

const FAILURES: Readonly<Record<FileFault["why"], PlatformFailure>> = {
  scope: "forbidden",
  page: "forbidden",
  foreign: "forbidden",
  host: "rejected",
  gone: "gone",
};

/** A platform does not give us a file, for a reason that people can do something about. */
export class FileError extends PlatformError {
  readonly fault: FileFault;

  constructor(fault: FileFault, message: string, cause?: unknown) {
    super(FAILURES[fault.why], message, cause);
    this.fault = fault;
  }
}
