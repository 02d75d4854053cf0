import type { Fault } from "../core/job/failure.ts";
import { z } from "zod";
import { codeText } from "../core/chat/message.ts";
import type { Unanswered } from "../core/job/remote.ts";
import { addressWithKey } from "./http/address.ts";
import { NotJsonError } from "./gateway-error.ts";
import type { GatewayHttp } from "./http/http.ts";
import { callJson } from "./http/json-call.ts";
import { outcomeOfRefusal } from "./poll-refusal.ts";
import { foreign, unanswered } from "./http/timeouts.ts";

/** The contract covers 38 models; a much longer list is not a list of models. */
export const MODELS_LISTED = 1_000;
/** Model names are short; longer ones could not be shown or chosen. */
const MODEL_NAME_CHARACTERS = 200;

/** The result of listing a key's models. */
export type ModelList =
  /** Names as the gateway writes them, each once, in its order. An empty list means that the key may use no model. */
  | { readonly kind: "models"; readonly names: readonly string[] }
  /** 2xx with an unknown format: the key is valid, but its models are not known. */
  | { readonly kind: "unreadable" }
  /** 401/403: the key may not list models. */
  | { readonly kind: "denied"; readonly fault: Fault }
  | Unanswered;

/**
 * Accepted unchanged or not at all, because a name is sent back and shown. A name with backticks or an address could put a link
 * into a message.
 */
const Name = z
  .string()
  .min(1)
  .max(MODEL_NAME_CHARACTERS)
  .refine((name) => codeText(name) === name && !name.includes("://"));

/** The contract doesn't show the shape of an entry: a name, or an object with one. */
const Item = z.union([
  Name,
  z.object({ id: Name }).transform(({ id }) => id),
  z.object({ name: Name }).transform(({ name }) => name),
  z.object({ model: Name }).transform(({ model }) => model),
]);

/** The list, either bare or in a field. */
const List = z.union([
  z.array(z.unknown()),
  z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data),
  z.object({ models: z.array(z.unknown()) }).transform(({ models }) => models),
]);

/** The models that a key may use. Never rejects. Source: `docs/gateway.md#videos-model-list` and `#videos-endpoints`. */
export async function listModels(
  http: GatewayHttp,
  baseUrl: string,
  apiKey: string,
  signal: AbortSignal,
): Promise<ModelList> {
  try {
    const answer = await callJson(http, { method: "GET", ...addressWithKey(baseUrl, apiKey, "/v1/models") }, signal);
    if (answer.status >= 300) {
      const outcome = outcomeOfRefusal(answer);
      if (outcome.kind === "denied" || outcome.kind === "unanswered") return outcome;
      return foreign(answer, `HTTP ${answer.status}: no list of models here; is the base URL right?`);
    }
    const names = namesIn(answer.body);
    return names ? { kind: "models", names } : { kind: "unreadable" };
  } catch (error) {
    return isOddText(error) ? { kind: "unreadable" } : unanswered(error);
  }
}

/** A 2xx answer that is not JSON. A web page doesn't count: it comes from another server. */
function isOddText(error: unknown): boolean {
  return error instanceof NotJsonError && error.status !== undefined && error.status < 300;
}

/** The readable names, at most a thousand. Undefined if it is not a list or no name is readable. */
function namesIn(body: unknown): string[] | undefined {
  const list = List.safeParse(body);
  if (!list.success) return undefined;
  const names = list.data.slice(0, MODELS_LISTED).flatMap((item) => {
    const name = Item.safeParse(item);
    return name.success ? [name.data] : [];
  });
  return names.length === 0 && list.data.length > 0 ? undefined : [...new Set(names)];
}

/** The names that a key lists at the video service; undefined if that is off, or did not answer. */
export function askForModels(
  http: GatewayHttp,
  baseUrl: string | undefined,
): (apiKey: string, signal: AbortSignal) => Promise<readonly string[] | "unreadable" | undefined> {
  return async (apiKey, signal) => {
    if (baseUrl === undefined) return undefined;
    const list = await listModels(http, baseUrl, apiKey, signal);
    if (list.kind === "unreadable") return "unreadable";
    return list.kind === "models" ? list.names : undefined;
  };
}
