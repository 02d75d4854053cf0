import { Readable } from "node:stream";
import type { FetchOutcome } from "../core/job/remote.ts";
import { ArtifactError } from "../media/artifact-error.ts";
import { meaningOf } from "../core/job/gateway-faults.ts";
import { AnswerTooLargeError, GatewayFaultError, RedirectError } from "./gateway-error.ts";
import type { AnswerHead, GatewayAnswer } from "./http/http.ts";
import { unanswered, unusable } from "./http/timeouts.ts";

/** Statuses of a failed retrieval that may succeed later: `docs/gateway.md#images-errors`. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 499]);

/** Successful statuses whose answer is never a whole file: no content, or a part. */
const NEVER_WHOLE: ReadonlySet<number> = new Set([204, 205, 206]);

/** Whether a file follows. The contracts don't state the status of a success, so any other 2xx counts. */
export function hasFile({ status }: Pick<AnswerHead, "status">): boolean {
  return status >= 200 && status < 300 && !NEVER_WHOLE.has(status);
}

/** Web pages and error bodies come as text; pictures and clips never do. */
export function isText(contentType: string | undefined): boolean {
  return contentType !== undefined && /^text\/|^application\/(?:.*[+-])?(?:json|xml|html)$/.test(contentType);
}

/** The error for text received in place of a file. */
export function textInstead({ contentType, requestId }: AnswerHead): ArtifactError {
  const [found] = /[a-z]{1,10}$/.exec(contentType ?? "") ?? [];
  return new ArtifactError("wrong_type", { found: found === "plain" ? "TXT" : found?.toUpperCase(), requestId });
}

/** An answer's content as a stream. Destroying the stream closes the connection. */
export function streamOf(answer: GatewayAnswer, chunks: AsyncIterable<Buffer>): Readable {
  const stream = Readable.from(withFlaws(chunks), { objectMode: false });
  // A stream that is destroyed before it is read never starts its source, which must then be closed here.
  stream.once("close", () => answer.body.destroy());
  return stream;
}

/** The same chunks. Fails with an `ArtifactError` if a retry would get the same answer. */
async function* withFlaws(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  try {
    for await (const chunk of chunks) yield chunk;
  } catch (error) {
    throw flawIn(error) ?? error;
  }
}

/** Converts a failed retrieval to an outcome. */
export function failedFetch(error: unknown): FetchOutcome {
  const flawed = flawIn(error);
  if (flawed) {
    const { flaw, found, requestId } = flawed;
    return { kind: "unusable", flaw, found, requestId };
  }
  if (!(error instanceof GatewayFaultError)) return unanswered(error);
  const { fault, retryAfterMs } = error;
  const status = fault.status ?? 0;
  if (status === 410 || fault.code === "result_expired") return { kind: "expired", fault };
  // A failed retrieval is not a failed generation: only a clear refusal is believed.
  if (status >= 500 || PASSING_STATUSES.has(status) || meaningOf(fault).later) {
    return { ...unusable({ status, retryAfterMs }, error.message), fault };
  }
  return { kind: "refused", fault };
}

function flawIn(error: unknown): ArtifactError | undefined {
  if (error instanceof ArtifactError) return error;
  if (error instanceof AnswerTooLargeError) return artifactError("too_large", error);
  return error instanceof RedirectError ? artifactError("redirected", error) : undefined;
}

function artifactError(flaw: "too_large" | "redirected", cause: AnswerTooLargeError | RedirectError): ArtifactError {
  return new ArtifactError(flaw, { requestId: cause.requestId, cause });
}
