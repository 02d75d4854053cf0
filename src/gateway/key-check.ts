import type { Fault } from "../core/job/failure.ts";
import type { Unanswered } from "../core/job/remote.ts";
import { isSendableKey } from "./http/headers.ts";
import type { GatewayHttp } from "./http/http.ts";
import { callForSnapshot } from "./image/poll-image.ts";
import { listModels } from "./model-list.ts";

/** The result of checking a key. */
export type KeyCheck =
  /** `list` is set if the service knows the key, but the shape of its model list is unknown. */
  | { readonly kind: "ok"; readonly list?: "unreadable" }
  /** The gateway does not know the key. */
  | { readonly kind: "invalid"; readonly fault: Fault | undefined }
  /** It knows the key but refuses to read with it: no balance, or its group lacks the service. */
  | { readonly kind: "forbidden"; readonly fault: Fault }
  /** No answer from the gateway, so nothing is known about the key. `isElsewhere` is as in `Unanswered`. */
  | { readonly kind: "unreachable"; readonly reason: string; readonly isElsewhere: boolean };

/** The id of a job that can't exist: the gateway assigns ids. */
const NO_JOB = "easel-key-check";

/**
 * Checks a key of the image service by reading a job that can't exist: an unknown key gets 401, any other 404. Makes nothing
 * and costs nothing. Never rejects.
 */
export async function checkImageKey(
  http: GatewayHttp,
  baseUrl: string,
  apiKey: string,
  signal: AbortSignal,
): Promise<KeyCheck> {
  if (!isSendableKey(apiKey)) return { kind: "invalid", fault: undefined };
  const outcome = await callForSnapshot(http, "GET", { baseUrl, apiKey, remoteId: NO_JOB }, signal);
  if (outcome.kind === "unanswered") return unreachable(outcome);
  // If a job had that id, the key would be valid too.
  if (outcome.kind !== "denied") return { kind: "ok" };
  return denial(outcome.fault);
}

/** Checks a key of the video service by listing its models, which makes nothing and costs nothing. Never rejects. */
export async function checkVideoKey(
  http: GatewayHttp,
  baseUrl: string,
  apiKey: string,
  signal: AbortSignal,
): Promise<KeyCheck> {
  if (!isSendableKey(apiKey)) return { kind: "invalid", fault: undefined };
  const list = await listModels(http, baseUrl, apiKey, signal);
  if (list.kind === "unanswered") return unreachable(list);
  if (list.kind === "unreadable") return { kind: "ok", list: "unreadable" };
  return list.kind === "denied" ? denial(list.fault) : { kind: "ok" };
}

/** Checks a key at the image service's main address, or at the alternate one if only that answers. Never rejects. */
export async function checkImageKeyAnywhere(
  http: GatewayHttp,
  { baseUrl, alternateUrl }: { readonly baseUrl: string; readonly alternateUrl: string | undefined },
  apiKey: string,
  signal: AbortSignal,
): Promise<KeyCheck> {
  // In parallel: an address that never answers uses up all the time.
  const [main, alternate] = await Promise.all([
    checkImageKey(http, baseUrl, apiKey, signal),
    alternateUrl === undefined ? undefined : checkImageKey(http, alternateUrl, apiKey, signal),
  ]);
  return main.kind === "unreachable" && alternate && alternate.kind !== "unreachable" ? alternate : main;
}

function unreachable({ reason, isElsewhere }: Unanswered): KeyCheck {
  return { kind: "unreachable", reason, isElsewhere: isElsewhere === true };
}

function denial(fault: Fault): KeyCheck {
  return fault.status === 401 ? { kind: "invalid", fault } : { kind: "forbidden", fault };
}
