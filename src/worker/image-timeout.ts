import type { DurationGuidance } from "../core/job/remote.ts";
import { DEFAULT_IMAGE_TIMEOUT_MS, GUIDANCE_GRACE_MS } from "../lib/limits.ts";

/** How long after its create a picture is overdue, according to the gateway's guidance, if any. */
export function imageTimeoutMs(guidance: DurationGuidance | undefined): number {
  return (guidance ? guidance.timeoutSeconds * 1000 : DEFAULT_IMAGE_TIMEOUT_MS) + GUIDANCE_GRACE_MS;
}

/**
 * By how much new guidance moves a running picture's deadline; undefined if it does not count. Only a first or a longer time-out
 * counts. A shorter one may be the remaining time rather than the whole, and would cost the member time.
 */
export function deadlineMoveMs(known: DurationGuidance | undefined, guidance: DurationGuidance): number | undefined {
  const moveMs = imageTimeoutMs(guidance) - imageTimeoutMs(known);
  return known && moveMs <= 0 ? undefined : moveMs;
}
