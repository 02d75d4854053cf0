import { describe, expect, it } from "vitest";
import {
  ArtifactFlaw,
  declinedFailure,
  gatewayFailure,
  JobFailure,
  ownFailure,
  unusableFailure,
  type Fault,
} from "../../../../src/core/job/failure.ts";

const said: Fault = {
  status: 400,
  code: "invalid_value",
  type: "invalid_request_error",
  message: "size is not allowed",
  param: "size",
  requestId: "req-1",
};
const nothingSaid: Fault = {
  status: undefined,
  code: undefined,
  type: undefined,
  message: undefined,
  param: undefined,
  requestId: undefined,
};

describe("a failure as it is stored", () => {
  it.each<[string, () => JobFailure, JobFailure]>([
    ["the gateway's own words", () => gatewayFailure(said), { reason: "gateway", ...said }],
    ["a fault without a message", () => gatewayFailure(nothingSaid), { reason: "gateway" }],
    ["no fault at all", () => gatewayFailure(undefined), { reason: "gateway" }],
    ["a status alone", () => gatewayFailure({ ...nothingSaid, status: 503 }), { reason: "gateway", status: 503 }],
    ["our own reason", () => ownFailure("waited_too_long"), { reason: "waited_too_long" }],
    [
      "our own reason with the gateway's words",
      () => ownFailure("unknown_outcome", { code: "submission_failed", requestId: "req-2" }),
      { reason: "unknown_outcome", code: "submission_failed", requestId: "req-2" },
    ],
    ["an admin's refusal", () => declinedFailure({}), { reason: "declined" }],
    ["who refused", () => declinedFailure({ by: "Ada" }), { reason: "declined", by: "Ada" }],
    ["why it was refused", () => declinedFailure({ why: "too dear" }), { reason: "declined", why: "too dear" }],
    ["a damaged file", () => unusableFailure({ flaw: "damaged" }), { reason: "unusable", flaw: "damaged" }],
    [
      "another type of file",
      () => unusableFailure({ flaw: "wrong_type", found: "HTML", requestId: "req-3" }),
      { reason: "unusable", flaw: "wrong_type", found: "HTML", requestId: "req-3" },
    ],
  ])("contains %s, and no empty fields", (_what, make, stored) => {
    const failure = make();
    expect(failure).toStrictEqual(stored);
    expect(JobFailure.parse(JSON.parse(JSON.stringify(failure)))).toStrictEqual(stored);
  });

  it.each(["code", "type", "message", "param", "requestId"] as const)(
    "stores 500 characters of the gateway's %s",
    (field) => {
      expect(gatewayFailure({ ...said, [field]: "x".repeat(500) })[field]).toBe("x".repeat(500));
      expect(gatewayFailure({ ...said, [field]: "x".repeat(501) })[field]).toBe(`${"x".repeat(499)}…`);
    },
  );

  it("can be read back with any reason or flaw", () => {
    for (const reason of JobFailure.shape.reason.options) expect(JobFailure.parse({ reason })).toEqual({ reason });
    for (const flaw of ArtifactFlaw.options) {
      expect(JobFailure.parse({ reason: "unusable", flaw })).toEqual({ reason: "unusable", flaw });
    }
    expect(JobFailure.safeParse({ reason: "brand_new" }).success).toBe(false);
  });
});
