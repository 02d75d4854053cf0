import { JSON_ANSWER_BYTES } from "../../lib/limits.ts";
import { withoutKey } from "./sanitize-text.ts";
import {
  AnswerTooLargeError,
  type GatewayError,
  GatewayFaultError,
  NotJsonError,
  UnexpectedAnswerError,
} from "../gateway-error.ts";
import { ONCE_ANSWER_MS, type AnswerHead, type AnswerReader, type GatewayHttp, type ReadCall } from "./http.ts";
import { faultOfBody } from "../schema.ts";

/** Time limit for a call with a small answer: a server that sends a byte now and then is never silent. */
const CALL_MS = 60_000;

/** A complete answer whose body is JSON. Its status may be any but a redirect. */
export interface JsonAnswer {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly body: unknown;
}

/** A short call: the fields of `GatewayCall` that vary. */
export interface JsonCall extends Pick<ReadCall, "method" | "url" | "headers" | "body" | "once"> {
  readonly apiKey: string;
}

/** Collects an answer of at most 1 MiB that must be JSON. */
export interface JsonReader extends AnswerReader {
  /** The complete answer. Throws `UnexpectedAnswerError` for anything but JSON. */
  answer(): JsonAnswer;
}

/** Creates a reader for one answer. It refuses HTML and large answers, and removes our key from the result. */
export function createJsonReader(apiKey: string): JsonReader {
  let head: AnswerHead | undefined;
  let bytes = 0;
  const chunks: Buffer[] = [];
  return {
    head(answer) {
      head = answer;
      const { status, requestId, contentType, contentLength = 0 } = answer;
      if (contentType === "text/html") {
        throw new UnexpectedAnswerError(`HTTP ${status}: a web page instead of JSON; is the base URL right?`, {
          requestId,
          status,
        });
      }
      if (contentLength > JSON_ANSWER_BYTES) throw new AnswerTooLargeError(JSON_ANSWER_BYTES, requestId);
    },
    data(chunk) {
      bytes += chunk.length;
      if (bytes > JSON_ANSWER_BYTES) throw new AnswerTooLargeError(JSON_ANSWER_BYTES, head?.requestId);
      chunks.push(chunk);
    },
    answer() {
      const { status = 0, requestId, retryAfterMs } = head ?? {};
      const [first = Buffer.alloc(0)] = chunks;
      const text = (chunks.length < 2 ? first : Buffer.concat(chunks)).toString("utf8");
      return { status, requestId, retryAfterMs, body: parseJson(withoutKey(text, apiKey), status, requestId) };
    },
  };
}

/**
 * Sends a short call and reads its JSON answer of at most 1 MiB. Rejects with a `GatewayError`, such as `UnexpectedAnswerError`
 * for HTML and other texts, whatever their status.
 */
export async function callJson(http: GatewayHttp, call: JsonCall, signal: AbortSignal): Promise<JsonAnswer> {
  const reader = createJsonReader(call.apiKey);
  const patience = { ms: call.once ? ONCE_ANSWER_MS + CALL_MS : CALL_MS, renewed: false };
  await http.read({ ...call, accept: "application/json", long: false, patience }, reader, signal);
  return reader.answer();
}

/**
 * Sends a call whose 2xx answer goes to `reader`. Any other answer is read as JSON: rejects with a `GatewayFaultError` for an
 * error body, and with other `GatewayError`s.
 */
export async function readGood(
  http: GatewayHttp,
  call: ReadCall & { readonly apiKey: string },
  reader: AnswerReader,
  signal: AbortSignal,
): Promise<void> {
  let refusal: JsonReader | undefined;
  const either: AnswerReader = {
    head(answer) {
      if (answer.status >= 400) refusal = createJsonReader(call.apiKey);
      (refusal ?? reader).head(answer);
    },
    data: (chunk) => (refusal ?? reader).data(chunk),
  };
  await http.read(call, either, signal);
  if (refusal) throw refusalOf(refusal.answer());
}

/** An answer that is not a 2xx, as an error. */
export function refusalOf({ status, requestId, retryAfterMs, body }: JsonAnswer): GatewayError {
  const fault = faultOfBody(status, body, requestId);
  if (fault) return new GatewayFaultError(fault, retryAfterMs);
  return new UnexpectedAnswerError(`HTTP ${status} without an error body`, { requestId, status });
}

/** JSON, or a `NotJsonError`. */
export function parseJson(text: string, status: number, requestId: string | undefined): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which must not be logged.
    throw new NotJsonError(`HTTP ${status}: the answer is not JSON`, { requestId, status });
  }
}
