import type { Fault } from "../../core/job/failure.ts";
import { meaningOf } from "../../core/job/gateway-faults.ts";
import { CreatedAnswer, toGuidance } from "../schema.ts";
import type { Clock } from "../../lib/clock.ts";
import type { RemoteService } from "../../core/job/remote.ts";
import type { GatewayHttp } from "../http/http.ts";
import { isPlainRefusal, sendCreate, type CreateRules } from "../create.ts";
import { imageEvents } from "./image-events.ts";
import { fetchImage } from "./image-fetch.ts";
import { callForSnapshot } from "./poll-image.ts";

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

/** The image service's rules for creates. Source: `docs/gateway.md#images-endpoints` and `#images-errors`. */
const IMAGE_CREATE: CreateRules = {
  once: false,
  headers: ({ idempotencyKey }) => ({ "idempotency-key": idempotencyKey }),
  created,
  isRefusal,
};

function created(body: unknown) {
  const parsed = CreatedAnswer.safeParse(body);
  if (!parsed.success) return undefined;
  return { remoteId: parsed.data.jobId, guidance: toGuidance(parsed.data.durationGuidance) };
}

/**
 * Whether the error body proves that nothing was made. A 4xx does, with three exceptions. A 5xx does only with a code
 * that occurs only before a job exists, such as capacity. After any other, a repeat with the idempotency key shows it.
 */
function isRefusal(fault: Fault, status: number): boolean {
  if (isPlainRefusal(fault, status)) return true;
  const { unmade } = meaningOf(fault);
  return status >= 500 && (unmade === "always" || unmade === status);
}
