import type { Approval, Decision } from "../../../core/delivery/approvals.ts";

/** What was decided; undefined while nobody has, and where it ended without a decision. */
export function decisionOf({ state, decidedBy, why }: Approval): Decision | undefined {
  if (state === "approved") return { kind: "approve" };
  if (state !== "declined") return undefined;
  return {
    kind: "decline",
    ...(decidedBy === undefined ? {} : { by: decidedBy }),
    ...(why === undefined ? {} : { why }),
  };
}
