import { EaselError } from "../errors.ts";

/** Why a platform refused or failed. `gone`: the conversation or message no longer exists; `forbidden`: the bot may not. */
export type PlatformFailure = "gone" | "forbidden" | "too_large" | "rate_limited" | "unavailable" | "rejected";

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
