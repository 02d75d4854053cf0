import { type Clock, systemClock } from "../../lib/clock.ts";
import type { RemoteService } from "../../core/job/remote.ts";
import type { GatewayHttp } from "../http/http.ts";
import { sendCreate } from "../create.ts";
import { VIDEO_CREATE } from "./video-create.ts";
import { fetchClip } from "./video-fetch.ts";
import { lookAtVideo } from "./video-look.ts";

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
