import type { Grounds } from "../../src/core/delivery/approvals.ts";

/** The grounds for admins when the batch is no longer known. */
export const NO_GROUNDS: Grounds = {
  hasAdminChannel: false,
  askedIn: undefined,
  policy: { approveSeconds: undefined, approveCount: undefined, approveMoney: [] },
  short: [],
  names: new Map(),
};
