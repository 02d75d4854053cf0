import type { Fault } from "../../core/job/failure.ts";
import type { CreateOutcome, RemoteCreate } from "../../core/job/remote.ts";
import { isPlainRefusal, sendCreate } from "../create.ts";
import type { GatewayHttp } from "../http/http.ts";
import { CreatedTask } from "./video-schema.ts";

/**
 * Sends one create to the video service, which knows no idempotency keys: whatever is not certain is unknown, and is for nobody
 * to repeat. Never rejects. Source: `docs/gateway.md#videos-create-response` and `#videos-errors`.
 */
export function createVideo(http: GatewayHttp, create: RemoteCreate, signal: AbortSignal): Promise<CreateOutcome> {
  return sendCreate(http, create, { headers: {}, created, isRefusal }, signal);
}

function created(body: unknown) {
  const parsed = CreatedTask.safeParse(body);
  return parsed.success ? { remoteId: parsed.data.id, guidance: undefined } : undefined;
}

/**
 * Only a 4xx with the contract's error object ("Error object") proves that nothing was made. A code or a type may be missing
 * there in practice, but never both, nor the message: what stands in the way of a gateway speaks otherwise.
 */
function isRefusal(fault: Fault, status: number): boolean {
  const proven = fault.message !== undefined && (fault.code !== undefined || fault.type !== undefined);
  return proven && isPlainRefusal(fault, status);
}
