import type { Readable } from "node:stream";
import { AnswerTooLargeError } from "../gateway-error.ts";
import type { GatewayAnswer } from "./http.ts";
import { transportError } from "./transport-error.ts";

/** The body's chunks, with its errors as `GatewayError`s. Stopping early closes the connection. */
async function* bodyChunks(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw transportError(error, true, signal);
  }
}

/** Bounds a body's chunks. Rejects with an `AnswerTooLargeError` as soon as the body must be larger than `maxBytes`. */
export async function* boundedChunks(
  answer: GatewayAnswer,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  if ((answer.contentLength ?? 0) > maxBytes) {
    answer.body.destroy();
    throw new AnswerTooLargeError(maxBytes, answer.requestId);
  }
  let bytes = 0;
  for await (const chunk of bodyChunks(answer.body, signal)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AnswerTooLargeError(maxBytes, answer.requestId);
    yield chunk;
  }
}
