import type { Readable } from "node:stream";
import type { ArtifactFlaw, Fault } from "./failure.ts";

/**
 * The port to the gateway, as the job service needs it; `gateway/` implements it for each service. "Remote" is always the
 * gateway's side: a remote job is what a create made there.
 */
export interface RemoteService {
  /**
   * Sends one create: exactly the stored bytes under the stored idempotency key to `baseUrl`. It never rejects: how it
   * ended is the outcome. It sends once; repeating is the job service's decision.
   */
  create(create: RemoteCreate, signal: AbortSignal): Promise<CreateOutcome>;
  /** The remote job as it is now. */
  look(remote: RemoteJob, signal: AbortSignal): Promise<LookOutcome>;
  /**
   * Tells the remote job's events as they come, each a snapshot (`docs/gateway.md#images-events`). Resolves after a final
   * phase or when the service closes the stream; rejects with a `GatewayError` when it breaks or stays silent. Undefined where
   * a service has no events.
   */
  readonly events?: (
    remote: RemoteJob,
    onSnapshot: (snapshot: RemoteSnapshot) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Asks to cancel and returns the snapshot that came back. Undefined where a service cannot. */
  readonly cancel?: (remote: RemoteJob, signal: AbortSignal) => Promise<LookOutcome>;
  /**
   * The finished artifact as a stream, as the gateway sends it: nobody has looked at the bytes yet. Never rejects; the stream
   * breaks with an `ArtifactError` where asking again would bring the same, and with another error otherwise.
   */
  fetchArtifact(remote: RemoteArtifact, signal: AbortSignal): Promise<FetchOutcome>;
}

export interface RemoteCreate {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Path below the base URL. */
  readonly path: string;
  /** The canonical JSON; pictures that are kept apart from it stream in on the way. */
  readonly body: string | StreamedBody;
  readonly idempotencyKey: string;
}

/** A body that is too large for the memory. */
export interface StreamedBody {
  /** Exactly as many as `open` gives. */
  readonly bytes: number;
  /** The bytes, from the first one each time. Throws in the middle when they can't be read. */
  open(): AsyncIterable<Uint8Array>;
}

/** How to speak of a remote job: reads use the address and the key that it was created with. */
export interface RemoteJob {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly remoteId: string;
}

/** A remote job whose artifact is fetched. */
export interface RemoteArtifact extends RemoteJob {
  /** How many transfers of it have broken off so far: where there is another way, it may work better. None by default. */
  readonly cuts?: number;
  /** What came from its `url` was something else: the result's own `base64` is used, where there is one. */
  readonly inline?: boolean;
}

export type CreateOutcome =
  | {
      readonly kind: "created";
      readonly remoteId: string;
      readonly requestId: string | undefined;
      readonly guidance: DurationGuidance | undefined;
    }
  /** An error body: nothing was made. `later`: another try can change it (429, capacity); `retryAfterMs` if it said so. */
  | {
      readonly kind: "refused";
      readonly fault: Fault;
      readonly later: boolean;
      readonly retryAfterMs: number | undefined;
    }
  /** No byte left this process. `unreached`: nobody was there to take it (name not found, connection refused). */
  | { readonly kind: "not_sent"; readonly reason: string; readonly unreached?: true; readonly timedOut?: true }
  /** It may or may not exist there. `fault`: what the gateway said, where it said anything. */
  | { readonly kind: "unknown"; readonly reason: string; readonly timedOut?: true; readonly fault?: Fault };

export type LookOutcome =
  | { readonly kind: "snapshot"; readonly snapshot: RemoteSnapshot }
  /** 404: the gateway does not know it (with this key). */
  | { readonly kind: "missing"; readonly fault: Fault }
  /** 410: it was there, and its time is over. */
  | { readonly kind: "expired"; readonly fault: Fault }
  /** 401/403: the key is no longer good for reading. */
  | { readonly kind: "denied"; readonly fault: Fault }
  | Unanswered;

export type FetchOutcome =
  /** `mimeType` is what the gateway claims. */
  | {
      readonly kind: "artifact";
      readonly mimeType: string;
      readonly body: Readable;
      readonly usage: unknown;
      readonly requestId: string | undefined;
    }
  /** There is an answer, but no artifact in it that can be used. The next answer is most likely the same. */
  | {
      readonly kind: "unusable";
      readonly flaw: ArtifactFlaw;
      /** The type of file that came, as people call it. */
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
  /** What the gateway said, where it said something. */
  readonly fault?: Fault;
  /** It took too long, or nobody was there: another address may serve better. */
  readonly timedOut?: true;
  /** What answers there is not the service, or there is no such host: only a person can correct the address. */
  readonly isElsewhere?: true;
}

export type RemotePhase = "queued" | "running" | "completed" | "failed" | "cancelled" | "expired";

/** What the gateway says of a job, the same for both services. Times are Unix milliseconds. */
export interface RemoteSnapshot {
  readonly phase: RemotePhase;
  readonly queuePosition: number | undefined;
  /** Whole per cent, where the service has one. */
  readonly percent: number | undefined;
  readonly message: string | undefined;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  readonly fault: Fault | undefined;
  readonly usage: unknown;
  /** Not there where the service has none, or sends it with the create alone. */
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
