import type { Keyless } from "../account/membership.ts";
import type { QuotaWarning } from "../account/quota/quota.ts";
import type { Conversation, PlatformName } from "../chat/conversation.ts";
import type { PlatformFailure } from "../chat/errors.ts";
import type { JobFailure } from "../job/failure.ts";
import type { Batch, Job } from "../job/job-store.ts";

/** The port to artifacts and posts. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface DeliveryStore {
  /** A consistent snapshot of everything that a batch's notice and result are made from. Undefined until its jobs are written. */
  view(batchId: string): Promise<BatchView | undefined>;
  /**
   * Records the platform's own message for the request with this key as the batch's notice. False if the batch has another notice
   * or no longer needs one, or if its notice replies to the requesting message.
   */
  noticeShown(platform: PlatformName, eventKey: string, messageId: string): Promise<boolean>;
  /**
   * Records that the platform shows no message for the request with this key. False, and nothing is written, if the outcome is
   * already known or makes no difference.
   */
  acknowledged(platform: PlatformName, eventKey: string, how: "heard" | "unheard"): Promise<boolean>;
  /** The batch no longer needs a notice. False, and nothing is written, if one was shown or posted meanwhile. */
  noNotice(batchId: string): Promise<boolean>;
  /** The artifact's bytes are in the media store; releases the job's worker. */
  artifactFetched(jobId: string, content: ArtifactContent): Promise<void>;
  /** The artifact will never arrive. */
  artifactLost(jobId: string, failure: JobFailure): Promise<void>;
  /**
   * Stores an intended post before it is sent, with the jobs whose artifacts it will carry and the jobs that are still
   * unfinished. The first intent wins. `known`: the batch as last seen. Returns its new view.
   */
  intendPost(
    known: BatchView,
    kind: string,
    jobIds: readonly string[],
    awaited?: readonly string[],
  ): Promise<BatchView | undefined>;
  /**
   * Stores the outcome of a post. False, and nothing is written, if another process has ended the post: it is folded or deleted.
   */
  postDone(batchId: string, kind: string, state: PostState, outcome: PostOutcome): Promise<boolean>;
  /**
   * Closes a finished batch. Returns false, and leaves it open, if more actions were requested meanwhile. `folded`: also ends the
   * notice, with its message id, if known.
   */
  close(batchId: string, actionsRequested: number, folded?: { readonly messageId?: string }): Promise<boolean>;
}

/** The port to smaller versions of artifacts. */
export interface FittingStore {
  /** The result of fitting that content to a size; undefined if it was never tried. */
  fitting(hash: string, maxBytes: number): Promise<{ readonly fitted: ArtifactContent | undefined } | undefined>;
  /** `fitted` undefined: no version of that size is worth showing. */
  keepFitting(hash: string, maxBytes: number, fitted: ArtifactContent | undefined): Promise<void>;
}

export interface PostOutcome {
  readonly messageId?: string;
  /** The message's conversation, if not the batch's. */
  readonly conversation?: Conversation;
  readonly failure?: PlatformFailure;
}

/** A result that is being deleted is `removing` until its message is gone, then `removed`. */
export type PostState = "intended" | "posted" | "undeliverable" | "folded" | "removing" | "removed";

export type WaitingFor =
  /** All slots of its keys are in use, `unknown` of them by jobs with an unknown outcome; one of those is freed by `until`. */
  | { readonly kind: "slots"; readonly of: number; readonly unknown: number; readonly until: Date | undefined }
  /** Its member has as many jobs at the gateway as a rule allows. */
  | { readonly kind: "own_limit"; readonly of: number }
  /** The caps or balances of its keys are used up; the first key is tried again at `until`. */
  | { readonly kind: "key"; readonly until: Date };

export interface BatchView {
  readonly batch: Batch;
  readonly jobs: readonly Job[];
  readonly artifacts: readonly Artifact[];
  readonly posts: readonly Post[];
  /** The platform may have told the requester that it failed. The workspace's IANA zone is used to say when it was requested. */
  readonly unheard?: { readonly timeZone: string };
  /** Its jobs wait because an admin paused one of their scopes. */
  readonly paused?: true;
  /** Why no key serves its waiting jobs. `paused`: an admin paused the keys; `spent`: their caps or balances are used up. */
  readonly keyless?: Keyless | "paused" | "spent";
  /** What its waiting jobs wait for otherwise; absent if a slot is free. */
  readonly waitingFor?: WaitingFor;
  /** Why an admin could not approve it, as its member reads it. */
  readonly blockedBecause?: string;
  /** The quota windows that this batch took to 80 or 100 per cent; absent if there are none. */
  readonly warnings?: readonly QuotaWarning[];
}

export interface ArtifactContent {
  readonly hash: string;
  readonly bytes: number;
  readonly mimeType: string;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

export interface Artifact {
  readonly jobId: string;
  readonly state: "due" | "fetched" | "unretrievable";
  readonly content: ArtifactContent | undefined;
  readonly failure: JobFailure | undefined;
  /** The kind of post that carries it, once intended. */
  readonly post: string | undefined;
  readonly succeededAt: Date;
}

export interface Post {
  /** notice, result, late-<ordinal> (the second post about a job: late-<ordinal>.2), undo, or direct */
  readonly kind: string;
  readonly state: PostState;
  readonly messageId: string | undefined;
  /** Where it is, if not where its batch was requested. */
  readonly conversation?: Conversation;
  /** Why it is undeliverable. */
  readonly failure?: PlatformFailure;
  /** The jobs that were unfinished when the result was intended; empty for other posts. */
  readonly awaited: readonly string[];
}
