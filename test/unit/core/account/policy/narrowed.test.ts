import { expect, it } from "vitest";
import { narrowed } from "../../../../../src/core/account/policy/narrowed.ts";
import type { RequestProblem } from "../../../../../src/core/request/problem.ts";

const model = { model: "m" };
const mayUse = (name: string): boolean => name.startsWith("ok");

it.each<[RequestProblem, Partial<Record<string, unknown>>]>([
  [{ rule: "unlisted_model", option: "model", given: "x", allowed: ["ok-1", "no"] }, { allowed: ["ok-1"] }],
  [
    { rule: "unknown_model", given: "x", allowed: ["no", "ok-1"], suggestion: "ok-1" },
    { allowed: ["ok-1"], suggestion: "ok-1" },
  ],
  [{ rule: "unknown_model", given: "x", allowed: [], suggestion: "no" }, { suggestion: undefined }],
  [{ rule: "unknown_model", given: "x", allowed: [], suggestion: undefined }, { suggestion: undefined }],
  [{ rule: "tier", given: "4K", tier: "2K", sibling: "ok-4k", ...model }, { sibling: "ok-4k" }],
  [{ rule: "tier", given: "4K", tier: "2K", sibling: "no-4k", ...model }, { sibling: undefined }],
  [{ rule: "not_for_model", option: "o", given: "1", models: ["ok-1", "no"], ...model }, { models: ["ok-1"] }],
  [
    { rule: "reference_not_taken", kind: "image", names: ["a.png"], models: ["no", "ok-1"], ...model },
    { models: ["ok-1"] },
  ],
  [{ rule: "role_not_taken", role: "last_frame", name: "a.png", models: ["no"], ...model }, { models: [] }],
  [{ rule: "image_required" }, {}],
] as [RequestProblem, Partial<Record<string, unknown>>][])(
  "a problem names only models that may be used: %o",
  (problem, changed) => {
    expect(narrowed([problem], { mayUse })).toEqual([{ ...problem, ...changed }]);
  },
);
