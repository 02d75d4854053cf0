import type { Clock } from "../../lib/clock.ts";
import { boundedChunks } from "./body-chunks.ts";
import { AnswerTooLargeError, ConnectionBrokenError } from "../gateway-error.ts";
import type { GatewayAnswer } from "./http.ts";

/**
 * Delays before a broken download is resumed: none after progress, longer after each attempt without any. A restarting
 * gateway is back within this time. After the last delay, the download starts over later.
 */
export const RESUME_WAITS_MS = [0, 500, 1_000, 2_000, 4_000, 8_000] as const;

/** The headers that request the rest of the same version of a file. */
export interface RestOf {
  readonly headers: { readonly range: string; readonly "if-range": string };
}

/** How a broken download may be resumed. */
export interface Resuming {
  /** Opens the same file again, at the same or a renewed address. Rejects with a `GatewayError`. */
  readonly reopen: (rest: RestOf) => Promise<GatewayAnswer>;
  readonly clock: Clock;
}

/** A version of a file, with the validator that identifies it. */
interface Known {
  readonly etag: string;
  readonly bytes: number;
}

/**
 * A file's bytes as one stream. If the connection breaks, the rest is requested, and accepted only if it is from the same
 * version (RFC 9110, 13.1.5 and 14.4). If the server sends no validator, or has another version by then, the stream
 * breaks like the connection. Memory use stays flat. Throws a `GatewayError`.
 */
export async function* resumedChunks(
  first: GatewayAnswer,
  maxBytes: number,
  { reopen, clock }: Resuming,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const file = knownFile(first);
  let answer: GatewayAnswer | undefined = first;
  let offset = 0;
  let failures = 0;
  for (;;) {
    const before = offset;
    try {
      answer ??= await openRest(offset, file, reopen);
      for await (const chunk of boundedChunks(answer, maxBytes, signal)) {
        offset += chunk.length;
        yield chunk;
      }
      if (!file || offset === file.bytes) return;
      throw new ConnectionBrokenError("the rest of the answer is missing");
    } catch (error) {
      failures = offset > before ? 0 : failures + 1;
      const waitMs = RESUME_WAITS_MS[failures];
      const isFinal = error instanceof AnswerTooLargeError || error instanceof OtherFileError || signal.aborted;
      if (!file || offset >= file.bytes || isFinal || waitMs === undefined) throw error;
      await clock.sleep(waitMs, signal).catch(() => {
        throw error;
      });
      answer = undefined;
    }
  }
}

/** The server can't resume the file: it has another one, or doesn't support ranges. */
class OtherFileError extends ConnectionBrokenError {}

/** Only a strong validator proves that two answers are identical. */
function knownFile({ etag, contentLength }: GatewayAnswer): Known | undefined {
  const isStrong = etag !== undefined && /^"[\x21\x23-\x7e]{1,500}"$/.test(etag);
  return isStrong && contentLength !== undefined ? { etag, bytes: contentLength } : undefined;
}

async function openRest(offset: number, file: Known | undefined, reopen: Resuming["reopen"]): Promise<GatewayAnswer> {
  if (!file) throw new OtherFileError("the file has no strong validator");
  const answer = await reopen({ headers: { range: `bytes=${offset}-`, "if-range": file.etag } });
  const isRest = answer.contentRange === `bytes ${offset}-${file.bytes - 1}/${file.bytes}`;
  if (answer.status === 206 && isRest && (answer.etag ?? file.etag) === file.etag) return answer;
  answer.body.destroy();
  if (answer.status >= 500 || answer.status === 429)
    throw new ConnectionBrokenError(`HTTP ${answer.status} for the rest`);
  throw new OtherFileError(`HTTP ${answer.status}, and not the rest of the same file`);
}
