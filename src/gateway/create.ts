import type { Fault } from "../core/job/failure.ts";
import type { CreateOutcome, RemoteCreate } from "../core/job/remote.ts";
import { addressWithKey } from "./http/address.ts";
import { meaningOf } from "../core/job/gateway-faults.ts";
import { failureReason, faultReason, GatewayError } from "./gateway-error.ts";
import type { GatewayHttp } from "./http/http.ts";
import { callJson, type JsonAnswer } from "./http/json-call.ts";
import { faultOfBody } from "./schema.ts";
import { isTimeout, isTimeoutStatus } from "./http/timeouts.ts";

/** The differences between the services' creates. */
export interface CreateRules {
  /** Whether a create can't be repeated. */
  readonly once: boolean;
  /** Headers besides the content type and the key. */
  readonly headers: (create: RemoteCreate) => Readonly<Record<string, string>>;
  /** The created job, from a 2xx; undefined when the answer doesn't contain one. */
  readonly created: (body: unknown) => Pick<Created, "remoteId" | "guidance"> | undefined;
  /** Whether an error body proves that nothing was made. */
  readonly isRefusal: (fault: Fault, status: number) => boolean;
}

type Created = Extract<CreateOutcome, { kind: "created" }>;

/** 4xx statuses after which the job may still exist: time-outs of a server or a proxy. */
const OPEN_STATUSES: ReadonlySet<number> = new Set([408, 499]);

/** Sends one create, once. Never rejects: the result is always an outcome. */
export async function sendCreate(
  http: GatewayHttp,
  create: RemoteCreate,
  rules: CreateRules,
  signal: AbortSignal,
): Promise<CreateOutcome> {
  try {
    const answer = await callJson(
      http,
      {
        method: "POST",
        ...addressWithKey(create.baseUrl, create.apiKey, create.path),
        headers: { "content-type": "application/json", ...rules.headers(create) },
        body: create.body,
        once: rules.once,
      },
      signal,
    );
    return outcomeOfAnswer(answer, rules);
  } catch (error) {
    const certain = error instanceof GatewayError && !error.sent;
    const requestId = error instanceof GatewayError ? error.requestId : undefined;
    const reason = withRequestId(failureReason(error), requestId);
    const timedOut = isTimeout(error) ? ({ timedOut: true } as const) : {};
    return certain
      ? { kind: "not_sent", reason, unreached: true, ...timedOut }
      : {
          kind: "unknown",
          reason,
          ...timedOut,
          ...(requestId === undefined ? {} : { fault: wordless(undefined, requestId) }),
        };
  }
}

/** Whether a 4xx with this fault proves that nothing was made. All do, except time-outs and `submission_failed`. */
export function isPlainRefusal(fault: Fault, status: number): boolean {
  if (fault.code?.toLowerCase() === "submission_failed" || OPEN_STATUSES.has(status)) return false;
  return status < 500;
}

function outcomeOfAnswer(answer: JsonAnswer, rules: CreateRules): CreateOutcome {
  const { status, requestId } = answer;
  const unknown = (reason: string, fault: Fault = wordless(status, requestId)): CreateOutcome => ({
    kind: "unknown",
    reason: withRequestId(reason, requestId),
    fault,
    ...(isTimeoutStatus(status) ? { timedOut: true } : {}),
  });
  if (status < 300) {
    const created = rules.created(answer.body);
    return created ? { kind: "created", requestId, ...created } : unknown(`HTTP ${status} without a usable id`);
  }
  const fault = faultOfBody(status, answer.body, requestId);
  if (!fault) return unknown(`HTTP ${status} without an error body`);
  if (!rules.isRefusal(fault, status)) return unknown(faultReason(fault), fault);
  return { kind: "refused", fault, later: isLater(fault, status), retryAfterMs: answer.retryAfterMs };
}

/** A fault with a status and a request id only. */
function wordless(status: number | undefined, requestId: string | undefined): Fault {
  return { status, code: undefined, type: undefined, message: undefined, param: undefined, requestId };
}

/**
 * Whether a later try may succeed. 429 means quota or concurrency, which free up with time; a spent cap or balance does not,
 * whatever its status.
 */
function isLater(fault: Fault, status: number): boolean {
  const meaning = meaningOf(fault);
  return meaning.later || (status === 429 && meaning.aboutKey === undefined);
}

/** Appends the id with which the gateway's operator can look the request up. */
function withRequestId(reason: string, requestId: string | undefined): string {
  return requestId === undefined ? reason : `${reason} (request ${requestId})`;
}
