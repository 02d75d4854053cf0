import type { RemoteJob, RemoteSnapshot } from "../../core/job/remote.ts";
import { UnexpectedAnswerError } from "../gateway-error.ts";
import type { GatewayHttp } from "../http/http.ts";
import { jobAddress } from "./image-routes.ts";
import { SnapshotAnswer, toSnapshot } from "../schema.ts";
import { readEvents, type ServerEvent } from "../http/sse.ts";

/** Events with a snapshot; `heartbeat` and unknown names have none. */
const PHASES: ReadonlySet<string> = new Set(SnapshotAnswer.shape.phase.options);

/** Phases that end the stream. */
const TERMINAL: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

/**
 * Reports a job's snapshots from its events. Resolves after a terminal phase, or when the service closes the stream. Rejects
 * with a `GatewayError` when it breaks, stays silent, or sends anything but a snapshot of this job. Source:
 * `docs/gateway.md#images-events`.
 */
export async function imageEvents(
  http: GatewayHttp,
  remote: RemoteJob,
  onSnapshot: (snapshot: RemoteSnapshot) => void,
  signal: AbortSignal,
): Promise<void> {
  const onEvent = (event: ServerEvent): "enough" | void => {
    const answer = snapshotIn(event, remote);
    if (!answer) return;
    onSnapshot(toSnapshot(answer, undefined));
    if (TERMINAL.has(answer.phase)) return "enough";
  };
  await readEvents(http, jobAddress(remote, "/events"), onEvent, signal);
}

function snapshotIn({ event, data }: ServerEvent, remote: RemoteJob): SnapshotAnswer | undefined {
  if (event === undefined || !PHASES.has(event)) return undefined;
  const parsed = SnapshotAnswer.safeParse(jsonOf(data));
  if (!parsed.success) throw new UnexpectedAnswerError(`the event ${event} holds no usable snapshot`);
  const { jobId } = parsed.data;
  if (jobId !== undefined && jobId !== remote.remoteId) {
    throw new UnexpectedAnswerError(`the event ${event} is another job's`);
  }
  return parsed.data;
}

/** The value, or undefined for anything but JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
