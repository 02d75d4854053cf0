import type { Settlement } from "./job.ts";
import type { Unit } from "../account/quota/quota.ts";
import type { Conversation, PlatformName } from "../chat/conversation.ts";
import type { Price } from "../request/prices.ts";
import type { MediaRequest } from "../request/request.ts";
import type { Locale } from "../../lib/locale.ts";
import type { JobFailure } from "./failure.ts";
import type { JobState, Service } from "./job.ts";
import type { DurationGuidance } from "./remote.ts";
import type { Transition } from "./transition.ts";

/** The port to batches and jobs. Every method rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface JobStore {
  /**
   * Accepts a batch in one transaction: the invocation's key, the batch, its jobs, its lane, its notice, and its reservations.
   * Writes nothing if the key was used before (`known`). Also writes nothing if it rejects with `OverQuotaError` (a quota has too
   * little left), `NoPriceError` (a quota in money applies, and the price is unknown), `TooManyWaitingError` (the member would
   * have too many waiting jobs) or `DatabaseBusyError` (the organisation's quotas are being changed).
   */
  insertBatch(batch: NewBatch): Promise<"accepted" | "known">;
  /** Writes the jobs of a batch that was accepted without them, and notifies its worker. */
  handOver(batchId: string): Promise<void>;
  /**
   * Gives the next waiting jobs to a worker, each with a slot of a usable key, least recently served organisations and members
   * first. If many organisations are waiting, each call looks at the next few. Gives none to a worker that was declared dead,
   * because no other worker would take them over. `jobless`: batches accepted without jobs, whose jobs are written first. While
   * their organisation's quotas are being changed, `ownedBy` writes them later.
   */
  claim(
    workerId: string,
    baseUrls: Readonly<Record<Service, string | undefined>>,
    jobless?: readonly string[],
  ): Promise<Job[]>;
  /**
   * An organisation has something new to claim: the next claim looks at it, regardless of how many others wait, unless it shares
   * a key with another organisation.
   */
  noteNews(organisationId: string): void;
  /**
   * Writes a transition if the job's state and fence still match. Undefined if they don't. Rejects with `DatabaseBusyError` while
   * the job or its organisation's quotas are being changed.
   */
  apply(job: Job, transition: Transition): Promise<Job | undefined>;
  find(jobId: string): Promise<Job | undefined>;
  /** Before a create is sent again: counts the try and marks the job as handled, if it is still this worker's. */
  countTry(job: Job): Promise<Job | undefined>;
  /**
   * Marks whether the worker is handling the job's bytes, so that its death counts. Claims and finished creates do so
   * automatically.
   */
  noteHandling(job: Job, isHandled: boolean): Promise<void>;
  /** Records a worker's heartbeat. False if it was declared dead meanwhile; its jobs then belong to others. */
  beat(workerId: string): Promise<boolean>;
  /** `former`: this process's previous worker. It has not died, so no job is to blame. */
  register(workerId: string, former?: string): Promise<void>;
  /** Ends a worker normally: others may take over its jobs immediately. */
  retire(workerId: string): Promise<void>;
  /**
   * Takes over the jobs of dead workers (`all`: of all others). Gives their batches, and batches without a worker, to the workers
   * that post for their workspaces, or to this one if none does. Takes nothing for a worker that was declared dead itself.
   */
  takeOver(workerId: string, all: boolean): Promise<TakenOver>;
  /** Like `takeOver`, for one batch that has no worker yet. */
  takeBatch(batchId: string, workerId: string): Promise<Omit<TakenOver, "jobs">>;
  /**
   * A worker's unfinished jobs and batches, in case an answer that assigned some of them was lost. Writes the jobs of batches
   * that have none, except while their organisation's quotas are being changed.
   */
  ownedBy(workerId: string): Promise<Owned>;
  /** A worker's unfinished jobs with a requested cancellation. */
  cancelsAskedOf(workerId: string): Promise<string[]>;
  /**
   * Waiting and held jobs that have waited longer than `waitingBeforeMs`, waiting jobs that were cancelled as they began to wait,
   * and unknown jobs that were sent more than `unknownBeforeMs` ago.
   */
  overdueWaits(waitingBeforeMs: number, unknownBeforeMs: number): Promise<Job[]>;
  /** Frees slots that jobs with an unknown outcome may no longer hold. Call it every `HEARTBEAT_MS`. */
  freeUnknownSlots(): Promise<void>;
  /** Of the given batches, those with all artifacts arrived but not all posted. */
  readyBatches(batchIds: readonly string[]): Promise<string[]>;
  /** A batch's jobs, in order. */
  jobsOf(batchId: string): Promise<Job[]>;
  batch(batchId: string): Promise<Batch | undefined>;
  /** The id of the batch that an event of a platform was accepted as. */
  batchOfEvent(platform: PlatformName, eventKey: string): Promise<string | undefined>;
  /** The newest batches of an account or place, each with the first 200 characters of its prompt, and its jobs in order. */
  latestBatches(organisationId: string, within: Within, limit: number): Promise<ListedBatch[]>;
}

/** `threshold`: it exceeds what may be made without approval. `quota`: it exceeds what is left. */
export type HeldReason = "threshold" | "quota";

/** A validated request, and where the answer goes. */
export interface NewRequest {
  readonly eventKey: string;
  readonly organisationId: string;
  readonly accountId: string;
  readonly conversation: Conversation;
  readonly requesterId: string;
  readonly requesterName: string;
  readonly locale: Locale;
  readonly requestMessage: string | undefined;
  readonly request: MediaRequest;
  /** Every scope that contains it (`encodeScope`), widest first. */
  readonly scopes: readonly string[];
  /** How many jobs of its service the member may have at the gateway at a time; undefined: no limit. */
  readonly atOnce: number | undefined;
  /** How many jobs the member may have waiting, including these; undefined: no limit. */
  readonly mostWaiting: number | undefined;
  /** Whether it may use the member's own key. */
  readonly ownKeys: boolean;
  /** What each job takes from a quota: one image, or seconds as billed. */
  readonly cost: number;
  readonly unit: Unit;
  /** Why its jobs are held for an admin's approval. A request over a quota reserves nothing before that. */
  readonly held?: { readonly reasons: readonly HeldReason[] };
  /** The results of ours that it continues from, if any. */
  readonly parent: Parent | undefined;
}

/** The results of a batch that another one edits or animates. */
export interface Parent {
  readonly batchId: string;
  /** The jobs that made them, in order; the request's references begin with these. */
  readonly ordinals: readonly number[];
}

/** A request with its jobs. */
export interface NewBatch extends NewRequest {
  readonly id: string;
  readonly service: Service;
  readonly sandbox: boolean;
  /** What each job costs; absent: there are no prices. */
  readonly price?: Price | undefined;
  /** Its worker; undefined: the poster of its workspace, which is notified. */
  readonly workerId: string | undefined;
  readonly jobs: readonly NewJob[];
  /** `claim` or `handOver` writes the jobs. Until then the batch is invisible, and nothing is made. */
  readonly jobsLater?: boolean;
}

export interface NewJob {
  readonly id: string;
  readonly ordinal: number;
  readonly path: string;
  readonly body: string;
  readonly idempotencyKey: string;
}

/**
 * Which batches to list: those of an account, a channel with its threads, or a workspace. `starred`: those in the workspace with
 * results that the account starred, and those in the channel with results that anybody starred.
 */
export type Within =
  | { readonly kind: "account"; readonly accountId: string }
  | { readonly kind: "starred"; readonly accountId: string; readonly conversation: Conversation }
  | { readonly kind: "channel" | "workspace"; readonly conversation: Conversation };

export interface Batch {
  readonly id: string;
  /** The platform's key of the requesting event. */
  readonly eventKey: string;
  readonly organisationId: string;
  readonly accountId: string;
  readonly conversation: Conversation;
  readonly requesterId: string;
  readonly requesterName: string;
  readonly locale: Locale;
  readonly requestMessage: string | undefined;
  readonly service: Service;
  readonly request: MediaRequest;
  readonly count: number;
  readonly sandbox: boolean;
  /** What each job costs by the operator's prices when it was accepted; undefined if there were none. */
  readonly price: Price | undefined;
  readonly parent: Parent | undefined;
  readonly createdAt: Date;
  readonly closed: boolean;
  /**
   * Whether the platform accepted the acknowledgement, if it shows no message of its own; undefined while unknown. After
   * `unheard` it may have told the requester that the request failed.
   */
  readonly acknowledged: "heard" | "unheard" | undefined;
  /** How many actions members have requested on its result: deletions, undos, fetches. */
  readonly actionsRequested: number;
}

export interface Job {
  readonly id: string;
  readonly batchId: string;
  readonly organisationId: string;
  readonly accountId: string;
  readonly service: Service;
  /** As requested. Undefined in old jobs. */
  readonly model: string | undefined;
  readonly ordinal: number;
  readonly state: JobState;
  readonly fence: number;
  readonly workerId: string | undefined;
  readonly notBefore: Date;
  /** When it was accepted, or approved if it was held. */
  readonly waitingSince: Date;
  readonly refusals: number;
  readonly createTries: number;
  /** Workers that died while they handled the job's bytes, since its last progress. */
  readonly deaths: number;
  readonly credentialId: string | undefined;
  readonly baseUrl: string | undefined;
  readonly path: string;
  readonly body: string;
  readonly idempotencyKey: string;
  readonly submittedAt: Date | undefined;
  readonly remoteId: string | undefined;
  readonly requestId: string | undefined;
  readonly guidance: DurationGuidance | undefined;
  readonly deadlineAt: Date | undefined;
  readonly overdue: boolean;
  readonly cancelRequestedAt: Date | undefined;
  readonly endedAt: Date | undefined;
  readonly failure: JobFailure | undefined;
  readonly settlement: Settlement;
}

/** A job as lists show it: without its body and the gateway's answers, which can be large. */
export type ListedJob = Pick<
  Job,
  "id" | "service" | "ordinal" | "state" | "cancelRequestedAt" | "endedAt" | "failure" | "settlement"
>;

export interface ListedBatch {
  readonly batch: Batch;
  readonly jobs: readonly ListedJob[];
}

export interface Owned {
  readonly jobIds: readonly string[];
  readonly batchIds: readonly string[];
}

export interface TakenOver {
  readonly jobs: readonly Job[];
  /** The batches that this worker now looks after. */
  readonly batchIds: readonly string[];
  /** Their workspaces, for which only this worker posts while it lives. */
  readonly workspaces: readonly string[];
}

/** Notifications between processes. */
export type News =
  /** There may be jobs to claim: of that organisation, or of any. */
  | { readonly kind: "work"; readonly organisationId: string | undefined }
  /** The batch has changed, or its member cancelled it. */
  | { readonly kind: "batch" | "cancel"; readonly batchId: string }
  /** A batch needs a worker: the given one, or the first to take it. */
  | { readonly kind: "keep"; readonly batchId: string; readonly workerId: string | undefined }
  /** A batch's results are to be fetched now. */
  | { readonly kind: "fetch"; readonly batchId: string }
  /** Something was paused or resumed, or keys changed; notices show this. */
  | { readonly kind: "paused" }
  /** A worker has ended and left its jobs. */
  | { readonly kind: "left" }
  /** Notifications may have been missed. */
  | { readonly kind: "missed" };
