import { describe, expect, it } from "vitest";
import { FAULT_CODES, meaningOf, sentenceOf } from "../../../../src/core/job/gateway-faults.ts";
import { LOCALES } from "../../../../src/lib/locale.ts";
import { gatewayAdvice } from "../../../../src/text/render/gateway/gateway.ts";

/** Written by hand from the contract, "Static codes" and "Dynamic codes and types seen in responses": the code, and who can resolve it. */
const CONTRACT_CODES: readonly (readonly [string, string])[] = [
  ["missing_bearer_token", "admin"],
  ["invalid_api_key", "admin"],
  ["invalid_bearer_token", "admin"],
  ["missing_credential", "admin"],
  ["identity_resolution_failed", "wait"],
  ["invalid_model", "member"],
  ["invalid_content_type", "admin"],
  ["invalid_json", "admin"],
  ["invalid_multipart", "admin"],
  ["invalid_request", "member"],
  ["invalid_value", "member"],
  ["request_too_large", "member"],
  ["unsupported_images_endpoint", "admin"],
  ["unsupported_action", "admin"],
  ["unsupported_protocol", "admin"],
  ["method_not_allowed", "admin"],
  ["not_found", "nobody"],
  ["edit_image_required", "member"],
  ["edit_too_many_images", "member"],
  ["edit_too_many_masks", "member"],
  ["edit_unsupported_image_type", "member"],
  ["edit_unsupported_mask_type", "member"],
  ["edit_image_too_large", "member"],
  ["edit_mask_too_large", "member"],
  ["edit_mask_dimensions_mismatch", "member"],
  ["invalid_image", "member"],
  ["image_too_large", "member"],
  ["invalid_image_url", "member"],
  ["image_download_failed", "member"],
  ["unsupported_file_id", "admin"],
  ["invalid_idempotency_key", "admin"],
  ["idempotency_key_conflict", "admin"],
  ["idempotency_not_supported_for_streaming", "admin"],
  ["job_not_finished", "wait"],
  ["cancelled", "nobody"],
  ["result_expired", "nobody"],
  ["media_unavailable", "wait"],
  ["submission_failed", "wait"],
  ["generation_interrupted", "member"],
  ["generation_error", "member"],
  ["internal_error", "wait"],
  ["upstream_transport_error", "wait"],
  ["upstream_error", "wait"],
  ["upstream_invalid_response", "member"],
  ["upstream_response_too_large", "member"],
  ["invalid_upstream_image", "member"],
  ["upstream_image_too_large", "member"],
  ["upstream_image_download_failed", "member"],
  ["media_delivery_failed", "member"],
  ["INSUFFICIENT_BALANCE", "admin"],
  ["billing_error", "admin"],
  ["API_KEY_QUOTA_EXHAUSTED", "admin"],
  ["400", "member"],
  ["429", "wait"],
  ["ContentModerationRejected", "member"],
  ["moderation_blocked", "member"],
  ["content_moderation", "member"],
  ["content_policy_error", "member"],
  ["API_PARAM_VALIDATION_FAILED", "member"],
  ["image_generation_user_error", "member"],
  ["InvalidInput", "member"],
  ["InvalidRequest", "member"],
  ["GenerationRequestFailed", "member"],
  ["invalid_request_error", "member"],
  ["service_error", "admin"],
  ["model_disabled", "member"],
  ["model_not_found", "member"],
  ["model_temporarily_unavailable", "wait"],
  ["not_found_error", "admin"],
  ["permission_error", "admin"],
  ["rate_limit_error", "wait"],
  ["api_error", "wait"],
];

function fault(code?: string, type?: string, status?: number) {
  return { code, type, status };
}

describe("the fault catalogue", () => {
  it.each(CONTRACT_CODES)("contains the code %s, resolved by: %s", (code, move) => {
    // A status with another meaning, so that only the code can decide.
    expect(meaningOf(fault(code, undefined, move === "admin" ? 400 : 401)).move).toBe(move);
  });

  it("contains exactly these codes", () => {
    const known = Object.keys(FAULT_CODES).toSorted();
    expect(known).toEqual(CONTRACT_CODES.map(([code]) => code.toLowerCase()).toSorted());
  });

  it("has a text for each, in each language, for members and admins", () => {
    for (const locale of LOCALES) {
      for (const { sentence } of Object.values(FAULT_CODES)) {
        const { what, member, admin = member } = gatewayAdvice(sentence, locale);
        for (const text of [what, member, admin]) expect(text).toMatch(/.{3}[.。]$/);
      }
    }
  });

  it("ignores case", () => {
    expect(meaningOf(fault("contentMODERATIONrejected")).sentence).toBe("moderation");
    expect(meaningOf(fault("Insufficient_Balance")).aboutKey).toBe("spent");
  });

  it("reads the ERR- family by its type, else by its status", () => {
    expect(meaningOf(fault("ERR-4f2a", "content_policy_error")).sentence).toBe("moderation");
    expect(meaningOf(fault("err-77", "invalid_request_error")).sentence).toBe("unsuitable");
    expect(meaningOf(fault("ERR-", undefined, 503)).sentence).toBe("gatewayTrouble");
  });

  it("prefers the type to a code that is just a status", () => {
    expect(meaningOf(fault("400", "content_policy_error", 400)).sentence).toBe("moderation");
    expect(meaningOf(fault("400", undefined, 400)).sentence).toBe("refused");
  });

  it("mentions a safety policy only as the contract does: 400 with the type invalid_request_error and no other code", () => {
    const type = "invalid_request_error";
    for (const code of [undefined, "", "400", type]) {
      expect(meaningOf(fault(code, type, 400)).sentence).toBe("unsuitable");
      expect(sentenceOf(fault(code, type, 400), "image")).toBe("unsuitable");
      // The video service's contract doesn't mention it.
      expect(sentenceOf(fault(code, type, 400), "video")).toBe("refused");
    }
    expect(meaningOf(fault("brand_new", type, 400)).sentence).toBe("refused");
    expect(meaningOf(fault(undefined, type, 422)).sentence).toBe("refused");
    expect(meaningOf(fault(undefined, undefined, 400)).sentence).toBe("refused");
    expect(meaningOf(fault(type, undefined, 400)).sentence).toBe("refused");
  });

  it("reads api_error as missing accounts only with 503", () => {
    expect(meaningOf(fault("api_error", undefined, 503)).sentence).toBe("noAccount");
    expect(meaningOf(fault("brand_new", "api_error", 500)).sentence).toBe("gatewayTrouble");
    expect(meaningOf(fault("api_error")).sentence).toBe("gatewayTrouble");
  });

  it("falls back to the type, then to the HTTP status", () => {
    expect(meaningOf(fault("brand_new", "rate_limit_error", 400)).later).toBe(true);
    expect(meaningOf(fault("brand_new", "brand_new_too", 401)).aboutKey).toBe("invalid");
    expect(meaningOf(fault("brand_new", undefined, 429)).later).toBe(true);
    expect(meaningOf(fault("brand_new", undefined, 418)).move).toBe("member");
    expect(meaningOf(fault("brand_new", undefined, 599)).move).toBe("wait");
    expect(meaningOf(fault()).sentence).toBe("generationFailed");
  });

  /** "HTTP statuses" of the contract's errors; the second column is the text that people read. */
  it.each([
    [400, "refused"],
    [401, "keyInvalid"],
    [402, "balance"],
    [403, "forbidden"],
    [404, "notFound"],
    [405, "wrongAddress"],
    [409, "refused"],
    [410, "expired"],
    [413, "requestTooLarge"],
    [415, "ourMistake"],
    [429, "busy"],
    [499, "refused"],
    [500, "gatewayTrouble"],
    [502, "gatewayTrouble"],
    [503, "gatewayTrouble"],
    [504, "gatewayTrouble"],
  ])("reads HTTP status %i without a code as: %s", (status, sentence) => {
    expect(meaningOf({ status }).sentence).toBe(sentence);
    expect(sentenceOf({ status }, "image")).toBe(sentence);
    expect(sentenceOf({ status }, "video")).toBe(sentence);
  });

  it("reads a fault without a status as a job's, which a safety policy may have ended", () => {
    expect(meaningOf({ type: "invalid_request_error" }).sentence).toBe("unsuitable");
    expect(meaningOf({ code: "rate_limit_error" }).sentence).toBe("busy");
  });

  it("prefers a known code to the type, and an ERR- code to nothing", () => {
    expect(meaningOf(fault("model_disabled", "invalid_request_error", 400)).sentence).toBe("modelDisabled");
    expect(meaningOf(fault("model_disabled", "content_policy_error", 400)).sentence).toBe("modelDisabled");
    // Only the prefix decides the family.
    expect(meaningOf(fault("no-err-", "invalid_request_error", 400)).sentence).toBe("refused");
  });

  it("says about a clip only what the video contract supports", () => {
    expect(sentenceOf(fault("not_found_error"), "video")).toBe("notFound");
    expect(sentenceOf(fault("not_found_error"), "image")).toBe("notSupported");
    expect(sentenceOf(fault("moderation_blocked"), "video")).toBe("moderation");
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "\u0000", "😀".repeat(1000), "", "ERR-\u0000"])(
    "tolerates the code %j",
    (code) => {
      expect(meaningOf(fault(code, code, 429)).sentence).toBe("busy");
    },
  );
});

it("tells a conflict of idempotency keys from a request that the gateway can't read", () => {
  expect(sentenceOf({ code: "idempotency_key_conflict", status: 409 }, "image")).toBe("keyReused");
  expect(sentenceOf({ code: "invalid_json", status: 400 }, "image")).toBe("ourMistake");
});
