import type { Fault } from "../core/job/failure.ts";
import { EaselError } from "../lib/errors.ts";

/** Details of a failed call. */
interface GatewayErrorFacts {
  /** False only when it is certain that no byte of the request left this process. */
  readonly sent: boolean;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** A call to the gateway without a usable answer. The message never holds a key or any part of the request's body. */
export class GatewayError extends EaselError {
  readonly sent: boolean;
  readonly requestId: string | undefined;

  constructor(code: string, message: string, facts: GatewayErrorFacts) {
    super(code, message, { retryable: true, cause: facts.cause });
    this.sent = facts.sent;
    this.requestId = facts.requestId;
  }
}

/** No connection could be opened, or the request could not be written to one. `sent` is false. */
export class NotSentError extends GatewayError {
  constructor(message: string, cause?: unknown) {
    super("gateway_not_sent", message, { sent: false, cause });
  }
}

/** The connection broke after sending had begun. */
export class ConnectionBrokenError extends GatewayError {
  constructor(message: string, cause?: unknown) {
    super("gateway_connection_broken", message, { sent: true, cause });
  }
}

/** The body could not be read to its end. Sending may have begun. */
export class StoredBodyError extends GatewayError {
  constructor(hash: string, cause?: unknown) {
    super("gateway_stored_body", `the stored content ${hash} could not be read completely`, { sent: true, cause });
  }
}

/** The answer did not arrive, or stopped arriving, for too long. */
export class GatewayTimeoutError extends GatewayError {
  constructor(message: string, facts: GatewayErrorFacts) {
    super("gateway_timeout", message, facts);
  }
}

/** We ended the call ourselves, through its signal. */
export class CallStoppedError extends GatewayError {
  constructor(sent: boolean, cause: unknown) {
    super("gateway_call_stopped", "the call was stopped", { sent, cause });
  }
}

/** The gateway answered with a redirect. No call with a key follows one: the key goes to the configured address only. */
export class RedirectError extends GatewayError {
  /** The header as it came. Not in the message: the address may open a clip without a key. */
  readonly location: string | undefined;

  constructor(message: string, requestId: string | undefined, location: string | undefined) {
    super("gateway_redirect", message, { sent: true, requestId });
    this.location = location;
  }
}

/** The answer exceeds the limit for its kind. */
export class AnswerTooLargeError extends GatewayError {
  constructor(maxBytes: number, requestId: string | undefined) {
    super("gateway_answer_too_large", `the answer is larger than ${maxBytes} bytes`, { sent: true, requestId });
  }
}

/** The answer doesn't follow the contract: HTML, broken JSON, a missing field, an unknown encoding. */
export class UnexpectedAnswerError extends GatewayError {
  /** HTTP status, if the answer itself is the problem. */
  readonly status: number | undefined;

  constructor(message: string, facts: Omit<GatewayErrorFacts, "sent"> & { readonly status?: number } = {}) {
    super("gateway_unexpected_answer", message, { ...facts, sent: true });
    this.status = facts.status;
  }
}

/** The answer is neither JSON nor a web page. */
export class NotJsonError extends UnexpectedAnswerError {}

/** The gateway answered with an error body. */
export class GatewayFaultError extends GatewayError {
  readonly fault: Fault;
  /** The requested wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(fault: Fault, retryAfterMs: number | undefined) {
    super("gateway_fault", faultReason(fault), { sent: true, requestId: fault.requestId });
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A fault in a few words for the log, e.g. `HTTP 404 not_found`. */
export function faultReason(fault: Fault): string {
  const what = fault.code ?? fault.type;
  return `HTTP ${fault.status ?? "?"}${what === undefined ? "" : ` ${what}`}`;
}

/** Any failure in a few words for the log. */
export function failureReason(error: unknown): string {
  if (error instanceof GatewayError) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : "an unknown failure";
}
