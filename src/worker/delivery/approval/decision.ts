import type { Approval, Decision } from "../../../core/delivery/approvals.ts";

/** The decision; undefined while there is none, or if it expired without one. */
export function decisionOf({ state, decidedBy, why }: Approval): Decision | undefined {
  if (state === "approved") return { kind: "approve" };
  if (state !== "declined") return undefined;
  return {
    kind: "decline",
    ...(decidedBy === undefined ? {} : { by: decidedBy }),
    ...(why === undefined ? {} : { why }),
  };
}
