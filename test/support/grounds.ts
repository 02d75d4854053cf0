import type { Grounds } from "../../src/core/delivery/approvals.ts";

/** Why admins are asked, where nothing about it can be told any more. */
export const NO_GROUNDS: Grounds = {
  askedIn: undefined,
  policy: { approveSeconds: undefined, approveCount: undefined },
  asked: 0,
  short: [],
  names: new Map(),
};
