import type { Readable } from "node:stream";
import type { Clock } from "../../lib/clock.ts";
import type { FetchOutcome, RemoteArtifact, RemoteJob } from "../../core/job/remote.ts";
import { ARTIFACT_CALL_MS, IMAGE_BYTES } from "../../lib/limits.ts";
import { ArtifactError } from "../../media/artifact-error.ts";
import { addressBelow } from "../http/address.ts";
import { failedFetch, hasFile, isText, streamOf, textInstead } from "../fetched.ts";
import { UnexpectedAnswerError } from "../gateway-error.ts";
import type { GatewayAnswer, GatewayHttp } from "../http/http.ts";
import { decodeResult, type ImageResult, openResult, readResult } from "./image-result.ts";
import { IMAGE_FILES } from "./image-routes.ts";
import { resumedChunks, type RestOf } from "../http/resume-download.ts";

/** Failed downloads of the file before falling back to `base64`; after that, the two alternate. */
const FILE_CUTS_BEFORE_BASE64 = 3;

/**
 * Streams a job's picture: from its `url`, which is only the picture, or from the `base64` of its result if the file fails,
 * breaks off too often, or is not a picture. Memory use stays flat both ways. A broken file can be resumed; `base64` can't.
 * Never rejects; the stream's errors are `GatewayError`s and `ArtifactError`s. Source: `docs/gateway.md#images-result`.
 */
export async function fetchImage(
  { http, clock }: { readonly http: GatewayHttp; readonly clock: Clock },
  remote: RemoteArtifact,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  try {
    const result = await readResult(http, remote, signal);
    const file = result.hasBytes && prefersBytes(remote) ? undefined : openFile(http, clock, remote, result, signal);
    const { body, requestId } = (await file) ?? (await openBytes(http, remote, result, signal));
    return { kind: "artifact", mimeType: result.mimeType, body, usage: result.usage, requestId };
  } catch (error) {
    return failedFetch(error);
  }
}

/** After too many broken downloads of the file, every second attempt uses `base64`, which can break off too. */
function prefersBytes({ cuts = 0, inline = false }: RemoteArtifact): boolean {
  if (inline) return true;
  return cuts >= FILE_CUTS_BEFORE_BASE64 && (cuts - FILE_CUTS_BEFORE_BASE64) % 2 === 0;
}

/** A picture that is being received. */
interface Opened {
  readonly body: Readable;
  readonly requestId: string | undefined;
}

/** The picture at its `url`, or undefined to try `base64`. */
async function openFile(
  http: GatewayHttp,
  clock: Clock,
  remote: RemoteJob,
  result: ImageResult,
  signal: AbortSignal,
): Promise<Opened | undefined> {
  const url = addressBelow(remote.baseUrl, IMAGE_FILES, result.url);
  if (!url) return undefined;
  const { apiKey } = remote;
  const call = { method: "GET", url, apiKey, accept: "*/*", long: true, deadlineMs: ARTIFACT_CALL_MS } as const;
  const reopen = ({ headers }: RestOf): Promise<GatewayAnswer> => http.open({ ...call, headers }, signal);
  let answer: GatewayAnswer;
  try {
    answer = await http.open(call, signal);
  } catch (error) {
    if (signal.aborted || !result.hasBytes) throw error;
    return undefined;
  }
  const whole = answer.framed || !result.hasBytes;
  if (hasFile(answer) && whole && !isText(answer.contentType)) {
    const body = streamOf(answer, resumedChunks(answer, IMAGE_BYTES, { reopen, clock }, signal));
    return { body, requestId: answer.requestId };
  }
  answer.body.destroy();
  if (result.hasBytes) return undefined;
  if (hasFile(answer)) throw textInstead(answer);
  throw new UnexpectedAnswerError(`HTTP ${answer.status} for the picture's address`, { requestId: answer.requestId });
}

async function openBytes(
  http: GatewayHttp,
  remote: RemoteJob,
  result: ImageResult,
  signal: AbortSignal,
): Promise<Opened> {
  if (!result.hasBytes) {
    const { url, requestId } = result;
    if (url !== undefined) throw new ArtifactError("bad_address", { requestId });
    throw new UnexpectedAnswerError("the result has neither url nor base64", { requestId });
  }
  const answer = await openResult(http, remote, signal);
  return { body: streamOf(answer, decodeResult(answer, signal)), requestId: answer.requestId };
}
