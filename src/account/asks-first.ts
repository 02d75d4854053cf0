import type { MediaRequest } from "../request/request.ts";
import type { EffectivePolicy, Ruled } from "./policy.ts";

/** The rule by which a clip's price is confirmed first; undefined where none does. */
export function confirmedBy(request: MediaRequest, policy: EffectivePolicy): Ruled<number> | undefined {
  const { confirmSeconds } = policy;
  return request.kind === "video" && confirmSeconds && request.billedSeconds > confirmSeconds.value
    ? confirmSeconds
    : undefined;
}

/** Does an admin have to approve it? */
export function wantsApproval(request: MediaRequest, { approveSeconds, approveCount }: EffectivePolicy): boolean {
  return request.kind === "video"
    ? approveSeconds !== undefined && request.billedSeconds > approveSeconds.value
    : approveCount !== undefined && request.count > approveCount.value;
}
