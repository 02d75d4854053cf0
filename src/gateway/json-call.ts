import { CALL_MS, JSON_ANSWER_BYTES } from "../limits.ts";
import { readBounded } from "./body.ts";
import { withoutKey } from "./clean.ts";
import { UnexpectedAnswerError } from "./gateway-error.ts";
import type { GatewayAnswer, GatewayCall, GatewayHttp } from "./http.ts";

/** A whole answer whose body is JSON. Its status may be any but a redirect. */
export interface JsonAnswer {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly body: unknown;
}

/** A short call: what of `GatewayCall` is left to say. */
export interface JsonCall extends Pick<GatewayCall, "method" | "url" | "headers" | "body"> {
  readonly apiKey: string;
}

/**
 * Sends a short call and reads its JSON answer of at most 1 MiB. Rejects with a `GatewayError`: among others
 * `UnexpectedAnswerError` for HTML and other texts, whatever their status.
 */
export async function callJson(http: GatewayHttp, call: JsonCall, signal: AbortSignal): Promise<JsonAnswer> {
  const answer = await http.open({ ...call, accept: "application/json", long: false, deadlineMs: CALL_MS }, signal);
  return readJson(answer, call.apiKey, signal);
}

/** Reads an opened answer as JSON, with the same bound and errors. */
export async function readJson(answer: GatewayAnswer, apiKey: string, signal: AbortSignal): Promise<JsonAnswer> {
  const { status, requestId, retryAfterMs } = answer;
  if (answer.contentType === "text/html") {
    answer.body.destroy();
    throw new UnexpectedAnswerError(`HTTP ${status}: a web page instead of JSON; is the base URL right?`, {
      requestId,
      status,
    });
  }
  const bytes = await readBounded(answer, JSON_ANSWER_BYTES, signal);
  return {
    status,
    requestId,
    retryAfterMs,
    body: parseJson(withoutKey(bytes.toString("utf8"), apiKey), status, requestId),
  };
}

/** JSON, or an `UnexpectedAnswerError`. */
export function parseJson(text: string, status: number, requestId: string | undefined): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which is none of the log's business.
    throw new UnexpectedAnswerError(`HTTP ${status}: the answer is not JSON`, { requestId, status });
  }
}
