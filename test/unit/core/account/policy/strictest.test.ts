import { describe, expect, it } from "vitest";
import type { PolicySettings } from "../../../../../src/core/account/policy/policy.ts";
import { strictest } from "../../../../../src/core/account/policy/strictest.ts";

const LIMITS = [
  "maxSeconds",
  "maxCount",
  "jobsAtOnce",
  "jobsWaiting",
  "uploadMib",
  "consoleChannels",
  "confirmSeconds",
  "approveSeconds",
  "approveCount",
] as const;

describe("merging two scopes' settings", () => {
  it.each(LIMITS)("takes the lower limit, including zero: %s", (name) => {
    expect(strictest({ [name]: 2 }, { [name]: 1 })).toEqual({ [name]: 1 });
    expect(strictest({ [name]: 0 }, { [name]: 1 })).toEqual({ [name]: 0 });
    expect(strictest({ [name]: 2 }, {})).toEqual({ [name]: 2 });
    expect(strictest({}, { [name]: 2 })).toEqual({ [name]: 2 });
  });

  it.each(["models", "access"] as const)("allows what both allow: %s", (name) => {
    expect(strictest({ [name]: ["a", "b"] }, { [name]: ["b", "c"] })).toEqual({ [name]: ["b"] });
    expect(strictest({ [name]: ["a"] }, {})).toEqual({ [name]: ["a"] });
    expect(strictest({}, { [name]: ["a"] })).toEqual({ [name]: ["a"] });
  });

  it.each(["blocked", "blockedWords"] as const)("forbids what either forbids, once: %s", (name) => {
    expect(strictest({ [name]: ["a", "b"] }, { [name]: ["b", "c"] })).toEqual({ [name]: ["a", "b", "c"] });
    expect(strictest({ [name]: ["a"] }, {})).toEqual({ [name]: ["a"] });
    expect(strictest({}, { [name]: ["a"] })).toEqual({ [name]: ["a"] });
  });

  it.each(["ownKeys", "guests"] as const)("permits what both permit: %s", (name) => {
    expect(strictest({ [name]: true }, { [name]: true })).toEqual({ [name]: true });
    expect(strictest({ [name]: true }, { [name]: false })).toEqual({ [name]: false });
    expect(strictest({ [name]: false }, { [name]: true })).toEqual({ [name]: false });
    expect(strictest({}, { [name]: true })).toEqual({ [name]: true });
    expect(strictest({ [name]: true }, {})).toEqual({ [name]: true });
  });

  it.each<[PolicySettings["talk"], PolicySettings["talk"], PolicySettings["talk"]]>([
    ["make", "ask", "ask"],
    ["ask", "make", "ask"],
    ["make", "make", "make"],
    ["make", undefined, "make"],
    [undefined, "ask", "ask"],
  ])("asks first if either does: %s and %s", (first, second, talk) => {
    expect(strictest(first ? { talk: first } : {}, second ? { talk: second } : {})).toEqual({ talk });
  });

  it("takes a default from the first", () => {
    expect(strictest({ imageModel: "a" }, { imageModel: "b", videoModel: "v" })).toEqual({
      imageModel: "a",
      videoModel: "v",
    });
  });
});
