import type { Fault } from "../../core/job/failure.ts";
import { CreatedTask } from "./video-schema.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import type { RemoteService } from "../../core/job/remote.ts";
import type { GatewayHttp } from "../http/http.ts";
import { isPlainRefusal, sendCreate, type CreateRules } from "../create.ts";
import { fetchClip } from "./video-fetch.ts";
import { lookAtVideo } from "./poll-video.ts";

/** The video service: it has no events, and can't cancel. */
export type VideoClient = Omit<RemoteService, "events" | "cancel">;

/**
 * The client of the video service (`docs/gateway.md#videos`). Its calls never reject: every result, a stopped call included, is
 * an outcome. Nothing is ever sent twice.
 */
export function createVideoClient({
  http,
  clock = systemClock,
}: {
  readonly http: GatewayHttp;
  readonly clock?: Clock;
}): VideoClient {
  return {
    create: (create, signal) => sendCreate(http, create, VIDEO_CREATE, signal),
    look: (remote, signal) => lookAtVideo(http, remote, signal),
    fetchArtifact: (remote, signal) => fetchClip({ http, clock }, remote, signal),
  };
}

/**
 * The video service's rules for creates. It has no idempotency keys: an uncertain outcome is unknown, and must not be
 * repeated. Source: `docs/gateway.md#videos-create-response` and `#videos-errors`.
 */
const VIDEO_CREATE: CreateRules = { once: true, headers: () => ({}), created, isRefusal };

function created(body: unknown) {
  const parsed = CreatedTask.safeParse(body);
  return parsed.success ? { remoteId: parsed.data.id, guidance: undefined } : undefined;
}

/**
 * Only a 4xx with the contract's error object ("Error object") proves that nothing was made. In practice a code or a type may
 * be missing, but never both, nor the message: proxies answer differently.
 */
function isRefusal(fault: Fault, status: number): boolean {
  const proven = fault.message !== undefined && (fault.code !== undefined || fault.type !== undefined);
  return proven && isPlainRefusal(fault, status);
}
