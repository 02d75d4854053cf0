import { describe, expect, it } from "vitest";
import {
  failureCode,
  isUncertain,
  planRecovery,
  RECOVERY_REQUESTS,
  type FailedJob,
  type FailedRequest,
} from "../../../../../src/core/job/recovery/plan.ts";

const KEY_GONE = { reason: "gateway", code: "invalid_api_key", status: 401 } as const;
const BUSY = { reason: "gateway", type: "rate_limit_error", status: 429 } as const;
const UNCERTAIN = { reason: "unknown_outcome" } as const;

let made = 0;
const job = (failure: FailedJob["failure"], more: Partial<FailedJob> = {}): FailedJob => ({
  id: `j-${++made}`,
  failure,
  settlement: "released",
  credentialId: "k-1",
  ...more,
});
const request = (batchId: string, jobs: readonly FailedJob[], more: Partial<FailedRequest> = {}): FailedRequest => ({
  batchId,
  accountId: "max",
  service: "image",
  cost: 1,
  jobs,
  isAskedAgain: false,
  ...more,
});
const NOTHING = { again: 0, hopeless: 0, uncertain: 0, refunded: 0, free: 0, more: 0 };
const idsOf = (plan: ReturnType<typeof planRecovery>) => plan.items.map(({ batchId }) => batchId);

describe("the code of a failure", () => {
  it.each([
    [{ reason: "gateway", code: "c", type: "t", status: 400 }, "c"],
    [{ reason: "gateway", code: " ", type: "t", status: 400 }, "t"],
    [{ reason: "gateway", status: 503 }, "503"],
    [{ reason: "waited_too_long" }, "waited_too_long"],
  ] as const)("of %j is %s", (failure, code) => expect(failureCode(failure)).toBe(code));
});

it.each([
  [UNCERTAIN, "released", true],
  [BUSY, "assumed", true],
  [BUSY, "refunded", true],
  [BUSY, "released", false],
] as const)("a job that ended with %j and is %s: uncertain %s", (failure, settlement, uncertain) => {
  expect(isUncertain({ failure, settlement })).toBe(uncertain);
});

describe("a retry", () => {
  it("includes failed jobs, and counts requests, pictures, seconds and members", () => {
    const plan = planRecovery("retry", [
      request("a", [job(KEY_GONE), job(BUSY)]),
      request("b", [job(BUSY)]),
      request("c", [job(BUSY)], { accountId: "li", service: "video", cost: 8 }),
    ]);
    expect(idsOf(plan)).toEqual(["a", "b", "c"]);
    expect(plan.items[0]?.jobIds).toHaveLength(2);
    expect(plan.sums).toEqual({ requests: 3, images: 3, seconds: 8, members: 2, uncertain: 0 });
    expect(plan.leftOut).toEqual(NOTHING);
  });

  it("includes only the chosen key and code", () => {
    const all = [
      request("a", [job(KEY_GONE), job(BUSY)]),
      request("b", [job(KEY_GONE, { credentialId: "k-2" })]),
      request("c", [job(KEY_GONE, { credentialId: undefined })], { isAskedAgain: true }),
    ];
    const plan = planRecovery("retry", all, { credentialId: "k-1", code: "invalid_api_key" });
    expect(plan.items).toEqual([{ batchId: "a", jobIds: [all[0]?.jobs[0]?.id] }]);
    // Failures that were not chosen don't count as left out.
    expect(plan.leftOut).toEqual(NOTHING);
    expect(idsOf(planRecovery("retry", all, { credentialId: "k-2" }))).toEqual(["b"]);
    expect(idsOf(planRecovery("retry", all, { code: "rate_limit_error" }))).toEqual(["a"]);
  });

  it("leaves out repeated requests, requests refused for their content, and uncertain ones", () => {
    const all = [
      request("again", [job(BUSY)], { isAskedAgain: true }),
      request("hopeless", [job({ reason: "gateway", code: "moderation_blocked" }), job(BUSY)]),
      request("uncertain", [job(UNCERTAIN, { settlement: "assumed" })]),
    ];
    const plan = planRecovery("retry", all);
    expect(plan.items).toEqual([{ batchId: "hopeless", jobIds: [all[1]?.jobs[1]?.id] }]);
    expect(plan.leftOut).toEqual({ ...NOTHING, again: 1, hopeless: 1, uncertain: 1 });
  });

  it.each(["generation_error", "model_disabled", "brand_new", "service_error", "image_download_failed"])(
    "tries again what may succeed: %s",
    (code) => {
      const plan = planRecovery("retry", [request("a", [job({ reason: "gateway", code, status: 400 })])]);
      expect(plan.leftOut).toEqual(NOTHING);
      expect(idsOf(plan)).toEqual(["a"]);
    },
  );

  it.each(["invalid_model", "invalid_value", "edit_image_too_large", "content_policy_error", "invalidinput"])(
    "leaves out requests refused for their content: %s",
    (code) => {
      expect(planRecovery("retry", [request("a", [job({ reason: "gateway", code })])]).leftOut.hopeless).toBe(1);
    },
  );

  it("tries again what Easel gave up", () => {
    const plan = planRecovery("retry", [
      request("late", [job({ reason: "waited_too_long", code: "moderation_blocked" })]),
    ]);
    expect(idsOf(plan)).toEqual(["late"]);
  });

  it("includes uncertain outcomes only if an admin wants that, and counts them", () => {
    const plan = planRecovery("retry", [request("u", [job(UNCERTAIN)]), request("b", [job(BUSY)])], {
      uncertain: true,
    });
    expect(idsOf(plan)).toEqual(["u", "b"]);
    expect(plan.sums.uncertain).toBe(1);
    expect(plan.leftOut).toEqual(NOTHING);
  });

  it("includes only the first ones, up to a limit, and says how many are left", () => {
    const most = RECOVERY_REQUESTS.retry;
    const all = Array.from({ length: most + 3 }, (_, index) => request(`b-${index}`, [job(BUSY)]));
    const plan = planRecovery("retry", all);
    expect(plan.items).toHaveLength(most);
    expect(plan.items.at(-1)?.batchId).toBe(`b-${most - 1}`);
    expect(plan.sums.requests).toBe(most);
    expect(plan.leftOut.more).toBe(3);
  });
});

describe("a refund", () => {
  it("includes only assumed charges, and says what was refunded or never charged", () => {
    const assumed = job(UNCERTAIN, { settlement: "assumed" });
    const plan = planRecovery("refund", [
      request("some", [assumed, job(UNCERTAIN, { settlement: "refunded" })], { isAskedAgain: true }),
      request("done", [job(UNCERTAIN, { settlement: "refunded" })]),
      request("free", [job(KEY_GONE), job(KEY_GONE)]),
    ]);
    expect(plan.items).toEqual([{ batchId: "some", jobIds: [assumed.id] }]);
    expect(plan.sums).toEqual({ requests: 1, images: 1, seconds: 0, members: 1, uncertain: 1 });
    expect(plan.leftOut).toEqual({ ...NOTHING, refunded: 2, free: 1 });
  });

  it("of nothing is empty", () => {
    expect(planRecovery("refund", [])).toEqual({
      items: [],
      sums: { requests: 0, images: 0, seconds: 0, members: 0, uncertain: 0 },
      leftOut: NOTHING,
    });
  });
});
