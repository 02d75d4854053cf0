import type { Fault } from "./failure.ts";

/** Who can resolve a fault: the requester, the operator, time alone, or nobody. */
type Move = "member" | "admin" | "wait" | "nobody";

/** What people are told about a fault. The text catalogue has an entry for each. */
export type GatewaySentence =
  | "keyMissing"
  | "keyInvalid"
  | "identityUnresolved"
  | "modelName"
  | "ourMistake"
  | "keyReused"
  | "requestInvalid"
  | "valueInvalid"
  | "requestTooLarge"
  | "wrongAddress"
  | "notFound"
  | "imageRequired"
  | "tooManyImages"
  | "tooManyMasks"
  | "imageType"
  | "maskType"
  | "imageTooLarge"
  | "maskTooLarge"
  | "maskDimensions"
  | "imageUnreadable"
  | "imageAddress"
  | "imageDownload"
  | "notFinished"
  | "cancelled"
  | "expired"
  | "mediaUnavailable"
  | "submissionFailed"
  | "generationFailed"
  | "gatewayTrouble"
  | "upstreamTransport"
  | "upstreamTrouble"
  | "balance"
  | "keyCap"
  | "unsuitable"
  | "refused"
  | "moderation"
  | "busy"
  | "parameters"
  | "promptInvalid"
  | "serviceRefused"
  | "modelDisabled"
  | "modelNotFound"
  | "modelBusy"
  | "notEnabled"
  | "notSupported"
  | "noAccount"
  | "forbidden";

/** How we interpret a fault of the gateway. */
export interface Meaning {
  readonly move: Move;
  /** Whether repeating the same create later may succeed. */
  readonly later: boolean;
  /**
   * The code occurs only before any job exists, so nothing was made: `always` whatever the HTTP status, or with that status only.
   * Without it, a 5xx leaves the outcome of a create uncertain.
   */
  readonly unmade: "always" | number | undefined;
  /** Whether it concerns the key instead of the request: the key is invalid, or its money is used up. */
  readonly aboutKey: "invalid" | "spent" | undefined;
  /** What people read: `gatewayAdvice` in `text/`. */
  readonly sentence: GatewaySentence;
}

const member = (sentence: GatewaySentence): Meaning => meaning("member", sentence);
const admin = (sentence: GatewaySentence): Meaning => meaning("admin", sentence);
const wait = (sentence: GatewaySentence): Meaning => meaning("wait", sentence);
const nobody = (sentence: GatewaySentence): Meaning => meaning("nobody", sentence);

function meaning(move: Move, sentence: GatewaySentence): Meaning {
  return { move, sentence, later: false, unmade: undefined, aboutKey: undefined };
}

/**
 * Every code and type of the gateway, in the order of `docs/gateway.md#images-error-codes`. The `ERR-` family is a rule, see
 * below.
 */
export const FAULT_CODES = {
  missing_bearer_token: { ...admin("keyMissing"), unmade: "always", aboutKey: "invalid" },
  invalid_api_key: { ...admin("keyInvalid"), unmade: "always", aboutKey: "invalid" },
  invalid_bearer_token: { ...admin("keyInvalid"), unmade: "always", aboutKey: "invalid" },
  missing_credential: { ...admin("keyMissing"), unmade: "always", aboutKey: "invalid" },
  identity_resolution_failed: { ...wait("identityUnresolved"), unmade: "always", later: true },
  invalid_model: { ...member("modelName"), unmade: "always" },
  invalid_content_type: { ...admin("ourMistake"), unmade: "always" },
  invalid_json: { ...admin("ourMistake"), unmade: "always" },
  invalid_multipart: { ...admin("ourMistake"), unmade: "always" },
  invalid_request: { ...member("requestInvalid"), unmade: "always" },
  invalid_value: { ...member("valueInvalid"), unmade: "always" },
  request_too_large: { ...member("requestTooLarge"), unmade: "always" },
  unsupported_images_endpoint: { ...admin("wrongAddress"), unmade: "always" },
  unsupported_action: { ...admin("wrongAddress"), unmade: "always" },
  unsupported_protocol: { ...admin("wrongAddress"), unmade: "always" },
  method_not_allowed: { ...admin("wrongAddress"), unmade: "always" },
  not_found: nobody("notFound"),
  edit_image_required: { ...member("imageRequired"), unmade: "always" },
  edit_too_many_images: { ...member("tooManyImages"), unmade: "always" },
  edit_too_many_masks: { ...member("tooManyMasks"), unmade: "always" },
  edit_unsupported_image_type: { ...member("imageType"), unmade: "always" },
  edit_unsupported_mask_type: { ...member("maskType"), unmade: "always" },
  edit_image_too_large: { ...member("imageTooLarge"), unmade: "always" },
  edit_mask_too_large: { ...member("maskTooLarge"), unmade: "always" },
  edit_mask_dimensions_mismatch: { ...member("maskDimensions"), unmade: "always" },
  invalid_image: member("imageUnreadable"),
  image_too_large: { ...member("imageTooLarge"), unmade: "always" },
  invalid_image_url: { ...member("imageAddress"), unmade: "always" },
  image_download_failed: member("imageDownload"),
  unsupported_file_id: { ...admin("ourMistake"), unmade: "always" },
  invalid_idempotency_key: { ...admin("ourMistake"), unmade: "always" },
  // Another request was made under that key, so this one was not.
  idempotency_key_conflict: { ...admin("keyReused"), unmade: "always" },
  idempotency_not_supported_for_streaming: { ...admin("ourMistake"), unmade: "always" },
  job_not_finished: { ...wait("notFinished"), later: true },
  cancelled: nobody("cancelled"),
  result_expired: nobody("expired"),
  media_unavailable: { ...wait("mediaUnavailable"), later: true },
  submission_failed: wait("submissionFailed"),
  generation_interrupted: member("generationFailed"),
  generation_error: member("generationFailed"),
  internal_error: wait("gatewayTrouble"),
  upstream_transport_error: wait("upstreamTransport"),
  upstream_error: wait("upstreamTrouble"),
  upstream_invalid_response: member("generationFailed"),
  upstream_response_too_large: member("generationFailed"),
  invalid_upstream_image: member("generationFailed"),
  upstream_image_too_large: member("generationFailed"),
  upstream_image_download_failed: member("generationFailed"),
  media_delivery_failed: member("generationFailed"),

  insufficient_balance: { ...admin("balance"), unmade: "always", aboutKey: "spent" },
  billing_error: { ...admin("balance"), unmade: "always", aboutKey: "spent" },
  api_key_quota_exhausted: { ...admin("keyCap"), unmade: "always", aboutKey: "spent" },
  "400": member("refused"),
  "429": { ...wait("busy"), unmade: "always", later: true },
  contentmoderationrejected: member("moderation"),
  moderation_blocked: member("moderation"),
  content_moderation: member("moderation"),
  content_policy_error: member("moderation"),
  api_param_validation_failed: { ...member("valueInvalid"), unmade: "always" },
  image_generation_user_error: member("parameters"),
  invalidinput: member("promptInvalid"),
  invalidrequest: member("requestInvalid"),
  generationrequestfailed: member("generationFailed"),
  invalid_request_error: member("refused"),
  service_error: admin("serviceRefused"),
  model_disabled: { ...member("modelDisabled"), unmade: "always" },
  model_not_found: { ...member("modelNotFound"), unmade: "always" },
  model_temporarily_unavailable: { ...wait("modelBusy"), unmade: "always", later: true },
  not_found_error: { ...admin("notSupported"), unmade: "always" },
  permission_error: { ...admin("notEnabled"), unmade: "always" },
  rate_limit_error: { ...wait("busy"), unmade: "always", later: true },
  // With statuses other than the contract's 503 it can mean anything; see `meaningOf`.
  api_error: { ...wait("noAccount"), unmade: 503, later: true },
} as const satisfies Record<string, Meaning>;

/** "400 with type invalid_request_error": the contract's only sign of a safety policy besides the moderation codes. */
const UNSUITABLE = member("unsuitable");

/** A map, so that a hostile code such as `__proto__` finds nothing. */
const BY_CODE: ReadonlyMap<string, Meaning> = new Map(Object.entries(FAULT_CODES));

/** The fields that identify a fault. */
type FaultKind = Partial<Pick<Fault, "code" | "type" | "status">>;

/**
 * The meaning of a fault: by its code, else its type, else its HTTP status, ignoring case. Never throws, whatever the fault
 * contains.
 */
export function meaningOf(fault: FaultKind): Meaning {
  const code = fault.code?.toLowerCase();
  const type = fault.type?.toLowerCase();
  const byType = BY_CODE.get(type ?? "");
  const byCode = BY_CODE.get(code ?? "");
  if (type === "invalid_request_error" && isUnnamed(code) && (fault.status ?? 400) === 400) return UNSUITABLE;
  // If the code is a bare status, the type says more.
  const found = (code === "400" ? byType : undefined) ?? byCode ?? byType ?? meaningOfStatus(fault.status);
  // Only the contract's 503 means that no account is available.
  const isVague = found === FAULT_CODES.api_error && fault.status !== 503;
  return isVague ? { ...found, sentence: "gatewayTrouble" } : found;
}

/**
 * What people read about a fault of this service. The video service's contract shows no codes, so the image service's meaning of
 * a bare type does not apply to a clip.
 */
export function sentenceOf(fault: FaultKind, service: "image" | "video"): GatewaySentence {
  const { sentence } = meaningOf(fault);
  return (service === "video" ? OF_CLIPS.get(sentence) : undefined) ?? sentence;
}

const OF_CLIPS: ReadonlyMap<GatewaySentence, GatewaySentence> = new Map([
  ["unsuitable", "refused"],
  ["notSupported", "notFound"],
]);

/**
 * Whether the code is generic, so that the type decides. `ERR-` codes are mere references, and their type says what they mean.
 */
function isUnnamed(code: string | undefined): boolean {
  return !code || code === "400" || code === "invalid_request_error" || code.startsWith("err-");
}

/** The fallback for unknown codes. Source: `docs/gateway.md#images-errors`. */
const BY_STATUS: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [401, FAULT_CODES.invalid_api_key],
  [402, FAULT_CODES.insufficient_balance],
  [403, admin("forbidden")],
  [404, FAULT_CODES.not_found],
  [405, FAULT_CODES.method_not_allowed],
  [410, FAULT_CODES.result_expired],
  [413, FAULT_CODES.request_too_large],
  [415, FAULT_CODES.invalid_content_type],
  [429, FAULT_CODES["429"]],
]);

function meaningOfStatus(status: number | undefined): Meaning {
  // Without a status, it is a failed job.
  if (status === undefined) return FAULT_CODES.generation_error;
  return BY_STATUS.get(status) ?? (status >= 500 ? FAULT_CODES.internal_error : FAULT_CODES.invalid_request_error);
}
