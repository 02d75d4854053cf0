import type { RemoteJob } from "../../core/job/remote.ts";
import { ARTIFACT_CALL_MS, IMAGE_BYTES, JSON_ANSWER_BYTES } from "../../lib/limits.ts";
import { ArtifactError } from "../../media/artifact-error.ts";
import { createBase64Decoder } from "../http/base64-stream.ts";
import { boundedChunks } from "../http/body-chunks.ts";
import { AnswerTooLargeError, UnexpectedAnswerError } from "../gateway-error.ts";
import type { AnswerHead, AnswerReader, GatewayAnswer, GatewayHttp } from "../http/http.ts";
import { jobAddress } from "./image-routes.ts";
import { createJsonReader, parseJson, readGood, refusalOf } from "../http/json-call.ts";
import { ResultAnswer } from "../schema.ts";
import { createFieldSplitter, type FieldSplitter } from "../http/split-field.ts";

/** A result as JSON: that picture as base64 (four thirds), and the rest of an answer. */
const RESULT_BYTES = Math.ceil((IMAGE_BYTES * 4) / 3) + JSON_ANSWER_BYTES;
/** The picture within a result. */
const PICTURE = { list: "images", field: "base64" };

/** A result without its picture. */
export interface ImageResult {
  readonly url: string | undefined;
  readonly mimeType: string | undefined;
  /** Whether `base64` was there. */
  readonly hasBytes: boolean;
  readonly usage: unknown;
  readonly requestId: string | undefined;
}

/**
 * Reads a job's result without keeping its picture, in flat memory. Source: `docs/gateway.md#images-result`.
 * Rejects with a `GatewayFaultError` for an error body, and with other `GatewayError`s.
 */
export async function readResult(http: GatewayHttp, remote: RemoteJob, signal: AbortSignal): Promise<ImageResult> {
  const address = jobAddress(remote, "/result");
  const splitter = createFieldSplitter(PICTURE, JSON_ANSWER_BYTES);
  let head: AnswerHead | undefined;
  let bytes = 0;
  let hasBytes = false;
  const reader: AnswerReader = {
    head(answer) {
      head = answer;
      if ((answer.contentLength ?? 0) > RESULT_BYTES) throw new AnswerTooLargeError(RESULT_BYTES, answer.requestId);
    },
    data(chunk) {
      bytes += chunk.length;
      if (bytes > RESULT_BYTES) throw new AnswerTooLargeError(RESULT_BYTES, head?.requestId);
      const pieces = split(splitter, chunk, head?.requestId);
      hasBytes ||= pieces.length > 0;
    },
  };
  const patience = { ms: ARTIFACT_CALL_MS, renewed: false };
  const call = { ...address, method: "GET", accept: "application/json", long: true, patience } as const;
  await readGood(http, call, reader, signal);
  const { status = 0, requestId } = head ?? {};
  const parsed = ResultAnswer.safeParse(parseJson(splitter.rest(), status, requestId));
  if (!parsed.success) throw new UnexpectedAnswerError("the result is not usable", { requestId });
  const [image] = parsed.data.images;
  if (!image) throw new UnexpectedAnswerError("the result has no picture", { requestId });
  return { url: image.url, mimeType: image.mimeType, hasBytes, usage: parsed.data.usage, requestId };
}

/**
 * The picture from a result's `base64`, decoded as it arrives, so that no picture is ever completely in memory. Throws while
 * reading: a `GatewayError` when the answer breaks off, and an `ArtifactError` for anything but base64.
 */
export async function* decodeResult(
  answer: GatewayAnswer,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const splitter = createFieldSplitter(PICTURE, JSON_ANSWER_BYTES);
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
    throw new ArtifactError("damaged", { requestId: answer.requestId, cause: error });
  }
  // The JSON after the picture proves that the answer is complete.
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
  const refusal = createJsonReader(address.apiKey);
  refusal.head(answer);
  for await (const chunk of boundedChunks(answer, JSON_ANSWER_BYTES, signal)) refusal.data(chunk);
  throw refusalOf(refusal.answer());
}

async function* splitChunks(
  answer: GatewayAnswer,
  splitter: FieldSplitter,
  signal: AbortSignal,
): AsyncGenerator<Buffer[], void, undefined> {
  for await (const chunk of boundedChunks(answer, RESULT_BYTES, signal)) {
    yield split(splitter, chunk, answer.requestId);
  }
}

function split(splitter: FieldSplitter, chunk: Buffer, requestId: string | undefined): Buffer[] {
  try {
    return splitter.push(chunk);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AnswerTooLargeError(JSON_ANSWER_BYTES, requestId);
  }
}
