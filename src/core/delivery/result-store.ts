import type { Conversation, MessageRef } from "../chat/conversation.ts";
import type { Attachment } from "../chat/event.ts";
import type { Job, Batch } from "../job/job-store.ts";
import type { BatchView } from "./delivery-store.ts";

/**
 * The port to results after delivery: which message shows which, what they were made from, and what members requested for them.
 */
export interface ResultStore {
  /** The post of ours that a message is. One in a thread is found from that thread only, one in a channel from its threads too. */
  postOf(message: MessageRef): Promise<FoundPost | undefined>;
  /** The newest post with results in a thread. */
  latestIn(thread: Conversation): Promise<FoundPost | undefined>;
  /** The newest post with results of what a message asked for. */
  latestFor(request: MessageRef): Promise<FoundPost | undefined>;
  view(batchId: string): Promise<BatchView | undefined>;
  /** A batch and what it goes on from, oldest first and itself last; the oldest are left out beyond `limit`. */
  chain(batchId: string, limit: number): Promise<readonly ChainStep[]>;
  /** Requests the removal of a batch's messages: those that show its results, or the one with the previous version. */
  requestRemoval(batchId: string, what: "results" | "undo"): Promise<void>;
  /** Requests that what a batch was made from is shown again. `known` when that was requested before. */
  requestUndo(batchId: string): Promise<"accepted" | "known">;
  /**
   * Requests that missing results are fetched now. `here`: all of them have arrived. `gone`: the gateway no longer keeps them,
   * or their key is gone.
   */
  requestFetch(batchId: string): Promise<"accepted" | "here" | "gone">;
  /** Keeps what someone points at while they fill in the form for it. */
  keepTarget(target: KeptTarget): Promise<void>;
  target(id: string): Promise<Omit<KeptTarget, "id"> | undefined>;
}

export interface FoundPost {
  readonly batchId: string;
  /** As `Post.kind`. */
  readonly kind: string;
}

export interface ChainStep {
  readonly batch: Batch;
  readonly jobs: readonly StepJob[];
}

/** A job as the recipe shows it. `failure`: also why its result could not be fetched. */
export interface StepJob extends Pick<
  Job,
  "ordinal" | "state" | "submittedAt" | "endedAt" | "requestId" | "remoteId" | "failure" | "settlement"
> {
  /** What the gateway said beside the result, as it said it. */
  readonly usage: unknown;
}

export interface KeptTarget {
  readonly id: string;
  readonly message: MessageRef;
  readonly attachments: readonly Attachment[];
}
