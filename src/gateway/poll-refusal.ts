import type { LookOutcome } from "../core/job/remote.ts";
import { faultReason } from "./gateway-error.ts";
import type { JsonAnswer } from "./http/json-call.ts";
import { faultOfBody } from "./schema.ts";
import { foreign, unusable } from "./http/timeouts.ts";

/**
 * Converts an answer that is not a 2xx to an outcome for a remote job. Only the gateway's own error body counts: any proxy can
 * send a bare 404 or 403.
 */
export function outcomeOfRefusal(answer: JsonAnswer): Exclude<LookOutcome, { kind: "snapshot" }> {
  const { status } = answer;
  const fault = faultOfBody(status, answer.body, answer.requestId);
  if (!fault) return foreign(answer, `HTTP ${status} without an error body`);
  if (status === 404) return { kind: "missing", fault };
  if (status === 410) return { kind: "expired", fault };
  if (status === 401 || status === 403) return { kind: "denied", fault };
  return unusable(answer, faultReason(fault));
}
