import type { CreateOutcome, Fault, RemoteCreate } from "../job/remote.ts";
import { meaningOf } from "./errors.ts";
import { failureReason, faultReason, GatewayError } from "./gateway-error.ts";
import type { GatewayHttp } from "./http.ts";
import { addressWithKey } from "./image-routes.ts";
import { callJson, type JsonAnswer } from "./json-call.ts";
import { CreatedAnswer, faultOfBody, toGuidance } from "./schema.ts";

/** 4xx that say nothing of whether the job was made: a time-out of the server, and one on the way to it. */
const OPEN_STATUSES: ReadonlySet<number> = new Set([408, 499]);

/** Sends one create to the image service. Never rejects. Source: `contract/image-service.md`, "Endpoints" and "Errors". */
export async function createImage(
  http: GatewayHttp,
  create: RemoteCreate,
  signal: AbortSignal,
): Promise<CreateOutcome> {
  try {
    const answer = await callJson(
      http,
      {
        method: "POST",
        ...addressWithKey(create.baseUrl, create.apiKey, create.path),
        headers: { "content-type": "application/json", "idempotency-key": create.idempotencyKey },
        body: create.body,
      },
      signal,
    );
    return outcomeOfAnswer(answer);
  } catch (error) {
    const certain = error instanceof GatewayError && !error.sent;
    return { kind: certain ? "not_sent" : "unknown", reason: failureReason(error) };
  }
}

function outcomeOfAnswer(answer: JsonAnswer): CreateOutcome {
  const { status, requestId } = answer;
  if (status < 300) {
    const created = CreatedAnswer.safeParse(answer.body);
    if (!created.success) return { kind: "unknown", reason: `HTTP ${status} without a usable jobId` };
    const { jobId, durationGuidance } = created.data;
    return { kind: "created", remoteId: jobId, requestId, guidance: toGuidance(durationGuidance) };
  }
  const fault = faultOfBody(status, answer.body, requestId);
  if (!fault) return { kind: "unknown", reason: `HTTP ${status} without an error body` };
  if (!isRefusal(fault, status)) return { kind: "unknown", reason: faultReason(fault) };
  return { kind: "refused", fault, later: isLater(fault, status), retryAfterMs: answer.retryAfterMs };
}

/**
 * Whether the error body says that nothing was made. A 4xx does, with three exceptions. A 5xx does only where its code is one
 * that is said before any job exists, such as capacity; of all others the idempotency key finds out.
 */
function isRefusal(fault: Fault, status: number): boolean {
  if (fault.code?.toLowerCase() === "submission_failed" || OPEN_STATUSES.has(status)) return false;
  if (status < 500) return true;
  const { unmade } = meaningOf(fault);
  return unmade === "always" || unmade === status;
}

/** 429 is quota or concurrency, which time frees; a spent cap or balance it does not, whatever status tells of it. */
function isLater(fault: Fault, status: number): boolean {
  const meaning = meaningOf(fault);
  return meaning.later || (status === 429 && meaning.aboutKey === undefined);
}
