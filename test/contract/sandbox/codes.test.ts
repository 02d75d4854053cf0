import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../support/gateway/sandbox.ts";

/** `docs/gateway.md#images-error-codes`, in its order. */
const STATIC_CODES = [
  "missing_bearer_token",
  "invalid_api_key",
  "invalid_bearer_token",
  "missing_credential",
  "identity_resolution_failed",
  "invalid_model",
  "invalid_content_type",
  "invalid_json",
  "invalid_multipart",
  "invalid_request",
  "invalid_value",
  "request_too_large",
  "unsupported_images_endpoint",
  "unsupported_action",
  "unsupported_protocol",
  "method_not_allowed",
  "not_found",
  "edit_image_required",
  "edit_too_many_images",
  "edit_too_many_masks",
  "edit_unsupported_image_type",
  "edit_unsupported_mask_type",
  "edit_image_too_large",
  "edit_mask_too_large",
  "edit_mask_dimensions_mismatch",
  "invalid_image",
  "image_too_large",
  "invalid_image_url",
  "image_download_failed",
  "unsupported_file_id",
  "invalid_idempotency_key",
  "idempotency_key_conflict",
  "idempotency_not_supported_for_streaming",
  "job_not_finished",
  "cancelled",
  "result_expired",
  "media_unavailable",
  "submission_failed",
  "generation_interrupted",
  "generation_error",
  "internal_error",
  "upstream_transport_error",
  "upstream_error",
  "upstream_invalid_response",
  "upstream_response_too_large",
  "invalid_upstream_image",
  "upstream_image_too_large",
  "upstream_image_download_failed",
  "media_delivery_failed",
];

/** "Dynamic codes and types seen in responses", in its order. */
const DYNAMIC_CODES = [
  "INSUFFICIENT_BALANCE",
  "billing_error",
  "API_KEY_QUOTA_EXHAUSTED",
  "invalid_request_error",
  "429",
  "ContentModerationRejected",
  "moderation_blocked",
  "content_moderation",
  "ERR-*",
  "content_policy_error",
  "API_PARAM_VALIDATION_FAILED",
  "image_generation_user_error",
  "InvalidInput",
  "InvalidRequest",
  "GenerationRequestFailed",
  "service_error",
  "model_disabled",
  "model_not_found",
  "model_temporarily_unavailable",
  "not_found_error",
  "permission_error",
  "rate_limit_error",
  "api_error",
];

/** Statuses that the contract fixes, in "HTTP statuses" and next to the codes. */
const STATUSES: Readonly<Record<string, number>> = {
  missing_bearer_token: 401,
  invalid_api_key: 401,
  invalid_content_type: 415,
  invalid_value: 400,
  request_too_large: 413,
  unsupported_images_endpoint: 404,
  not_found: 404,
  idempotency_key_conflict: 409,
  job_not_finished: 409,
  result_expired: 410,
  internal_error: 500,
  upstream_transport_error: 502,
  upstream_error: 502,
  INSUFFICIENT_BALANCE: 403,
  invalid_request_error: 400,
  "429": 429,
  model_not_found: 404,
  api_error: 503,
};

interface Entry {
  readonly code: string;
  readonly kind: string;
  readonly status: number;
  readonly place: string;
  readonly provoke: string;
  readonly why: string | null;
}

let sandbox: TestSandbox;
let listed: readonly Entry[];

beforeAll(async () => {
  sandbox = await openTestSandbox({ speed: 0 });
  const response = await fetch(new URL("/sandbox/codes", sandbox.url));
  const body: unknown = await response.json();
  listed = Array.isArray(body) ? body : [];
});
afterAll(() => sandbox.close());

/** Where the code of a submission with this prompt appears: in the refusal, in the job's error, or in the result's retrieval. */
async function shown(prompt: string): Promise<{ place: string; error: unknown }> {
  const answer = await sandbox.generate({ prompt });
  if (answer.status !== 202) return { place: "submit", error: answer.body["error"] };
  const path = `/api/v1/images/jobs/${String(answer.body["jobId"])}`;
  const { body } = await sandbox.call("GET", path);
  if (body["phase"] === "failed") return { place: "job", error: body["error"] };
  expect(body).toMatchObject({ phase: "completed" });
  return { place: "read", error: (await sandbox.call("GET", `${path}/result`)).body["error"] };
}

describe("the list of codes", () => {
  it("is the contract's", () => {
    const codesOf = (kind: string): string[] => listed.filter((entry) => entry.kind === kind).map(({ code }) => code);
    expect(codesOf("static")).toEqual(STATIC_CODES);
    expect(codesOf("dynamic").toSorted()).toEqual(DYNAMIC_CODES.toSorted());
  });

  it("has the statuses that the contract fixes", () => {
    const statuses = Object.fromEntries(listed.map(({ code, status }) => [code, status]));
    expect(statuses).toMatchObject(STATUSES);
  });

  it("says how to provoke each code, and why if only the marker can", () => {
    for (const { provoke, why } of listed) {
      expect(provoke).not.toBe("");
      expect(provoke.includes("a prompt containing [fail:")).toBe(why !== null);
    }
  });
});

describe("a marker in the prompt", () => {
  it.each([...STATIC_CODES, ...DYNAMIC_CODES])("gives %s with its status", async (code) => {
    const wire = code.replace("*", "1042");
    const entry = listed.find((candidate) => candidate.code === code);
    const { place, error } = await shown(`a fox [fail:${wire}]`);
    expect(error).toMatchObject({ code: wire, status: entry?.status });
    expect(place).toBe(entry?.place);
  });

  it("fails the job with an unknown code", async () => {
    expect(await shown("a fox [fail:__proto__]")).toMatchObject({
      place: "job",
      error: { code: "__proto__", status: 500 },
    });
  });
});
