import type { RemoteJob } from "../job/remote.ts";
import { ARTIFACT_CALL_MS, IMAGE_BYTES, JSON_ANSWER_BYTES, RESULT_BYTES } from "../limits.ts";
import { createBase64Decoder } from "./base64-stream.ts";
import { boundedChunks } from "./body.ts";
import { AnswerTooLargeError, GatewayFaultError, UnexpectedAnswerError } from "./gateway-error.ts";
import type { GatewayAnswer, GatewayHttp } from "./http.ts";
import { jobAddress } from "./image-routes.ts";
import { parseJson, readJson } from "./json-call.ts";
import { faultOfBody, ResultAnswer } from "./schema.ts";
import { createFieldSplitter, type FieldSplitter } from "./split-field.ts";

/** What a result says of its picture, besides the picture. */
export interface ImageResult {
  readonly url: string | undefined;
  readonly mimeType: string;
  /** Whether `base64` was there. */
  readonly hasBytes: boolean;
  readonly usage: unknown;
}

/**
 * Reads a job's result without keeping its picture, in flat memory. Source: `contract/image-service.md`, "Result".
 * Rejects with a `GatewayFaultError` for an error body, and with other `GatewayError`s.
 */
export async function readResult(http: GatewayHttp, remote: RemoteJob, signal: AbortSignal): Promise<ImageResult> {
  const answer = await openResult(http, remote, signal);
  const splitter = createFieldSplitter("base64", JSON_ANSWER_BYTES);
  let hasBytes = false;
  for await (const pieces of splitChunks(answer, splitter, signal)) hasBytes ||= pieces.length > 0;
  const parsed = ResultAnswer.safeParse(parseJson(splitter.rest(), answer.status, answer.requestId));
  if (!parsed.success) throw new UnexpectedAnswerError("the result is not usable", { requestId: answer.requestId });
  const [image] = parsed.data.images;
  if (!image) throw new UnexpectedAnswerError("the result has no picture", { requestId: answer.requestId });
  return { url: image.url, mimeType: image.mimeType, hasBytes, usage: parsed.data.usage };
}

/**
 * The picture out of a result's `base64`, decoded as it comes, so that no picture is ever whole in memory. Throws a
 * `GatewayError` in the middle when the answer breaks off or turns out to be no base64.
 */
export async function* decodeResult(
  answer: GatewayAnswer,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const splitter = createFieldSplitter("base64", JSON_ANSWER_BYTES);
  const decoder = createBase64Decoder();
  let bytes = 0;
  const checked = (part: Buffer): Buffer => {
    bytes += part.length;
    if (bytes > IMAGE_BYTES) throw new AnswerTooLargeError(IMAGE_BYTES, answer.requestId);
    return part;
  };
  try {
    for await (const pieces of splitChunks(answer, splitter, signal)) {
      for (const piece of pieces) yield checked(decoder.push(piece));
    }
    yield checked(decoder.end());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UnexpectedAnswerError("the picture is not valid base64", { requestId: answer.requestId, cause: error });
  }
  // What came after the picture proves that the answer was whole.
  parseJson(splitter.rest(), answer.status, answer.requestId);
}

/** Opens a job's result. Rejects with a `GatewayFaultError` when there is none, and with other `GatewayError`s. */
export async function openResult(http: GatewayHttp, remote: RemoteJob, signal: AbortSignal): Promise<GatewayAnswer> {
  const address = jobAddress(remote, "/result");
  const answer = await http.open(
    { ...address, method: "GET", accept: "application/json", long: true, deadlineMs: ARTIFACT_CALL_MS },
    signal,
  );
  if (answer.status < 300) return answer;
  const { status, requestId, retryAfterMs } = answer;
  const { body } = await readJson(answer, address.apiKey, signal);
  const fault = faultOfBody(status, body, requestId);
  if (fault) throw new GatewayFaultError(fault, retryAfterMs);
  throw new UnexpectedAnswerError(`HTTP ${status} without an error body`, { requestId, status });
}

async function* splitChunks(
  answer: GatewayAnswer,
  splitter: FieldSplitter,
  signal: AbortSignal,
): AsyncGenerator<Buffer[], void, undefined> {
  for await (const chunk of boundedChunks(answer, RESULT_BYTES, signal)) {
    try {
      yield splitter.push(chunk);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new AnswerTooLargeError(JSON_ANSWER_BYTES, answer.requestId);
    }
  }
}
