import type { LookOutcome, RemoteJob } from "../job/remote.ts";
import { failureReason, faultReason } from "./gateway-error.ts";
import type { GatewayHttp } from "./http.ts";
import { jobAddress } from "./image-routes.ts";
import { callJson, type JsonAnswer } from "./json-call.ts";
import { faultOfBody, SnapshotAnswer, toSnapshot } from "./schema.ts";

/** The route is wrong, not the job: `contract/image-service.md`, "Static codes". */
const WRONG_ROUTE = "unsupported_images_endpoint";

/** Looks at a job, or asks to cancel it: both answer with its snapshot. Never rejects. */
export async function callForSnapshot(
  http: GatewayHttp,
  method: "GET" | "DELETE",
  remote: RemoteJob,
  signal: AbortSignal,
): Promise<LookOutcome> {
  try {
    return lookOutcome(await callJson(http, { method, ...jobAddress(remote, "") }, signal), remote);
  } catch (error) {
    return { kind: "unanswered", reason: failureReason(error), retryAfterMs: undefined };
  }
}

/**
 * What an answer says of the job. Only the gateway's own error body counts as its word: a bare 404 or 403 may come from
 * anything on the way.
 */
function lookOutcome(answer: JsonAnswer, remote: RemoteJob): LookOutcome {
  const { status, requestId, retryAfterMs } = answer;
  if (status < 300) {
    const parsed = SnapshotAnswer.safeParse(answer.body);
    if (!parsed.success)
      return { kind: "unanswered", reason: `HTTP ${status} without a usable snapshot`, retryAfterMs };
    if (parsed.data.jobId !== undefined && parsed.data.jobId !== remote.remoteId) {
      return { kind: "unanswered", reason: "the snapshot is another job's", retryAfterMs };
    }
    return { kind: "snapshot", snapshot: toSnapshot(parsed.data, requestId) };
  }
  const fault = faultOfBody(status, answer.body, requestId);
  if (!fault) return { kind: "unanswered", reason: `HTTP ${status} without an error body`, retryAfterMs };
  if (status === 404 && fault.code !== WRONG_ROUTE) return { kind: "missing", fault };
  if (status === 410) return { kind: "expired", fault };
  if (status === 401 || status === 403) return { kind: "denied", fault };
  return { kind: "unanswered", reason: faultReason(fault), retryAfterMs };
}
