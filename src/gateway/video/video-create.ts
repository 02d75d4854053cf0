import type { Fault } from "../../core/job/failure.ts";
import { isPlainRefusal, type CreateRules } from "../create.ts";
import { CreatedTask } from "./video-schema.ts";

/**
 * The video service's rules for creates. It has no idempotency keys: an uncertain outcome is unknown, and must not be
 * repeated. Source: `docs/gateway.md#videos-create-response` and `#videos-errors`.
 */
export const VIDEO_CREATE: CreateRules = { headers: () => ({}), created, isRefusal };

function created(body: unknown) {
  const parsed = CreatedTask.safeParse(body);
  return parsed.success ? { remoteId: parsed.data.id, guidance: undefined } : undefined;
}

/**
 * Only a 4xx with the contract's error object ("Error object") proves that nothing was made. In practice a code or a type may
 * be missing, but never both, nor the message: proxies answer differently.
 */
function isRefusal(fault: Fault, status: number): boolean {
  const proven = fault.message !== undefined && (fault.code !== undefined || fault.type !== undefined);
  return proven && isPlainRefusal(fault, status);
}
