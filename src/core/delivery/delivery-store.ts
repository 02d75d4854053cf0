import type { Keyless } from "../account/membership.ts";
import type { QuotaWarning } from "../account/quota/quota.ts";
import type { PlatformName } from "../chat/conversation.ts";
import type { JobFailure } from "../job/failure.ts";
import type { Batch, Job } from "../job/job-store.ts";

/** The port to what is kept of artifacts and posts. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface DeliveryStore {
  /** Everything about a batch that its notice and its result are made of, as of one moment. */
  view(batchId: string): Promise<BatchView | undefined>;
  /**
   * The platform showed its own message for the request with this key: it becomes the batch's notice. False when the batch has
   * another notice or no longer needs one, and when its notice replies to the message with the request.
   */
  noticeShown(platform: PlatformName, eventKey: string, messageId: string): Promise<boolean>;
  /**
   * The platform shows no message for the request with this key. False, and nothing is written, when something else is known,
   * or it makes no difference.
   */
  acknowledged(platform: PlatformName, eventKey: string, how: "heard" | "unheard"): Promise<boolean>;
  /** The batch wants no notice any more, unless one was shown or posted meanwhile: then false, and nothing is written. */
  noNotice(batchId: string): Promise<boolean>;
  /** The bytes are in the media store; the job's worker is done with it. */
  artifactFetched(jobId: string, content: ArtifactContent): Promise<void>;
  /** It will never be had. */
  artifactLost(jobId: string, failure: JobFailure): Promise<void>;
  /**
   * Stores the intent to post, with the jobs whose artifacts this post will carry, before it is sent, and with those whose end it
   * leaves open; the first intent decides which. Takes the batch as it was seen, and returns it as it then is.
   */
  intendPost(
    known: BatchView,
    kind: string,
    jobIds: readonly string[],
    awaited?: readonly string[],
  ): Promise<BatchView | undefined>;
  /**
   * Stores the outcome of a post. False, and nothing is written, when another process has ended it: it is folded, or deleted.
   */
  postDone(
    batchId: string,
    kind: string,
    state: PostState,
    outcome: { messageId?: string; failure?: string },
  ): Promise<boolean>;
  /**
   * Nothing is left to do for the batch. False, and it stays open, when more actions were requested than these. `folded`: its notice
   * ended with it, under that id where one is known.
   */
  close(batchId: string, actionsRequested: number, folded?: { readonly messageId?: string }): Promise<boolean>;
}

/** The port to what is known of smaller versions of artifacts. */
export interface FittingStore {
  /** What came of fitting that content to so many bytes; undefined where nobody has tried. */
  fitting(hash: string, maxBytes: number): Promise<{ readonly fitted: ArtifactContent | undefined } | undefined>;
  /** `fitted` undefined: there is no version of that size that is worth looking at. */
  keepFitting(hash: string, maxBytes: number, fitted: ArtifactContent | undefined): Promise<void>;
}

/** A result that someone deletes is `removing` until its message is gone, and `removed` from then on. */
export type PostState = "intended" | "posted" | "undeliverable" | "folded" | "removing" | "removed";

export type WaitingFor =
  /** All slots of its keys are in use, `unknown` of them by jobs whose outcome is unknown; one of those is freed by `until`. */
  | { readonly kind: "slots"; readonly of: number; readonly unknown: number; readonly until: Date | undefined }
  /** Its member has as many jobs at the gateway as a rule allows. */
  | { readonly kind: "own_limit"; readonly of: number }
  /** Caps or balances of its keys are used up; the first is tried again then. */
  | { readonly kind: "key"; readonly until: Date };

export interface BatchView {
  readonly batch: Batch;
  readonly jobs: readonly Job[];
  readonly artifacts: readonly Artifact[];
  readonly posts: readonly Post[];
  /** The platform may have told the requester that it failed. The IANA zone is the workspace's, to say when it was asked for. */
  readonly unheard?: { readonly timeZone: string };
  /** What of it waits does so because an admin paused something that it lies in. */
  readonly paused?: true;
  /** Why no key serves its waiting jobs. `paused`: an admin paused the keys; `spent`: their caps or balances are used up. */
  readonly keyless?: Keyless | "paused" | "spent";
  /** What its waiting jobs wait for beyond that; not there where a slot is free. */
  readonly waitingFor?: WaitingFor;
  /** Why an admin who wanted to approve it could not, as its member reads it. */
  readonly blockedBecause?: string;
  /** Windows of quotas that this batch took to 80 or to 100 per cent; not there where there are none. */
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
  /** The kind of post that carries it, once one is intended. */
  readonly post: string | undefined;
  readonly succeededAt: Date;
}

export interface Post {
  /** notice, result, late-<ordinal> (the second about the same job: late-<ordinal>.2), undo, or direct */
  readonly kind: string;
  readonly state: PostState;
  readonly messageId: string | undefined;
  /** The jobs that had not ended when the result was intended; none of another post. */
  readonly awaited: readonly string[];
}
