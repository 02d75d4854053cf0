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

/** Reasons why no connection could be opened for which another address may work: too slow, or no server there. */
const UNREACHABLE: ReadonlySet<unknown> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "ETIMEDOUT",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** Statuses with which a server or a proxy reports a time-out. Cloudflare sends the last two. */
const TIMEOUT_STATUSES: ReadonlySet<number> = new Set([408, 504, 522, 524]);

/** Whether a call failed because no answer came in time, or because no connection could be opened. */
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

/** Converts a failed call to an outcome. */
export function unanswered(error: unknown): Unanswered {
  return {
    kind: "unanswered",
    reason: failureReason(error),
    retryAfterMs: undefined,
    ...(isTimeout(error) ? { timedOut: true } : {}),
    ...(isElsewhere(error) ? { isElsewhere: true } : {}),
  };
}

/** Converts an unusable answer to an outcome. */
export function unusable(
  answer: { readonly status: number; readonly retryAfterMs: number | undefined },
  reason: string,
): Unanswered {
  const { status, retryAfterMs } = answer;
  return { kind: "unanswered", reason, retryAfterMs, ...(isTimeoutStatus(status) ? { timedOut: true } : {}) };
}

/** The outcome for an answer that is not the service's. Unless a proxy is in trouble, the address is wrong. */
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

/** Proxies answer with these while the server behind them is unavailable or busy. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([403, 408, 425, 429]);

function isElsewhereStatus(status: number): boolean {
  return status < 500 && !PASSING_STATUSES.has(status);
}
