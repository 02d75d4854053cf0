import { describe, expect, it } from "vitest";
import { combine } from "../../../../../src/core/account/policy/combine.ts";
import { PolicySettings } from "../../../../../src/core/account/policy/policy.ts";
import { approvedBy, confirmedBy } from "../../../../../src/core/account/policy/thresholds.ts";
import type { Price } from "../../../../../src/core/request/prices.ts";
import type { MediaRequest } from "../../../../../src/core/request/request.ts";
import { MAX_MODEL_GLOBS, MAX_POLICY_SECONDS } from "../../../../../src/lib/limits.ts";

const scope = { kind: "organisation", id: "" } as const;
const pictures: MediaRequest = {
  kind: "image",
  model: "provider-a/image-2",
  prompt: "a red fox",
  count: 4,
  references: [],
};
const clip: MediaRequest = {
  kind: "video",
  model: "gamma3.0-video-720p",
  prompt: "a red fox",
  seconds: 10,
  references: [],
  billedSeconds: 14,
};

describe("requests that need confirmation or approval", () => {
  it.each<[string, MediaRequest, PolicySettings, "confirm" | "approve" | "neither"]>([
    ["a clip billed above the threshold is confirmed", clip, { confirmSeconds: 13 }, "confirm"],
    ["a clip billed at the threshold is not", clip, { confirmSeconds: 14 }, "neither"],
    ["pictures are never confirmed", pictures, { confirmSeconds: 0 }, "neither"],
    ["a clip billed above the threshold needs approval", clip, { approveSeconds: 13 }, "approve"],
    ["a clip billed at the threshold needs no approval", clip, { approveSeconds: 14 }, "neither"],
    ["the threshold for pictures does not apply to clips", clip, { approveCount: 0 }, "neither"],
    ["pictures above the threshold need approval", pictures, { approveCount: 3 }, "approve"],
    ["pictures at the threshold need no approval", pictures, { approveCount: 4 }, "neither"],
    ["the threshold for clips does not apply to pictures", pictures, { approveSeconds: 0 }, "neither"],
    ["a clip without rules needs neither", clip, {}, "neither"],
    ["pictures without rules need neither", pictures, {}, "neither"],
  ])("%s", (_what, request, settings, what) => {
    const policy = combine([{ scope, settings }]);
    const [value] = Object.values(settings);
    expect(confirmedBy(request, policy)).toEqual(what === "confirm" ? { value, scope } : undefined);
    expect(approvedBy(request, policy, undefined)).toEqual(what === "approve" ? { value, scope } : undefined);
  });
});

describe("a threshold in money", () => {
  const approveMoney = { currency: "EUR", digits: 2, amount: 100 } as const;
  const policy = combine([{ scope, settings: { approveMoney } }]);
  const rule = { value: approveMoney, scope };
  const euros = { currency: "EUR", digits: 2 } as const;

  it.each<[string, MediaRequest, Price | undefined, boolean]>([
    ["pictures that cost more together need approval", pictures, { ...euros, amount: 26 }, true],
    ["pictures that cost as much don't", pictures, { ...euros, amount: 25 }, false],
    ["a clip that costs more needs approval", clip, { ...euros, amount: 101 }, true],
    ["amounts in other fractions are compared", clip, { currency: "EUR", digits: 3, amount: 1_001 }, true],
    ["amounts in other fractions that are not more", clip, { currency: "EUR", digits: 3, amount: 1_000 }, false],
    ["an unknown price needs approval", clip, { ...euros, amount: undefined }, true],
    ["a price in another currency needs approval", clip, { currency: "USD", digits: 2, amount: 1 }, true],
    ["a request needs approval while no prices are set", clip, undefined, true],
  ])("%s", (_what, request, price, needs) => {
    expect(approvedBy(request, policy, price)).toEqual(needs ? rule : undefined);
  });

  it("is reported after one in seconds or pictures, and applies in each scope", () => {
    const dear = { ...euros, amount: 1_000 };
    const account = { kind: "account", id: "a" } as const;
    const lower = { ...approveMoney, amount: 10 };
    const both = combine([
      { scope, settings: { approveMoney, approveCount: 3 } },
      { scope: account, settings: { approveMoney: lower } },
    ]);
    expect(approvedBy(pictures, both, dear)).toEqual({ value: 3, scope });
    expect(approvedBy(clip, both, { ...euros, amount: 50 })).toEqual({ value: lower, scope: account });
  });
});

describe("a scope's settings", () => {
  it.each<unknown>([
    {},
    { models: ["*"], imageModel: "a", videoModel: "b", talk: "ask", guests: false },
    { maxSeconds: 0 },
    { approveMoney: { currency: "EUR", digits: 2, amount: 250 } },
    { maxSeconds: MAX_POLICY_SECONDS },
    { models: Array.from({ length: MAX_MODEL_GLOBS }, () => "m".repeat(100)) },
    { imageModel: "m".repeat(200), videoModel: "m".repeat(200) },
  ])("are accepted: %o", (settings) => {
    expect(PolicySettings.parse(settings)).toEqual(settings);
  });

  it.each<unknown>([
    { maxSeconds: -1 },
    { approveMoney: { currency: "euros", digits: 2, amount: 250 } },
    { approveMoney: { currency: "EUR", digits: 2, amount: 0 } },
    { maxSeconds: 1.5 },
    { maxSeconds: MAX_POLICY_SECONDS + 1 },
    { models: [""] },
    { models: ["m".repeat(101)] },
    { models: Array.from({ length: MAX_MODEL_GLOBS + 1 }, () => "m") },
    { imageModel: "m".repeat(201) },
    { videoModel: "m".repeat(201) },
    { talk: "always" },
  ])("are refused: %o", (settings) => {
    expect(PolicySettings.safeParse(settings).success).toBe(false);
  });
});
