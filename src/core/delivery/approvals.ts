import type { Change } from "../account/policy/policy-store.ts";
import type { ApprovalRules } from "../account/policy/thresholds.ts";
import type { Excess } from "../account/quota/quota.ts";
import type { Scope } from "../account/policy/scope.ts";
import type { Conversation } from "../chat/conversation.ts";
import type { Batch } from "../job/job-store.ts";

/** A held batch that needs an admin's decision. */
export interface Approval {
  /** `threshold`: it exceeds what may be made without approval; `quota`: it exceeds what is left. */
  readonly reasons: readonly string[];
  /** Where the question is or will be asked; undefined until that is decided. */
  readonly conversation: Conversation | undefined;
  /** `ended`: without a decision. */
  readonly state: ApprovalState;
  /** The name of the admin who decided. */
  readonly decidedBy: string | undefined;
  /** Their reason for declining, if they gave one. */
  readonly why: string | undefined;
}

/** An admin's decision about a held batch. */
export type Decision =
  | { readonly kind: "approve" }
  /** `by`: the admin's name; `why`: their reason. */
  | { readonly kind: "decline"; readonly by?: string; readonly why?: string };

export type ApprovalState = "asked" | "approved" | "declined" | "ended";

/** What an admin needs to know to decide about a held batch, as of now. */
export interface Grounds {
  /** Whether the batch's workspace has an admin channel. */
  readonly hasAdminChannel: boolean;
  /** The channel or direct messages where it was requested. */
  readonly askedIn: Scope | undefined;
  /** The thresholds that apply to it. */
  readonly policy: ApprovalRules;
  /** The quotas with less left than an approval would use. */
  readonly short: readonly Excess[];
  /** Names of the groups among these scopes, by `encodeScope`. */
  readonly names: ReadonlyMap<string, string>;
}

/** A held batch that waits for a decision. */
export interface PendingApproval {
  readonly batchId: string;
  /** Where the question is or will be asked, or else where the batch was requested. */
  readonly conversation: Conversation;
}

/** The port to decisions about held batches. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface Approvals {
  /** Undefined for a batch that needed no approval. */
  find(batchId: string): Promise<Approval | undefined>;
  /** The batches of a workspace that wait for a decision, oldest first; at most `limit`. */
  pending(
    organisationId: string,
    workspace: Pick<Conversation, "platform" | "workspace">,
    limit: number,
  ): Promise<readonly PendingApproval[]>;
  /**
   * Decides permanently where admins are asked: the admin channel of the batch's workspace, or the batch's own channel if there
   * is none. Returns it.
   */
  placeFor(batch: Pick<Batch, "id" | "organisationId" | "conversation">): Promise<Conversation>;
  /**
   * Records a decision once, with an audit entry; an approval grants what quotas lack. `JobService.decide` then moves the jobs.
   * Returns the resulting decision, and whether this call made it; undefined if there is nothing to decide.
   */
  decide(
    change: Change,
    batchId: string,
    decision: { readonly kind: "approve" } | { readonly kind: "decline"; readonly why: string | undefined },
  ): Promise<{ readonly approval: Approval; readonly fresh: boolean } | undefined>;
  /** Ends an approval without a decision, because nothing is left to decide. */
  end(batchId: string): Promise<void>;
  /** Why admins are asked about a batch of the organisation. */
  grounds(organisationId: string, batchId: string): Promise<Grounds>;
  /** The scope of the channel or direct messages where the batch was requested. */
  askedIn(organisationId: string, batchId: string): Promise<Scope | undefined>;
  /**
   * Stores why an admin could not approve it; the member reads this in the notice. False if there is nothing to decide any more;
   * then nothing is written.
   */
  noteBlocked(organisationId: string, batchId: string, why: string): Promise<boolean>;
}
