import type { Clock } from "../clock.ts";
import type { RemoteJob, RemoteSnapshot } from "../job/remote.ts";
import { UnexpectedAnswerError } from "./gateway-error.ts";
import type { GatewayHttp } from "./http.ts";
import { jobAddress } from "./image-routes.ts";
import { SnapshotAnswer, toSnapshot } from "./schema.ts";
import { readEvents } from "./sse.ts";

/** Events with a snapshot in them; `heartbeat` and names that are new to us have none. */
const PHASES: ReadonlySet<string> = new Set(SnapshotAnswer.shape.phase.options);

/** Phases after which nothing more comes. */
const TERMINAL: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

/**
 * A job's snapshots as its events bring them. Ends after a terminal phase, or when the service closes the stream. Throws a
 * `GatewayError` when it breaks, stays silent, or sends what is no snapshot of this job.
 * Source: `contract/image-service.md`, "Events".
 */
export async function* imageEvents(
  http: GatewayHttp,
  clock: Clock,
  remote: RemoteJob,
  signal: AbortSignal,
): AsyncGenerator<RemoteSnapshot, void, undefined> {
  for await (const { event, data } of readEvents(http, clock, jobAddress(remote, "/events"), signal)) {
    if (event === undefined || !PHASES.has(event)) continue;
    const parsed = SnapshotAnswer.safeParse(jsonOf(data));
    if (!parsed.success) throw new UnexpectedAnswerError(`the event ${event} holds no usable snapshot`);
    const { jobId } = parsed.data;
    if (jobId !== undefined && jobId !== remote.remoteId) {
      throw new UnexpectedAnswerError(`the event ${event} is another job's`);
    }
    yield toSnapshot(parsed.data, undefined);
    if (TERMINAL.has(parsed.data.phase)) return;
  }
}

/** The value, or undefined for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
