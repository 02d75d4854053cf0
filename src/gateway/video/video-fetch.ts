import type { Fault } from "../../core/job/failure.ts";
import type { Clock } from "../../lib/clock.ts";
import type { FetchOutcome, RemoteJob } from "../../core/job/remote.ts";
import { ARTIFACT_BYTES } from "../../lib/limits.ts";
import { ArtifactError } from "../../media/artifact-error.ts";
import { type ClipLink, clipLink, redirectedLink } from "./clip-link.ts";
import { failedFetch, hasFile, isText, streamOf, textInstead } from "../fetched.ts";
import { RedirectError, UnexpectedAnswerError } from "../gateway-error.ts";
import type { GatewayAnswer, GatewayHttp } from "../http/http.ts";
import { resumedChunks, type RestOf, type Resuming } from "../http/resume-download.ts";
import { faultOfSnapshot } from "../schema.ts";
import { unusable } from "../http/timeouts.ts";
import { readTask } from "./poll-video.ts";
import { videoFacts, type VideoTask } from "./video-schema.ts";

/** Time limit for a clip: the largest one that we accept (1 GiB) takes 2.3 hours at the slowest acceptable rate. */
const CLIP_CALL_MS = 3 * 3_600_000;
/** Attempts with a new link. If a new link is stale already, another one won't help right away. */
const LINK_TRIES = 2;

/** Redirects that are followed from a signed link: a gateway may keep its files elsewhere. */
const LINK_REDIRECTS = 3;

/** Answers of a link that is no longer valid: a new one is needed. */
const STALE: ReadonlySet<number> = new Set([403, 404, 410]);

/** Types that don't describe the file. */
const OPAQUE_TYPES: ReadonlySet<string> = new Set(["application/octet-stream", "binary/octet-stream"]);

/**
 * Streams a task's clip from the signed link in its record, without the key. Renews a stale link by reading the record again,
 * and resumes a broken download. Memory use stays flat. Never rejects; the stream's errors are `GatewayError`s and
 * `ArtifactError`s. Source: `docs/gateway.md#videos-endpoints`, rule 2.
 */
export async function fetchClip(
  { http, clock }: { readonly http: GatewayHttp; readonly clock: Clock },
  remote: RemoteJob,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  try {
    for (let tries = 1; ; tries++) {
      const { task, requestId } = await readTask(http, remote, signal);
      if (task.status === "expired") return { kind: "expired", fault: faultOf(task, requestId) };
      if (task.status === "failed") return { kind: "refused", fault: faultOf(task, requestId) };
      const link = linkOf(task, remote, requestId);
      const answer = await openLink(http, remote, link, signal);
      if (hasFile(answer)) {
        const reopen = createReopen(http, remote, link, signal);
        return { kind: "artifact", ...clipOf(answer, { reopen, clock }, signal), usage: videoFacts(task) };
      }
      answer.body.destroy();
      if (!STALE.has(answer.status) || tries >= LINK_TRIES) {
        return unusable(answer, `HTTP ${answer.status} for the signed link`);
      }
    }
  } catch (error) {
    return failedFetch(error);
  }
}

function linkOf(task: VideoTask, remote: RemoteJob, requestId: string | undefined): ClipLink {
  if (task.status !== "completed") throw new UnexpectedAnswerError(`the task is ${task.status}`, { requestId });
  const given = task.metadata?.url;
  const link = given === undefined ? undefined : clipLink(remote.baseUrl, given);
  if (link) return link;
  // Without the link: it is a secret, because it opens the clip without a key.
  if (given) throw new ArtifactError("bad_address", { requestId });
  throw new UnexpectedAnswerError("the task has no link", { requestId });
}

async function openLink(
  http: GatewayHttp,
  { baseUrl }: RemoteJob,
  link: ClipLink,
  signal: AbortSignal,
  rest?: RestOf,
): Promise<GatewayAnswer> {
  const call = { method: "GET", apiKey: undefined, accept: "*/*", long: true, deadlineMs: CLIP_CALL_MS } as const;
  let at = link;
  for (let redirects = 0; ; redirects++) {
    try {
      return await http.open({ ...at, ...call, ...rest }, signal);
    } catch (error) {
      const isFollowed = error instanceof RedirectError && redirects < LINK_REDIRECTS;
      const next = isFollowed ? redirectedLink(baseUrl, at, error.location) : undefined;
      if (!next) throw error;
      at = next;
    }
  }
}

/** Opens the rest of a clip, with a new link if the old one has become stale. */
function createReopen(
  http: GatewayHttp,
  remote: RemoteJob,
  first: ClipLink,
  signal: AbortSignal,
): (rest: RestOf) => Promise<GatewayAnswer> {
  let link = first;
  return async (rest) => {
    const answer = await openLink(http, remote, link, signal, rest);
    if (!STALE.has(answer.status)) return answer;
    answer.body.destroy();
    const { task, requestId } = await readTask(http, remote, signal);
    link = linkOf(task, remote, requestId);
    return openLink(http, remote, link, signal, rest);
  };
}

function clipOf(answer: GatewayAnswer, resuming: Resuming, signal: AbortSignal) {
  const { contentType, contentLength, requestId } = answer;
  if (isText(contentType) || contentLength === 0) {
    answer.body.destroy();
    throw contentLength === 0 ? new ArtifactError("empty", { requestId }) : textInstead(answer);
  }
  return {
    requestId,
    mimeType: clipType(contentType),
    body: streamOf(answer, resumedChunks(answer, ARTIFACT_BYTES, resuming, signal)),
  };
}

/** The answer's type. The contract leaves the format open; the default is MP4, which every platform plays. */
function clipType(contentType: string | undefined): string {
  const isTelling = contentType !== undefined && !OPAQUE_TYPES.has(contentType);
  return isTelling && /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(contentType) ? contentType : "video/mp4";
}

function faultOf(task: VideoTask, requestId: string | undefined): Fault {
  const nothing = {
    status: undefined,
    code: undefined,
    type: undefined,
    message: undefined,
    param: undefined,
    requestId,
  };
  return faultOfSnapshot(task.error, requestId) ?? nothing;
}
