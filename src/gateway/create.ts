import type { Fault } from "../core/job/failure.ts";
import type { CreateOutcome, RemoteCreate } from "../core/job/remote.ts";
import { addressWithKey } from "./http/address.ts";
import { meaningOf } from "../core/job/gateway-faults.ts";
import { failureReason, faultReason, GatewayError } from "./gateway-error.ts";
import type { GatewayHttp } from "./http/http.ts";
import { callJson, type JsonAnswer } from "./http/json-call.ts";
import { faultOfBody } from "./schema.ts";
import { isTimeout, isTimeoutStatus } from "./http/timed-out.ts";

/** What differs between the services' creates. */
export interface CreateRules {
  /** Besides the content type and the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** What was made, as a 2xx tells it; undefined when it doesn't. */
  readonly created: (body: unknown) => Pick<Created, "remoteId" | "guidance"> | undefined;
  /** Whether an error body proves that nothing was made. */
  readonly isRefusal: (fault: Fault, status: number) => boolean;
}

type Created = Extract<CreateOutcome, { kind: "created" }>;

/** 4xx that say nothing of whether the job was made: a time-out of the server, and one on the way to it. */
const OPEN_STATUSES: ReadonlySet<number> = new Set([408, 499]);

/** Sends one create, once. Never rejects: how it ended is the outcome. */
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
        headers: { "content-type": "application/json", ...rules.headers },
        body: create.body,
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
      : { kind: "unknown", reason, ...timedOut };
  }
}

/** Whether a 4xx with this fault says that nothing was made: all do but time-outs, and `submission_failed` by its meaning. */
export function isPlainRefusal(fault: Fault, status: number): boolean {
  if (fault.code?.toLowerCase() === "submission_failed" || OPEN_STATUSES.has(status)) return false;
  return status < 500;
}

function outcomeOfAnswer(answer: JsonAnswer, rules: CreateRules): CreateOutcome {
  const { status, requestId } = answer;
  const unknown = (reason: string): CreateOutcome => ({
    kind: "unknown",
    reason: withRequestId(reason, requestId),
    ...(isTimeoutStatus(status) ? { timedOut: true } : {}),
  });
  if (status < 300) {
    const created = rules.created(answer.body);
    return created ? { kind: "created", requestId, ...created } : unknown(`HTTP ${status} without a usable id`);
  }
  const fault = faultOfBody(status, answer.body, requestId);
  if (!fault) return unknown(`HTTP ${status} without an error body`);
  if (!rules.isRefusal(fault, status)) return unknown(faultReason(fault));
  return { kind: "refused", fault, later: isLater(fault, status), retryAfterMs: answer.retryAfterMs };
}

/** 429 is quota or concurrency, which time frees; a spent cap or balance it does not, whatever status tells of it. */
function isLater(fault: Fault, status: number): boolean {
  const meaning = meaningOf(fault);
  return meaning.later || (status === 429 && meaning.aboutKey === undefined);
}

/** With the id under which the gateway's operator finds what became of it. */
function withRequestId(reason: string, requestId: string | undefined): string {
  return requestId === undefined ? reason : `${reason} (request ${requestId})`;
}
