import type { MediaRequest } from "../../request/request.ts";
import type { EffectivePolicy, Ruled } from "./policy.ts";

/** The rule by which a clip's price is confirmed first; undefined where none does. */
export function confirmedBy(request: MediaRequest, policy: EffectivePolicy): Ruled<number> | undefined {
  const { confirmSeconds } = policy;
  return request.kind === "video" && confirmSeconds && request.billedSeconds > confirmSeconds.value
    ? confirmSeconds
    : undefined;
}

/** The rule by which an admin has to approve it; undefined where none does. */
export function approvedBy(
  request: MediaRequest,
  { approveSeconds, approveCount }: Pick<EffectivePolicy, "approveSeconds" | "approveCount">,
): Ruled<number> | undefined {
  if (request.kind === "video") {
    return approveSeconds && request.billedSeconds > approveSeconds.value ? approveSeconds : undefined;
  }
  return approveCount && request.count > approveCount.value ? approveCount : undefined;
}
