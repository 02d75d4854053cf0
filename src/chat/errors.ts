import { EaselError, isRetryable } from "../errors.ts";

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
