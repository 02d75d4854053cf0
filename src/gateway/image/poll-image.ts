import type { LookOutcome, RemoteJob } from "../../core/job/remote.ts";
import type { GatewayHttp } from "../http/http.ts";
import { jobAddress } from "./image-routes.ts";
import { callJson, type JsonAnswer } from "../http/json-call.ts";
import { outcomeOfRefusal } from "../poll-refusal.ts";
import { SnapshotAnswer, toSnapshot } from "../schema.ts";
import { foreign, unanswered, unusable } from "../http/timeouts.ts";

/** Means a wrong route, not a missing job: `docs/gateway.md#images-error-codes`. */
const WRONG_ROUTE = "unsupported_images_endpoint";

/** Polls a job, or asks to cancel it: both return its snapshot. Never rejects. */
export async function callForSnapshot(
  http: GatewayHttp,
  method: "GET" | "DELETE",
  remote: RemoteJob,
  signal: AbortSignal,
): Promise<LookOutcome> {
  try {
    return lookOutcome(await callJson(http, { method, ...jobAddress(remote, "") }, signal), remote);
  } catch (error) {
    return unanswered(error);
  }
}

/** Converts an answer to an outcome for the job. */
function lookOutcome(answer: JsonAnswer, remote: RemoteJob): LookOutcome {
  const { status, requestId } = answer;
  if (status >= 300) {
    const outcome = outcomeOfRefusal(answer);
    return outcome.kind === "missing" && outcome.fault.code === WRONG_ROUTE ? foreign(answer, WRONG_ROUTE) : outcome;
  }
  const parsed = SnapshotAnswer.safeParse(answer.body);
  if (!parsed.success) return foreign(answer, `HTTP ${status} without a usable snapshot`);
  if (parsed.data.jobId !== undefined && parsed.data.jobId !== remote.remoteId) {
    return unusable(answer, "the snapshot is another job's");
  }
  return { kind: "snapshot", snapshot: toSnapshot(parsed.data, requestId) };
}
