import { ConfigError, EaselError, isRetryable } from "../../lib/errors.ts";
import type { FileFault } from "../request/file-problem.ts";

/**
 * Why a platform refused or failed. `gone`: the conversation or message no longer exists; `forbidden`: the bot lacks permission;
 * `closed`: a direct message, and the person can't be written to.
 */
export const PLATFORM_FAILURES = [
  "gone",
  "forbidden",
  "closed",
  "too_large",
  "rate_limited",
  "unavailable",
  "rejected",
] as const;
export type PlatformFailure = (typeof PLATFORM_FAILURES)[number];

/**
 * An event was handled, but its answer did not reach the person. The platform must not say that the event failed. If it
 * redelivers the event, the same answer is given again.
 */
export class AnswerNotDeliveredError extends EaselError {
  constructor(cause: unknown) {
    super("untold", "the event was handled, but its answer could not be delivered", {
      retryable: isRetryable(cause),
      cause,
    });
  }
}

/** A chat platform did not carry out a call. */
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
 * The part of a platform's setup that a person must fix: the bot's token, Slack's app-level token or its Socket Mode, the intents
 * (what the bot may read), the address, or a version of Easel that is too old for the platform.
 */
export type RefusalReason = "token" | "app_token" | "socket_mode" | "intents" | "address" | "outdated";

/** The platform refuses us permanently. Fatal at start, but not in a running process. */
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
  external: "rejected",
  host: "rejected",
  gone: "gone",
};

/** A platform refuses us a file, for a reason that people can fix. */
export class FileError extends PlatformError {
  readonly fault: FileFault;

  constructor(fault: FileFault, message: string, cause?: unknown) {
    super(FAILURES[fault.why], message, cause);
    this.fault = fault;
  }
}
