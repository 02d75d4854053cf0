import type { CodeEntry, CodePlace } from "../errors/code-entry.ts";
import { typeForStatus } from "../errors/error-type.ts";

/** Why most codes need the marker. */
const BEHIND = "only the systems behind a real gateway cause it";

/** Codes whose type is not the usual one of their status. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["INSUFFICIENT_BALANCE", "billing_error"],
  ["API_KEY_QUOTA_EXHAUSTED", "billing_error"],
  ["billing_error", "billing_error"],
  ["ERR-*", "content_policy_error"],
  ["content_policy_error", "content_policy_error"],
  ["service_error", "service_error"],
]);

/**
 * Every code of `docs/gateway.md#images-error-codes`. If the contract doesn't state a status, the sandbox chooses the one with
 * that meaning in HTTP.
 */
export const IMAGE_CODES: readonly CodeEntry[] = [
  // Static codes, in the order of the contract
  fixed(
    "missing_bearer_token",
    401,
    "submit",
    "the Authorization header is absent",
    "leave the Authorization header out",
  ),
  fixed("invalid_api_key", 401, "submit", "the key is wrong, mistyped or expired", "use the key sk-unknown"),
  fixed(
    "invalid_bearer_token",
    401,
    "submit",
    "the key is wrong, mistyped or expired, or no bearer token",
    "send Authorization: Basic x",
  ),
  fixed("missing_credential", 401, "submit", "a key is required", "send Authorization: Bearer without a key"),
  marked("identity_resolution_failed", 500, "submit", "identity and concurrency could not be resolved", BEHIND),
  fixed(
    "invalid_model",
    400,
    "submit",
    "model must be provider-a/<model> or provider-b/<model>",
    'submit model "image-2"',
  ),
  fixed("invalid_content_type", 415, "submit", "the submission is not application/json", "submit as text/plain"),
  fixed("invalid_json", 400, "submit", "the body is not valid JSON or not an object", 'submit the body "{"'),
  fixed(
    "invalid_multipart",
    400,
    "submit",
    "the multipart body is invalid",
    "POST /v1/images/edits with half of a multipart body",
  ),
  fixed("invalid_request", 400, "submit", "the request is invalid", 'edit with the dataUrl "data:nonsense"'),
  fixed(
    "invalid_value",
    400,
    "submit",
    "the field named by param is invalid",
    'submit size "9x9x9", or an empty prompt',
  ),
  fixed("request_too_large", 413, "submit", "the body is above 512 MiB", "submit with Content-Length: 536870913"),
  fixed("unsupported_images_endpoint", 404, "read", "wrong path or method", "GET /api/v1/images/nothing"),
  fixed("unsupported_action", 404, "submit", "the action is not supported", "POST /api/v1/images/variations/jobs"),
  fixed("unsupported_protocol", 404, "submit", "the route is not supported", "POST /v1/images/variations"),
  fixed("method_not_allowed", 405, "read", "POST for generation and editing, GET for reads", "PUT to a job"),
  fixed("not_found", 404, "read", "the resource, job or media is missing", "GET a job of another key"),
  fixed("edit_image_required", 400, "submit", "an edit needs an image", "edit with images: []"),
  fixed("edit_too_many_images", 400, "submit", "more than 16 input images", "edit with 17 images"),
  fixed("edit_too_many_masks", 400, "submit", "more than one mask", "edit with mask: [{...}, {...}]"),
  fixed("edit_unsupported_image_type", 400, "submit", "the image is not PNG, JPEG or WebP", "edit a GIF"),
  fixed(
    "edit_unsupported_mask_type",
    400,
    "submit",
    "the mask is not a PNG with transparent areas",
    "use a JPEG as mask",
  ),
  fixed("edit_image_too_large", 413, "submit", "the image is above 50 MiB", "POST 51 MiB to /v1/images/edits"),
  fixed("edit_mask_too_large", 413, "submit", "the mask is above 4 MiB", "use a mask of 5 MiB"),
  fixed("edit_mask_dimensions_mismatch", 400, "submit", "mask and first image differ in size", "use a smaller mask"),
  fixed("invalid_image", 400, "submit", "the image is empty or could not be resolved", "edit a PNG that is cut off"),
  fixed("image_too_large", 413, "submit", "the image is above 80 MiB", "edit an image of 81 MiB"),
  fixed(
    "invalid_image_url",
    400,
    "submit",
    "the URL is not a public https address",
    "edit the url http://10.0.0.1/a.png",
  ),
  fixed("image_download_failed", 400, "job", "the image could not be downloaded", "edit a url that answers 404"),
  fixed(
    "unsupported_file_id",
    400,
    "submit",
    "file identifiers are not supported",
    'edit with images: [{ "file_id": "x" }]',
  ),
  fixed(
    "invalid_idempotency_key",
    400,
    "submit",
    "the key is not 1 to 255 visible ASCII characters",
    "send a key with a space",
  ),
  fixed(
    "idempotency_key_conflict",
    409,
    "submit",
    "the key is bound to a different request",
    "send two bodies with one key",
  ),
  fixed(
    "idempotency_not_supported_for_streaming",
    400,
    "submit",
    "a streaming request takes no idempotency key",
    'submit "stream": true with an Idempotency-Key',
  ),
  fixed(
    "job_not_finished",
    409,
    "read",
    "the job is not complete, or was cancelled",
    "GET the result of a running job",
  ),
  marked("cancelled", 409, "job", "the job was cancelled", "a cancelled job says so by its phase"),
  fixed("result_expired", 410, "read", "the result has expired", "advance the clock by 72 h, then GET the result"),
  entry({
    code: "media_unavailable",
    kind: "static",
    status: 503,
    place: "read",
    meaning: "the result's media is unavailable",
    provoke: `${withMarker("[fail:media_unavailable]")}, then GET the result of the completed job`,
    why: BEHIND,
  }),
  fixed(
    "submission_failed",
    502,
    "submit",
    "the outcome of the submission may be unknown",
    'submit "[fail:submission_failed]": the job exists; the same Idempotency-Key and request recover it',
  ),
  marked("generation_interrupted", 500, "job", "the generation was interrupted", BEHIND),
  marked("generation_error", 500, "job", "the generation failed", BEHIND),
  marked("internal_error", 500, "job", "an internal failure", BEHIND),
  marked("upstream_transport_error", 502, "job", "the upstream request failed", BEHIND),
  marked("upstream_error", 502, "job", "an upstream failure", BEHIND),
  marked("upstream_invalid_response", 502, "job", "the upstream reply is invalid", BEHIND),
  marked("upstream_response_too_large", 502, "job", "the upstream reply is too large", BEHIND),
  marked("invalid_upstream_image", 502, "job", "the upstream image is invalid", BEHIND),
  marked("upstream_image_too_large", 502, "job", "the upstream image is too large", BEHIND),
  marked("upstream_image_download_failed", 502, "job", "the upstream image could not be downloaded", BEHIND),
  marked("media_delivery_failed", 502, "job", "the upstream image could not be stored", BEHIND),

  // Dynamic codes and types, in the order of the contract
  dynamic("INSUFFICIENT_BALANCE", 403, "submit", "the account balance is too low", "use the key sk-sandbox-broke"),
  dynamicMarked(
    "billing_error",
    403,
    "submit",
    "the account balance is too low",
    "it is the type beside INSUFFICIENT_BALANCE",
  ),
  dynamic(
    "API_KEY_QUOTA_EXHAUSTED",
    403,
    "submit",
    "the key's spending cap is used up",
    "use the key sk-sandbox-capped",
  ),
  dynamicMarked(
    "invalid_request_error",
    400,
    "job",
    "blocked by a safety policy, or unsuitable for generation",
    BEHIND,
  ),
  dynamic("429", 429, "submit", "no image quota currently available", "submit two jobs with the key sk-sandbox-one"),
  dynamicMarked("ContentModerationRejected", 400, "job", "prompt or references were rejected by moderation", BEHIND),
  dynamicMarked("moderation_blocked", 400, "job", "prompt or references were rejected by moderation", BEHIND),
  dynamicMarked("content_moderation", 400, "job", "prompt or references were rejected by moderation", BEHIND),
  dynamicMarked("ERR-*", 400, "job", "rejected, under a public reference code", BEHIND, "[fail:ERR-1042]"),
  dynamicMarked(
    "content_policy_error",
    400,
    "job",
    "rejected by the content policy",
    "it is the type beside an ERR- code",
  ),
  dynamic(
    "API_PARAM_VALIDATION_FAILED",
    400,
    "submit",
    "the longest edge is above 3840, of image-2",
    'submit size "4000x100"',
  ),
  dynamic(
    "image_generation_user_error",
    400,
    "submit",
    "parameters or image input do not meet the model's requirements",
    'submit "background": "transparent" with "output_format": "jpeg"',
  ),
  dynamic("InvalidInput", 400, "submit", "the prompt is invalid or too long", "submit a prompt of 32001 characters"),
  dynamicMarked("InvalidRequest", 400, "job", "the request is incomplete", BEHIND),
  dynamicMarked("GenerationRequestFailed", 502, "job", "the generation request failed", BEHIND),
  dynamic(
    "service_error",
    400,
    "submit",
    "images need an image model; edits need multipart",
    "POST JSON to /v1/images/edits",
  ),
  dynamicMarked("model_disabled", 403, "submit", "the model is disabled", "all models of the sandbox are on"),
  dynamic(
    "model_not_found",
    404,
    "submit",
    "the key's group does not have the model",
    'submit model "provider-a/nothing"',
  ),
  dynamicMarked("model_temporarily_unavailable", 503, "submit", "the model is temporarily unavailable", BEHIND),
  dynamicMarked(
    "not_found_error",
    404,
    "submit",
    "the platform does not support images",
    "the sandbox's platform does",
  ),
  dynamic(
    "permission_error",
    403,
    "submit",
    "images are not enabled for the key's group",
    "use the key sk-sandbox-videos",
  ),
  dynamicMarked("rate_limit_error", 429, "submit", "an upstream rate limit", BEHIND),
  dynamicMarked("api_error", 503, "submit", "no compatible account is available", BEHIND),
];

function fixed(code: string, status: number, place: CodePlace, meaning: string, provoke: string): CodeEntry {
  return entry({ code, kind: "static", status, place, meaning, provoke, why: null });
}

function marked(code: string, status: number, place: CodePlace, meaning: string, why: string): CodeEntry {
  return entry({ code, kind: "static", status, place, meaning, provoke: withMarker(`[fail:${code}]`), why });
}

function dynamic(code: string, status: number, place: CodePlace, meaning: string, provoke: string): CodeEntry {
  return entry({ code, kind: "dynamic", status, place, meaning, provoke, why: null });
}

function dynamicMarked(
  code: string,
  status: number,
  place: CodePlace,
  meaning: string,
  why: string,
  marker = `[fail:${code}]`,
): CodeEntry {
  return entry({ code, kind: "dynamic", status, place, meaning, provoke: withMarker(marker), why });
}

function withMarker(marker: string): string {
  return `submit a prompt containing ${marker}`;
}

function entry(row: Omit<CodeEntry, "service" | "type">): CodeEntry {
  return { ...row, service: "image", type: TYPES.get(row.code) ?? typeForStatus(row.status) };
}
