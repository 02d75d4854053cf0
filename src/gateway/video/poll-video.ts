import type { LookOutcome, RemoteJob } from "../../core/job/remote.ts";
import { addressWithKey } from "../http/address.ts";
import { GatewayFaultError, UnexpectedAnswerError } from "../gateway-error.ts";
import type { GatewayHttp } from "../http/http.ts";
import { callJson, type JsonAnswer } from "../http/json-call.ts";
import { outcomeOfRefusal } from "../poll-refusal.ts";
import { faultOfBody } from "../schema.ts";
import { unanswered, unusable } from "../http/timeouts.ts";
import { toVideoSnapshot, VideoTask } from "./video-schema.ts";

/** `docs/gateway.md#videos-endpoints`. */
const VIDEOS = "/v1/videos/";

/** Polls a task. Never rejects. */
export async function lookAtVideo(http: GatewayHttp, remote: RemoteJob, signal: AbortSignal): Promise<LookOutcome> {
  try {
    const answer = await callForTask(http, remote, signal);
    if (answer.status >= 300) return outcomeOfRefusal(answer);
    const task = taskOf(answer, remote);
    if (typeof task === "string") return unusable(answer, task);
    return { kind: "snapshot", snapshot: toVideoSnapshot(task, answer.requestId) };
  } catch (error) {
    return unanswered(error);
  }
}

/** A task's present state. Rejects with a `GatewayFaultError` for an error body, and with other `GatewayError`s. */
export async function readTask(
  http: GatewayHttp,
  remote: RemoteJob,
  signal: AbortSignal,
): Promise<{ readonly task: VideoTask; readonly requestId: string | undefined }> {
  const answer = await callForTask(http, remote, signal);
  const { status, requestId } = answer;
  if (status >= 300) {
    const fault = faultOfBody(status, answer.body, requestId);
    if (fault) throw new GatewayFaultError(fault, answer.retryAfterMs);
    throw new UnexpectedAnswerError(`HTTP ${status} without an error body`, { requestId, status });
  }
  const task = taskOf(answer, remote);
  if (typeof task === "string") throw new UnexpectedAnswerError(task, { requestId });
  return { task, requestId };
}

function callForTask(http: GatewayHttp, remote: RemoteJob, signal: AbortSignal): Promise<JsonAnswer> {
  const path = `${VIDEOS}${encodeURIComponent(remote.remoteId)}`;
  return callJson(http, { method: "GET", ...addressWithKey(remote.baseUrl, remote.apiKey, path) }, signal);
}

/** The task in a 2xx, or why there is none. */
function taskOf(answer: JsonAnswer, remote: RemoteJob): VideoTask | string {
  const parsed = VideoTask.safeParse(answer.body);
  if (!parsed.success) return `HTTP ${answer.status} without a usable task`;
  return parsed.data.id === undefined || parsed.data.id === remote.remoteId ? parsed.data : "the task is another one";
}
