import { Readable } from "node:stream";
import type { FetchOutcome } from "../job/remote.ts";
import { meaningOf } from "./errors.ts";
import { GatewayFaultError } from "./gateway-error.ts";
import type { GatewayAnswer } from "./http.ts";
import { unanswered, unusable } from "./timed-out.ts";

/** Statuses of a failed retrieval that another one can mend: `contract/image-service.md`, "Errors". */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 499]);

/** Web pages and error bodies come as text; pictures and clips never do. */
export function isText(contentType: string | undefined): boolean {
  return contentType !== undefined && /^text\/|^application\/(?:.*[+-])?(?:json|xml|html)$/.test(contentType);
}

/** What an answer brings, as a stream that closes the connection when it is given up. */
export function streamOf(answer: GatewayAnswer, chunks: AsyncIterable<Buffer>): Readable {
  const stream = Readable.from(chunks, { objectMode: false });
  // A stream that is given up before it is read never starts its source, which then must be closed here.
  stream.once("close", () => answer.body.destroy());
  return stream;
}

/** A retrieval that failed, as an outcome. */
export function failedFetch(error: unknown): FetchOutcome {
  if (!(error instanceof GatewayFaultError)) return unanswered(error);
  const { fault, retryAfterMs } = error;
  const status = fault.status ?? 0;
  if (status === 410 || fault.code === "result_expired") return { kind: "expired", fault };
  // A failed retrieval is no failed generation: only a plain no is believed.
  if (status >= 500 || PASSING_STATUSES.has(status) || meaningOf(fault).later) {
    return { ...unusable({ status, retryAfterMs }, error.message), fault };
  }
  return { kind: "refused", fault };
}
