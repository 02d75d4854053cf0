import type { Grounds } from "../../src/core/delivery/approvals.ts";

/** Grounds for admins when nothing about the batch is known any more. */
export const NO_GROUNDS: Grounds = {
  hasAdminChannel: false,
  askedIn: undefined,
  policy: { approveSeconds: undefined, approveCount: undefined, approveMoney: [] },
  short: [],
  names: new Map(),
};
