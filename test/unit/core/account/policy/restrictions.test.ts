import { expect, it } from "vitest";
import type { PolicySettings } from "../../../../../src/core/account/policy/policy.ts";
import { restrictionsOf } from "../../../../../src/core/account/policy/restrictions.ts";

it("keeps what restricts, without defaults and permissions", () => {
  const limits: PolicySettings = {
    models: ["provider-a/*"],
    maxSeconds: 10,
    maxCount: 0,
    access: ["group:g"],
    blocked: ["account:a"],
    blockedWords: ["fox"],
    approveCount: 2,
    ownKeys: false,
    guests: false,
    talk: "ask",
  };
  expect(restrictionsOf({ ...limits, imageModel: "a", videoModel: "b" })).toEqual(limits);
  expect(restrictionsOf({ ownKeys: true, guests: true, talk: "make", previews: true })).toEqual({});
  expect(restrictionsOf({ previews: false })).toEqual({});
});
