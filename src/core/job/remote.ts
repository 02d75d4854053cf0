import type { Readable } from "node:stream";
import type { ArtifactFlaw, Fault } from "./failure.ts";

/**
 * The port to the gateway, as the job service needs it; `gateway/` implements it for each service. "Remote" always means the
 * gateway's side: a remote job is what a create made there.
 */
export interface RemoteService {
  /**
   * Sends one create: exactly the stored bytes under the stored idempotency key to `baseUrl`. Never rejects: failures are
   * outcomes. Sends once; retrying is the job service's decision.
   */
  create(create: RemoteCreate, signal: AbortSignal): Promise<CreateOutcome>;
  /** Reads the remote job's current state. */
  look(remote: RemoteJob, signal: AbortSignal): Promise<LookOutcome>;
  /**
   * Streams the remote job's events, each a snapshot (`docs/gateway.md#images-events`). Resolves after a final phase or when the
   * service closes the stream; rejects with a `GatewayError` when it breaks or stays silent. Undefined for a service without
   * events.
   */
  readonly events?: (
    remote: RemoteJob,
    onSnapshot: (snapshot: RemoteSnapshot) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Requests cancellation and returns the resulting snapshot. Undefined for a service that can't cancel. */
  readonly cancel?: (remote: RemoteJob, signal: AbortSignal) => Promise<LookOutcome>;
  /**
   * Streams the finished artifact as the gateway sends it, unchecked. Never rejects. The stream breaks with an `ArtifactError` if
   * a retry would return the same, and with another error otherwise.
   */
  fetchArtifact(remote: RemoteArtifact, signal: AbortSignal): Promise<FetchOutcome>;
}

export interface RemoteCreate {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Path below the base URL. */
  readonly path: string;
  /** The canonical JSON; pictures stored separately are streamed in while sending. */
  readonly body: string | StreamedBody;
  readonly idempotencyKey: string;
}

/** A body that is too large for memory. */
export interface StreamedBody {
  /** Exactly as many as `open` yields. */
  readonly bytes: number;
  /** Streams the bytes from the beginning, each time. Throws midway if they can't be read. */
  open(): AsyncIterable<Uint8Array>;
}

/** How to access a remote job: reads use the address and key that created it. */
export interface RemoteJob {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly remoteId: string;
}

/** A remote job whose artifact is fetched. */
export interface RemoteArtifact extends RemoteJob {
  /** How many transfers have broken off so far: after some, the result's own `base64` may work better. 0 by default. */
  readonly cuts?: number;
  /** The file at its `url` was unusable: use the result's own `base64`, if present. */
  readonly inline?: boolean;
}

export type CreateOutcome =
  | {
      readonly kind: "created";
      readonly remoteId: string;
      readonly requestId: string | undefined;
      readonly guidance: DurationGuidance | undefined;
    }
  /** An error response: nothing was made. `later`: a retry may succeed (429, capacity); `retryAfterMs` if it said so. */
  | {
      readonly kind: "refused";
      readonly fault: Fault;
      readonly later: boolean;
      readonly retryAfterMs: number | undefined;
    }
  /** No byte left this process. `unreached`: no connection was made (name not found, connection refused). */
  | { readonly kind: "not_sent"; readonly reason: string; readonly unreached?: true; readonly timedOut?: true }
  /** It may or may not exist there. `fault`: what the gateway said, if anything. */
  | { readonly kind: "unknown"; readonly reason: string; readonly timedOut?: true; readonly fault?: Fault };

export type LookOutcome =
  | { readonly kind: "snapshot"; readonly snapshot: RemoteSnapshot }
  /** 404: the gateway doesn't know it (with this key). */
  | { readonly kind: "missing"; readonly fault: Fault }
  /** 410: it existed and has expired. */
  | { readonly kind: "expired"; readonly fault: Fault }
  /** 401/403: the key may no longer read it. */
  | { readonly kind: "denied"; readonly fault: Fault }
  | Unanswered;

export type FetchOutcome =
  /** `mimeType` is what the gateway claims, if it claims a type; the bytes decide. */
  | {
      readonly kind: "artifact";
      readonly mimeType: string | undefined;
      readonly body: Readable;
      readonly usage: unknown;
      readonly requestId: string | undefined;
    }
  /** There is an answer, but without a usable artifact. A retry would most likely return the same. */
  | {
      readonly kind: "unusable";
      readonly flaw: ArtifactFlaw;
      /** The file type that came, as people call it. */
      readonly found: string | undefined;
      readonly requestId: string | undefined;
    }
  | { readonly kind: "expired"; readonly fault: Fault }
  | { readonly kind: "refused"; readonly fault: Fault }
  | Unanswered;

/** No usable answer this time; ask again. */
export interface Unanswered {
  readonly kind: "unanswered";
  readonly reason: string;
  readonly retryAfterMs: number | undefined;
  /** What the gateway said, if anything. */
  readonly fault?: Fault;
  /** It timed out or could not be reached: another address may work better. */
  readonly timedOut?: true;
  /** Another service answers there, or the host doesn't exist: a person must correct the address. */
  readonly isElsewhere?: true;
}

export type RemotePhase = "queued" | "running" | "completed" | "failed" | "cancelled" | "expired";

/** The gateway's description of a job, the same for both services. Times are Unix milliseconds. */
export interface RemoteSnapshot {
  readonly phase: RemotePhase;
  readonly queuePosition: number | undefined;
  /** A whole percentage, if the service has one. */
  readonly percent: number | undefined;
  readonly message: string | undefined;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  readonly fault: Fault | undefined;
  readonly usage: unknown;
  /** Absent if the service has none, or sends it with the create only. */
  readonly guidance?: DurationGuidance | undefined;
}

/** How long a job may take. `milestones` are hints for waiting people, not progress. */
export interface DurationGuidance {
  readonly tier: string | undefined;
  readonly timeoutSeconds: number;
  readonly milestones: readonly Milestone[];
}

export interface Milestone {
  readonly percentile: number;
  readonly seconds: number;
  readonly level: string;
  readonly cardMessage: string;
  readonly detailTitle: string;
  readonly detailBody: string;
}
