import { rootCode } from "../../lib/errors.ts";
import type { Unanswered } from "../../core/job/remote.ts";
import {
  failureReason,
  GatewayFaultError,
  GatewayTimeoutError,
  NotSentError,
  RedirectError,
  UnexpectedAnswerError,
} from "../gateway-error.ts";

/** Why no connection came to be, where another address may serve better: too slow, or nobody there. */
const UNREACHABLE: ReadonlySet<unknown> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "ETIMEDOUT",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** Time-outs as a server tells them, or something on the way to it. The last two are those of a widespread proxy. */
const TIMEOUT_STATUSES: ReadonlySet<number> = new Set([408, 504, 522, 524]);

/** Whether a call failed because nobody answered in time, a connection that could not be made included. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof GatewayTimeoutError) return true;
  if (error instanceof UnexpectedAnswerError) return error.status !== undefined && isTimeoutStatus(error.status);
  if (error instanceof GatewayFaultError) return isTimeoutStatus(error.fault.status ?? 0);
  if (!(error instanceof NotSentError)) return false;
  const { cause } = error;
  return cause instanceof Error && "code" in cause && UNREACHABLE.has(cause.code);
}

export function isTimeoutStatus(status: number): boolean {
  return TIMEOUT_STATUSES.has(status);
}

/** A failed call as an outcome. */
export function unanswered(error: unknown): Unanswered {
  return {
    kind: "unanswered",
    reason: failureReason(error),
    retryAfterMs: undefined,
    ...(isTimeout(error) ? { timedOut: true } : {}),
    ...(isElsewhere(error) ? { isElsewhere: true } : {}),
  };
}

/** An answer that can't be used, as an outcome. */
export function unusable(
  answer: { readonly status: number; readonly retryAfterMs: number | undefined },
  reason: string,
): Unanswered {
  const { status, retryAfterMs } = answer;
  return { kind: "unanswered", reason, retryAfterMs, ...(isTimeoutStatus(status) ? { timedOut: true } : {}) };
}

/** An answer without any mark of the service, as an outcome: unless something on the way is in trouble, it lives elsewhere. */
export function foreign(
  answer: { readonly status: number; readonly retryAfterMs: number | undefined },
  reason: string,
): Unanswered {
  return { ...unusable(answer, reason), ...(isElsewhereStatus(answer.status) ? { isElsewhere: true } : {}) };
}

function isElsewhere(error: unknown): boolean {
  if (error instanceof RedirectError) return true;
  if (error instanceof UnexpectedAnswerError) return error.status !== undefined && isElsewhereStatus(error.status);
  return error instanceof NotSentError && rootCode(error) === "ENOTFOUND";
}

/** Proxies answer with these while what lies behind them is away or busy. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([403, 408, 425, 429]);

function isElsewhereStatus(status: number): boolean {
  return status < 500 && !PASSING_STATUSES.has(status);
}
