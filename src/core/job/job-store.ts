import type { Settlement } from "./job.ts";
import type { Unit } from "../account/quota/quota.ts";
import type { Conversation } from "../chat/conversation.ts";
import type { MediaRequest } from "../request/request.ts";
import type { Locale } from "../../lib/locale.ts";
import type { JobFailure } from "./failure.ts";
import type { JobState, Service } from "./job.ts";
import type { DurationGuidance } from "./remote.ts";
import type { Transition } from "./transition.ts";

/** The port to what is kept of batches and jobs. Every method rejects with `DatabaseUnavailableError` when it can't tell. */
export interface JobStore {
  /**
   * Accepts a batch in one transaction: the invocation's key, the batch, its jobs, its lane, its notice, and its reservations.
   * `known` when that key was used before: then nothing is written. Rejects with an `OverQuotaError` when a quota has less
   * left, and with a `TooManyWaitingError` when its member would have too many jobs waiting: then nothing is written either.
   */
  insertBatch(batch: NewBatch): Promise<"accepted" | "known">;
  /** Writes the jobs of a batch that was accepted without them, for the worker that has it, which is notified. */
  handOver(batchId: string): Promise<void>;
  /**
   * Gives the next waiting jobs to a worker, each with a slot of a usable key, the least recently served member first. Gives
   * none to a worker that was declared dead: nobody would take them over again. `jobless`: batches that were accepted without
   * their jobs, which are written first.
   */
  claim(
    workerId: string,
    baseUrls: Readonly<Record<Service, string | undefined>>,
    jobless?: readonly string[],
  ): Promise<Job[]>;
  /** Writes one transition if state and fence are still as the job says. Undefined when they are not. */
  apply(job: Job, transition: Transition): Promise<Job | undefined>;
  find(jobId: string): Promise<Job | undefined>;
  /** Before a create is sent again: counts it and notes that it is handled, if the job is still this worker's. */
  countTry(job: Job): Promise<Job | undefined>;
  /**
   * Notes whether the job's worker handles the job's own bytes from now on, so that its death counts. A claim notes it by itself,
   * and so does the end of a create.
   */
  noteHandling(job: Job, isHandled: boolean): Promise<void>;
  /** Says that a worker lives. False when it was declared dead meanwhile: then its jobs are someone else's. */
  beat(workerId: string): Promise<boolean>;
  /** `former`: the worker that this process was before. It has not died, so no job is to blame. */
  register(workerId: string, former?: string): Promise<void>;
  /** Ends a worker properly: others may take its jobs over at once. */
  retire(workerId: string): Promise<void>;
  /**
   * Takes over the jobs of dead workers (`all`: of anyone else), and gives the batches of those, and of none, to the workers
   * that post for their workspaces; this one does where nobody does. Nothing for a worker declared dead itself.
   */
  takeOver(workerId: string, all: boolean): Promise<TakenOver>;
  /** The same for one batch that nobody looks after yet. */
  takeBatch(batchId: string, workerId: string): Promise<Omit<TakenOver, "jobs">>;
  /** What belongs to a worker and is not done with: for when an answer got lost that gave it something. */
  ownedBy(workerId: string): Promise<Owned>;
  /** Jobs of a worker whose cancellation is asked for and which have not ended. */
  cancelsAskedOf(workerId: string): Promise<string[]>;
  /**
   * Waiting and held jobs that have waited since before then or were taken back on their way into waiting, and unknown ones
   * that were sent before then.
   */
  overdueWaits(waitingBeforeMs: number, unknownBeforeMs: number): Promise<Job[]>;
  /** Frees slots that jobs with an unknown outcome may no longer hold. To be called every `HEARTBEAT_MS`. */
  freeUnknownSlots(): Promise<void>;
  /** The given batches whose artifacts have all arrived but are not all posted. */
  readyBatches(batchIds: readonly string[]): Promise<string[]>;
  /** The jobs of a batch, in order. */
  jobsOf(batchId: string): Promise<Job[]>;
  batch(batchId: string): Promise<Batch | undefined>;
  /** The newest batches of an account. */
  latestBatches(organisationId: string, within: Within, limit: number): Promise<{ batch: Batch; jobs: Job[] }[]>;
}

/** `threshold`: it costs more than may be made unasked. `quota`: it is more than what is left. */
export type HeldReason = "threshold" | "quota";

/** What a member asked for, validated, and where the answer goes. */
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
  /** Every scope that it lies in (`encodeScope`), the widest first. */
  readonly scopes: readonly string[];
  /** How many jobs of its service the member may have at the gateway at once; undefined: no limit. */
  readonly atOnce: number | undefined;
  /** How many jobs the member may have waiting, these included; undefined: no limit. */
  readonly mostWaiting: number | undefined;
  /** May it be made with a key of the member's own? */
  readonly ownKeys: boolean;
  /** What each of its jobs takes of a quota: one image, or seconds as they are billed. */
  readonly cost: number;
  readonly unit: Unit;
  /** Why its jobs are held until an admin approves them. What is over a quota reserves nothing before that. */
  readonly held?: { readonly reasons: readonly HeldReason[] };
  /** What it goes on from, where that was one of our results. */
  readonly parent: Parent | undefined;
}

/** The results of a batch that another one edits or animates. */
export interface Parent {
  readonly batchId: string;
  /** Which of its jobs made them, in order; the request's references begin with these. */
  readonly ordinals: readonly number[];
}

/** A request with its jobs. */
export interface NewBatch extends NewRequest {
  readonly id: string;
  readonly service: Service;
  readonly sandbox: boolean;
  /** The worker that has it; undefined: the poster of its workspace, which is notified. */
  readonly workerId: string | undefined;
  readonly jobs: readonly NewJob[];
  /** Its jobs are not written with it, but by `claim` or `handOver`. Until then nobody is shown it, and none of it is made. */
  readonly jobsLater?: boolean;
}

export interface NewJob {
  readonly id: string;
  readonly ordinal: number;
  readonly path: string;
  readonly body: string;
  readonly idempotencyKey: string;
}

/** Of whom or where batches are listed: an account's, or those of a channel with its threads, or of a workspace. */
export type Within =
  | { readonly kind: "account"; readonly accountId: string }
  | { readonly kind: "channel" | "workspace"; readonly conversation: Conversation };

export interface Batch {
  readonly id: string;
  /** The platform's key of the event that asked. */
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
  readonly parent: Parent | undefined;
  readonly createdAt: Date;
  readonly closed: boolean;
  /**
   * How the platform took the acknowledgement, where it shows no message of its own; undefined while that is not known. After
   * `unheard` it may have told the requester that the request failed.
   */
  readonly acknowledged: "heard" | "unheard" | undefined;
  /** How many actions members requested on its result so far: to delete, to undo, to fetch again. */
  readonly actionsRequested: number;
}

export interface Job {
  readonly id: string;
  readonly batchId: string;
  readonly organisationId: string;
  readonly accountId: string;
  readonly service: Service;
  readonly ordinal: number;
  readonly state: JobState;
  readonly fence: number;
  readonly workerId: string | undefined;
  readonly notBefore: Date;
  readonly refusals: number;
  readonly createTries: number;
  /** Workers that died while they handled its own bytes, since it last got any further. */
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

export interface Owned {
  readonly jobIds: readonly string[];
  readonly batchIds: readonly string[];
}

export interface TakenOver {
  readonly jobs: readonly Job[];
  /** The batches to look after from now on. */
  readonly batchIds: readonly string[];
  /** Their workspaces, for which this worker and no other posts while it lives. */
  readonly workspaces: readonly string[];
}

/** What processes tell each other. */
export type News =
  /** There may be something to claim. */
  | { readonly kind: "work" }
  /** Something about the batch has changed, or its member wants it cancelled. */
  | { readonly kind: "batch" | "cancel"; readonly batchId: string }
  /** A batch needs a worker: that one, or the first one to take it. */
  | { readonly kind: "keep"; readonly batchId: string; readonly workerId: string | undefined }
  /** Someone wants what a batch has made fetched now. */
  | { readonly kind: "fetch"; readonly batchId: string }
  /** Something is paused or no longer is, or keys have changed: notices say so. */
  | { readonly kind: "paused" }
  /** A worker has ended, and left what it had. */
  | { readonly kind: "left" }
  /** Some of this was not heard. */
  | { readonly kind: "missed" };
