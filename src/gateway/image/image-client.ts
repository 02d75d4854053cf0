import type { Clock } from "../../lib/clock.ts";
import type { RemoteService } from "../../core/job/remote.ts";
import type { GatewayHttp } from "../http/http.ts";
import { sendCreate } from "../create.ts";
import { IMAGE_CREATE } from "./image-create.ts";
import { imageEvents } from "./image-events.ts";
import { fetchImage } from "./image-fetch.ts";
import { callForSnapshot } from "./image-look.ts";

/** The image service: it has events and can cancel. */
export type ImageClient = Required<RemoteService>;

export interface ImageClientOptions {
  readonly http: GatewayHttp;
  readonly clock: Clock;
}

/**
 * The client of the image service (`docs/gateway.md#images`). `create`, `look`, `cancel` and `fetchArtifact` never reject:
 * every result, a stopped call included, is an outcome. `events` rejects with `GatewayError`s. Nothing is ever sent twice.
 */
export function createImageClient({ http, clock }: ImageClientOptions): ImageClient {
  return {
    create: (create, signal) => sendCreate(http, create, IMAGE_CREATE, signal),
    look: (remote, signal) => callForSnapshot(http, "GET", remote, signal),
    events: (remote, onSnapshot, signal) => imageEvents(http, remote, onSnapshot, signal),
    cancel: (remote, signal) => callForSnapshot(http, "DELETE", remote, signal),
    fetchArtifact: (remote, signal) => fetchImage({ http, clock }, remote, signal),
  };
}
