import type { MediaRequest } from "../../request/request.ts";
import type { EffectivePolicy, Ruled } from "./policy.ts";

/** The rule that requires confirming a clip's price; undefined if there is none. */
export function confirmedBy(request: MediaRequest, policy: EffectivePolicy): Ruled<number> | undefined {
  const { confirmSeconds } = policy;
  return request.kind === "video" && confirmSeconds && request.billedSeconds > confirmSeconds.value
    ? confirmSeconds
    : undefined;
}

/** The rule that requires an admin's approval; undefined if there is none. */
export function approvedBy(
  request: MediaRequest,
  { approveSeconds, approveCount }: Pick<EffectivePolicy, "approveSeconds" | "approveCount">,
): Ruled<number> | undefined {
  if (request.kind === "video") {
    return approveSeconds && request.billedSeconds > approveSeconds.value ? approveSeconds : undefined;
  }
  return approveCount && request.count > approveCount.value ? approveCount : undefined;
}
