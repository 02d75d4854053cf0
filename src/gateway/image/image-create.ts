import type { Fault } from "../../core/job/failure.ts";
import type { CreateOutcome, RemoteCreate } from "../../core/job/remote.ts";
import { isPlainRefusal, sendCreate } from "../create.ts";
import { meaningOf } from "../../core/job/gateway-faults.ts";
import type { GatewayHttp } from "../http/http.ts";
import { CreatedAnswer, toGuidance } from "../schema.ts";

/** Sends one create to the image service. Never rejects. Source: `docs/gateway.md#images-endpoints` and `#images-errors`. */
export function createImage(http: GatewayHttp, create: RemoteCreate, signal: AbortSignal): Promise<CreateOutcome> {
  const headers = { "idempotency-key": create.idempotencyKey };
  return sendCreate(http, create, { headers, created, isRefusal }, signal);
}

function created(body: unknown) {
  const parsed = CreatedAnswer.safeParse(body);
  if (!parsed.success) return undefined;
  return { remoteId: parsed.data.jobId, guidance: toGuidance(parsed.data.durationGuidance) };
}

/**
 * Whether the error body says that nothing was made. A 4xx does, with three exceptions. A 5xx does only where its code is one
 * that is said before any job exists, such as capacity; of all others the idempotency key finds out.
 */
function isRefusal(fault: Fault, status: number): boolean {
  if (isPlainRefusal(fault, status)) return true;
  const { unmade } = meaningOf(fault);
  return status >= 500 && (unmade === "always" || unmade === status);
}
