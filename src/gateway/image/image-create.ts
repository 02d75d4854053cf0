import type { Fault } from "../../core/job/failure.ts";
import { isPlainRefusal, type CreateRules } from "../create.ts";
import { meaningOf } from "../../core/job/gateway-faults.ts";
import { CreatedAnswer, toGuidance } from "../schema.ts";

/** The image service's rules for creates. Source: `docs/gateway.md#images-endpoints` and `#images-errors`. */
export const IMAGE_CREATE: CreateRules = {
  headers: ({ idempotencyKey }) => ({ "idempotency-key": idempotencyKey }),
  created,
  isRefusal,
};

function created(body: unknown) {
  const parsed = CreatedAnswer.safeParse(body);
  if (!parsed.success) return undefined;
  return { remoteId: parsed.data.jobId, guidance: toGuidance(parsed.data.durationGuidance) };
}

/**
 * Whether the error body proves that nothing was made. A 4xx does, with three exceptions. A 5xx does only with a code
 * that occurs only before a job exists, such as capacity. After any other, a repeat with the idempotency key shows it.
 */
function isRefusal(fault: Fault, status: number): boolean {
  if (isPlainRefusal(fault, status)) return true;
  const { unmade } = meaningOf(fault);
  return status >= 500 && (unmade === "always" || unmade === status);
}
