import type { Approval, Decision } from "../../../core/delivery/approvals.ts";

/** The admin's decision. Undefined while there is none, or if the approval expired. */
export function decisionOf({ state, decidedBy, why }: Approval): Decision | undefined {
  if (state === "approved") return { kind: "approve" };
  if (state !== "declined") return undefined;
  return {
    kind: "decline",
    ...(decidedBy === undefined ? {} : { by: decidedBy }),
    ...(why === undefined ? {} : { why }),
  };
}
