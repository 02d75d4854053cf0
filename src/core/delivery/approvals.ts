import type { Change } from "../account/policy/policy-store.ts";
import type { EffectivePolicy } from "../account/policy/policy.ts";
import type { QuotaState } from "../account/quota/quota.ts";
import type { Scope } from "../account/policy/scope.ts";
import type { Conversation } from "../chat/conversation.ts";
import type { Batch } from "../job/job-store.ts";

/** A held batch that wants an admin's decision. */
export interface Approval {
  /** `threshold`: it takes more than may be made unasked; `quota`: more than is left. */
  readonly reasons: readonly string[];
  /** Where the question stands, or is to stand; undefined before it was decided where. */
  readonly conversation: Conversation | undefined;
  /** `ended`: without a decision. */
  readonly state: ApprovalState;
  /** The name of who decided, */
  readonly decidedBy: string | undefined;
  /** and why they declined it, where they said so. */
  readonly why: string | undefined;
}

/** What an admin decided about a held batch. */
export type Decision =
  | { readonly kind: "approve" }
  /** `by`: the admin's name; `why`: in their words. */
  | { readonly kind: "decline"; readonly by?: string; readonly why?: string };

export type ApprovalState = "asked" | "approved" | "declined" | "ended";

/** What an admin has to know of a held batch to decide about it, as it is at the moment. */
export interface Grounds {
  /** The channel, or the direct messages, that it was asked for in. */
  readonly askedIn: Scope | undefined;
  /** What thresholds there are for it. */
  readonly policy: Pick<EffectivePolicy, "approveSeconds" | "approveCount">;
  /** The pictures or seconds that approving it would take, */
  readonly asked: number;
  /** and the quotas that have less left. */
  readonly short: readonly QuotaState[];
  /** What the groups among these scopes are called, by `encodeScope`. */
  readonly names: ReadonlyMap<string, string>;
}

/** The port to decisions about held batches. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface Approvals {
  /** Undefined for a batch that nobody was asked about. */
  find(batchId: string): Promise<Approval | undefined>;
  /**
   * Notes where admins are asked, once and for all: the admin channel of the batch's workspace, or where there is none the
   * channel of the batch itself. Returns it.
   */
  placeFor(batch: Pick<Batch, "id" | "organisationId" | "conversation">): Promise<Conversation>;
  /**
   * Decides once, and keeps it in the audit; an approval grants what is missing of quotas. Afterwards `JobService.decide` moves
   * the jobs. Returns how it stands then, and whether it was this one that decided; undefined where there is nothing to decide.
   */
  decide(
    change: Change,
    batchId: string,
    decision: { readonly kind: "approve" } | { readonly kind: "decline"; readonly why: string | undefined },
  ): Promise<{ readonly approval: Approval; readonly fresh: boolean } | undefined>;
  /** Nobody decided, and nothing is left to decide. */
  end(batchId: string): Promise<void>;
  /** Why admins are asked about a batch of the organisation. */
  grounds(organisationId: string, batchId: string): Promise<Grounds>;
  /** The scope of the channel, or of the direct messages, that the batch was asked for in. */
  askedIn(organisationId: string, batchId: string): Promise<Scope | undefined>;
  /**
   * Keeps why an admin could not approve it, as its member is told in its notice. False when there is nothing to decide any
   * more: then nothing is written.
   */
  hinder(organisationId: string, batchId: string, why: string): Promise<boolean>;
}
