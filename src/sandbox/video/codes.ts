import type { CodeEntry, CodePlace } from "../errors/code-entry.ts";
import { typeForStatus } from "../errors/error-type.ts";

/** Why some codes need the marker. */
const BEHIND = "only the systems behind a real gateway cause it";

/**
 * The codes of the video service. The contract names the refusals and shows no code values (`docs/gateway.md#videos-errors`);
 * if the image contract has a code with the same meaning, the sandbox uses that one, the others are its own.
 */
export const VIDEO_CODES: readonly CodeEntry[] = [
  row(
    "missing_bearer_token",
    401,
    "submit",
    "the Authorization header is absent",
    "leave the Authorization header out",
  ),
  row(
    "invalid_bearer_token",
    401,
    "submit",
    "the Authorization header is no bearer token",
    "send Authorization: Basic x",
  ),
  row("missing_credential", 401, "submit", "a key is required", "send Authorization: Bearer without a key"),
  row("invalid_api_key", 401, "submit", "the key is wrong, mistyped or expired", "use the key sk-unknown"),
  row("permission_error", 403, "submit", "videos are not enabled for the key's group", "use the key sk-sandbox-images"),
  row("INSUFFICIENT_BALANCE", 403, "submit", "the account balance is too low", "use the key sk-sandbox-broke"),
  row("API_KEY_QUOTA_EXHAUSTED", 403, "submit", "the key's spending cap is used up", "use the key sk-sandbox-capped"),
  row("rate_limit_error", 429, "submit", "too many tasks at once", "create two tasks with the key sk-sandbox-one"),
  row("invalid_content_type", 415, "submit", "the body is not application/json", "create as text/plain"),
  row("invalid_json", 400, "submit", "the body is not valid JSON or not an object", 'create with the body "{"'),
  row("request_too_large", 413, "submit", "the body is too large", "create with a body of 17 MiB"),
  row("model_not_found", 404, "submit", "the key's group does not have the model", 'create with model "nothing"'),
  row(
    "invalid_value",
    400,
    "submit",
    "a field does not match the model's variant: a bound, an unlisted field, conflicting aliases, reference videos for an image series, audio that is not .mp3",
    'create with seconds 99, or with "seconds": 5 and "duration": 6',
  ),
  row("not_found", 404, "read", "there is no such task", "GET a task of another key"),
  row("method_not_allowed", 405, "read", "POST to create, GET to read", "DELETE a task"),
  row("invalid_signature", 403, "read", "the link's signature is missing or wrong", "change a letter of sig"),
  row("link_expired", 410, "read", "the link has expired", "advance the clock by 72 h, then GET metadata.url"),
  row(
    "range_not_satisfiable",
    416,
    "read",
    "the range lies outside the clip",
    "GET metadata.url with Range: bytes=999999999-",
  ),
  row(
    "reference_download_failed",
    400,
    "job",
    "a reference could not be downloaded",
    "refer to an address that answers 404",
  ),
  row("invalid_reference", 400, "job", "a reference is not of the declared type", "refer to a web page as an image"),
  row(
    "submission_failed",
    502,
    "submit",
    "the outcome of the create is unknown",
    'create with "[fail:submission_failed]" in the prompt: the task exists all the same',
  ),
  marked("model_temporarily_unavailable", 503, "submit", "the model is temporarily unavailable"),
  marked("api_error", 503, "submit", "no capacity is available"),
  marked("content_moderation", 400, "job", "prompt or references were rejected by moderation"),
  marked("generation_interrupted", 500, "job", "the generation was interrupted"),
  marked("generation_error", 500, "job", "the generation failed"),
  marked("internal_error", 500, "job", "an internal failure"),
  marked("upstream_error", 502, "job", "an upstream failure"),
];

function row(code: string, status: number, place: CodePlace, meaning: string, provoke: string): CodeEntry {
  return entry({ code, status, place, meaning, provoke, why: null });
}

function marked(code: string, status: number, place: CodePlace, meaning: string): CodeEntry {
  const provoke = `create with a prompt containing [fail:${code}]`;
  return entry({ code, status, place, meaning, provoke, why: BEHIND });
}

function entry(given: Pick<CodeEntry, "code" | "status" | "place" | "meaning" | "provoke" | "why">): CodeEntry {
  const billing = given.code === "INSUFFICIENT_BALANCE" || given.code === "API_KEY_QUOTA_EXHAUSTED";
  return { ...given, service: "video", kind: "chosen", type: billing ? "billing_error" : typeForStatus(given.status) };
}
