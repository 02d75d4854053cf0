import type { Conversation, MessageRef } from "../chat/conversation.ts";
import type { Attachment } from "../chat/event.ts";
import type { GivenFile } from "../chat/given-file.ts";
import type { Job, Batch, Parent } from "../job/job-store.ts";
import type { BatchView } from "./delivery-store.ts";

/**
 * The port to delivered results: which message shows which, what they were made from, and the actions that members requested.
 */
export interface ResultStore {
  /**
   * The post of one of our messages, unless it was deleted. A thread's post is found from that thread only, a channel's also from
   * its threads.
   */
  postOf(message: MessageRef): Promise<FoundPost | undefined>;
  /** The newest post with results in a thread. */
  latestIn(thread: Conversation): Promise<FoundPost | undefined>;
  /** The newest post with results for a requesting message, in its conversation or that conversation's channel. */
  latestFor(request: MessageRef): Promise<FoundPost | undefined>;
  view(batchId: string): Promise<BatchView | undefined>;
  /** A batch and its ancestors, oldest first; beyond `limit`, the oldest are left out. */
  chain(batchId: string, limit: number): Promise<readonly ChainStep[]>;
  /**
   * Requests the removal of a batch's messages: those with its results, which lose their stars, or the one with its previous
   * version.
   */
  requestRemoval(batchId: string, what: "results" | "undo"): Promise<void>;
  /** Requests that a batch's previous version is posted again. `known` if that was requested before. */
  requestUndo(batchId: string): Promise<"accepted" | "known">;
  /**
   * Requests that missing results are fetched now. `here`: all have arrived. `gone`: the gateway no longer has them, or their key
   * is gone.
   */
  requestFetch(batchId: string): Promise<"accepted" | "here" | "gone">;
  /**
   * Requests that results which no conversation took are posted again. `known`: none are left, for example because that was
   * requested before.
   */
  requestDelivery(batchId: string): Promise<"accepted" | "known">;
  /**
   * Stars a batch's result for an account, or removes its star. Redelivery of the event with this key changes nothing, unless the
   * star was removed since. `full`: the account has as many stars as it may. `gone`: there is no result, or it was deleted.
   */
  star(batchId: string, by: Starrer, eventKey: string): Promise<Starred>;
  /** Removes an account's star, if there is one. */
  unstar(batchId: string, by: Starrer): Promise<void>;
  /** Those of the batches that an account starred. */
  starredOf(batchIds: readonly string[], by: Starrer): Promise<ReadonlySet<string>>;
  /**
   * Stores a referenced message for a day, while its form may be open. Does nothing if the id exists. Keeps only the member's
   * latest ones in a conversation.
   */
  storeTarget(target: StoredTarget): Promise<void>;
  target(id: string): Promise<Pick<StoredTarget, "message" | "attachments"> | undefined>;
  /** Stores a refused request for a day, for its member to change it in a form. Keeps only their latest ones. */
  storeDraft(draft: StoredDraft): Promise<void>;
  /** A refused request, for the member who made it, in the conversation where they did. */
  draft(id: string, by: Pick<StoredDraft, "conversation" | "requesterId">): Promise<Draft | undefined>;
}

/** An account that stars results of its organisation. */
export interface Starrer {
  readonly organisationId: string;
  readonly accountId: string;
}

export type Starred = "starred" | "unstarred" | "full" | "gone";

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
  /** What the gateway reported besides the result, verbatim. */
  readonly usage: unknown;
}

export interface StoredTarget {
  readonly id: string;
  /** The member whose form it is. */
  readonly requesterId: string;
  readonly message: MessageRef;
  readonly attachments: readonly Attachment[];
}

/** A refused request, as its member gave it. */
export interface Draft {
  readonly command: string;
  /** By option name. The prompt is as it would be typed, and may contain options. */
  readonly options: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly files: readonly GivenFile[];
  /** The options to change, by name. */
  readonly wrong: readonly string[];
  /** The requesting message, if there is one. */
  readonly requestMessage: string | undefined;
  /** The results of ours that its first files come from. */
  readonly parent: Parent | undefined;
}

export interface StoredDraft extends Draft {
  readonly id: string;
  readonly conversation: Conversation;
  readonly requesterId: string;
}
