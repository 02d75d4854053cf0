import { describe, expect, it } from "vitest";
import { allCodes } from "../../../src/sandbox/errors/codes.ts";
import type { JobFailure } from "../../../src/core/job/failure.ts";
import type { MediaRequest } from "../../../src/core/request/request.ts";
import { explained, requestIdsText } from "../../../src/text/render/failures.ts";
import { LOCALES } from "../../../src/lib/locale.ts";
import { aRequest } from "../../support/database/jobs.ts";

const PICTURE: MediaRequest = aRequest({ size: "4000x100" });
const CLIP: MediaRequest = {
  kind: "video",
  model: "gamma3.0-video-480p",
  prompt: "a fox",
  seconds: 99,
  billedSeconds: 99,
  references: [],
};

function told(failure: Omit<JobFailure, "reason">, request = PICTURE, isAdmin = false): string {
  return explained({ reason: "gateway", ...failure }, { request, locale: "en", isAdmin });
}

describe("a refusal", () => {
  it("quotes the gateway, and names the option that it means", () => {
    const failure = { status: 400, code: "invalid_value", param: "size", message: "longest edge above 3840" };
    expect(told(failure)).toBe(
      "The gateway does not accept the value of one of the options. The gateway said about `size`: “longest edge above 3840”. Change it and send it again.",
    );
    expect(requestIdsText([{ reason: "gateway", requestId: "q_1" }, undefined], "en")).toBe(String.raw`(Request q\_1)`);
    expect(requestIdsText([{ reason: "gateway" }], "en")).toBe("");
    expect(told({ ...failure, param: "duration", message: "out of range" }, CLIP)).toContain(
      "said about `seconds`: “out of range”.",
    );
    expect(told({ code: "invalid_value", param: "n", status: 400 })).toContain("The gateway named `n`.");
  });

  it("leaves the explanation of an upstream_error to its message", () => {
    const text = told({ status: 502, code: "upstream_error", message: "insufficient account balance" });
    expect(text).toContain("“insufficient account balance”.");
    expect(text).not.toMatch(/minutes|capacity|balance is/);
  });

  it("tells an admin what an admin can do", () => {
    const failure = { status: 403, code: "INSUFFICIENT_BALANCE", message: "low" };
    expect(told(failure)).toContain("An admin can top it up.");
    expect(told(failure, PICTURE, true)).toContain("Top it up, then try again.");
  });

  it("is in the reader's language, whatever the gateway's is", () => {
    const failure: JobFailure = {
      reason: "gateway",
      status: 400,
      code: "invalid_value",
      param: "size",
      message: "bad",
    };
    expect(explained(failure, { request: PICTURE, locale: "zh-CN" })).toBe(
      "网关不接受其中一个选项的值。网关对 `size` 的说明：“bad”。请修改后重新发送。",
    );
  });

  it.each(["brand_new_code", "safety_check_error", "upstream_rejected_42"])(
    "with the unknown code %s is never explained as a matter of safety",
    (code) => {
      for (const type of ["invalid_request_error", "api_error", "permission_error", undefined]) {
        for (const status of [400, 403, 422, 500, undefined]) {
          for (const request of [PICTURE, CLIP]) {
            const text = told({ code, ...(type ? { type } : {}), ...(status ? { status } : {}) }, request);
            expect(text).not.toMatch(/safety|moderation|policy/i);
          }
        }
      }
    },
  );
});

/** The codes that the contract uses for moderation or a safety policy. */
const MODERATION =
  /^(?:ContentModerationRejected|moderation_blocked|content_moderation|ERR-\*|content_policy_error|invalid_request_error)$/;

describe.each(LOCALES)("every code of both services in %s", (locale) => {
  const codes = allCodes();

  it.each(codes.map(({ service, code, status, type }) => [service, code, status, type] as const))(
    "of the %s service, %s, is explained correctly for a failed job",
    (service, code, status, type) => {
      const failure = { reason: "gateway", code: code.replace("*", "1042"), status, type } as const;
      const request = service === "image" ? PICTURE : CLIP;
      for (const isAdmin of [false, true]) {
        const text = explained(failure, { request, locale, isAdmin });
        // Nothing was made, and nothing will follow.
        expect(text).not.toMatch(/\bis made\b|was made|follows|as soon as|keep trying|已经生成|随后|一取到|继续尝试/);
        if (!MODERATION.test(code)) expect(text).not.toMatch(/safety|moderation|安全|审核/i);
        if (service === "video" && !/image/.test(code)) expect(text).not.toMatch(/picture|图片/);
      }
    },
  );

  it("includes the codes that are easily explained wrongly", () => {
    const named = codes.map(({ service, code }) => `${service} ${code}`);
    expect(named).toEqual(
      expect.arrayContaining([
        "image media_unavailable",
        "image job_not_finished",
        "image submission_failed",
        "video permission_error",
        "image upstream_error",
      ]),
    );
  });
});
