import type { Conversation } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { Platform } from "../../../core/chat/platform.ts";
import { approvalOutcome, approvalQuestion } from "./approval-message.ts";
import type { Approval, Approvals, Decision } from "../../../core/delivery/approvals.ts";
import { decisionOf } from "./decision.ts";
import { postOnce } from "../post-once.ts";
import { postKey } from "../result/post-key.ts";
import type { BatchView, DeliveryStore, Post } from "../../../core/delivery/delivery-store.ts";

/** Where the question is posted: in the admin channel or, if that is impossible, in the channel of the request. */
const KINDS = ["approval", "approval-here"] as const;

export interface AskContext {
  readonly store: DeliveryStore;
  readonly platform: Platform;
  readonly log: Logger;
  readonly approvals: Pick<Approvals, "find" | "placeFor" | "end" | "grounds">;
  /** Applies an admin's stored decision to a batch's jobs, in case the process that stored it died before doing so. */
  readonly decide: (batchId: string, decision: Decision) => Promise<unknown>;
}

/**
 * Does the next step for the question to admins: posts it once, and later replaces it with the decision. Returns
 * whether anything changed, so that the batch must be read again.
 */
export async function askAdmins(view: BatchView, context: AskContext, signal: AbortSignal): Promise<boolean> {
  const { batch } = view;
  const posts = KINDS.flatMap((kind) => view.posts.find((post) => post.kind === kind) ?? []);
  const isHeld = view.jobs.some((job) => job.state === "held");
  if (!isHeld && posts.every((post) => post.state === "folded" || post.state === "undeliverable")) return false;
  const approval = await context.approvals.find(batch.id);
  if (!approval) return false;
  if (!isHeld) return tellOutcome(view, approval, posts, context, signal);
  const decision = decisionOf(approval);
  if (decision) {
    await context.decide(batch.id, decision);
    return true;
  }
  return ask(view, approval, posts, context, signal);
}

async function ask(
  view: BatchView,
  approval: Approval,
  posts: readonly Post[],
  context: AskContext,
  signal: AbortSignal,
): Promise<boolean> {
  const last = posts.at(-1);
  if (last?.state === "posted" || (last?.state === "undeliverable" && last.kind === "approval-here")) return false;
  const { store, platform, log, approvals } = context;
  const place = approval.conversation ?? (await approvals.placeFor(view.batch));
  if (last?.state !== "intended") {
    // If the admin channel refuses the question, post it where the request was made.
    await store.intendPost(view, last ? "approval-here" : "approval", []);
    return true;
  }
  const conversation = placeOf(last, view, place);
  const grounds = await approvals.grounds(view.batch.organisationId, view.batch.id);
  const question = approvalQuestion(view, { ...approval, conversation: place }, grounds, conversation);
  await postOnce(view, last, question, { store, platform, log, conversation }, signal);
  return true;
}

async function tellOutcome(
  view: BatchView,
  approval: Approval,
  posts: readonly Post[],
  { store, platform, approvals }: AskContext,
  signal: AbortSignal,
): Promise<boolean> {
  const { batch } = view;
  const grounds = await approvals.grounds(batch.organisationId, batch.id);
  for (const post of posts.filter(({ state }) => state === "intended" || state === "posted")) {
    const conversation = placeOf(post, view, approval.conversation ?? batch.conversation);
    // The process that posted it may have died before it stored the message's id.
    const ref =
      post.messageId === undefined
        ? await platform.findPost(conversation, postKey(batch.id, post.kind), signal)
        : { conversation, id: post.messageId };
    try {
      if (ref) await platform.edit(ref, approvalOutcome(view, approval, grounds, conversation), signal);
    } catch (error) {
      // Someone has deleted it.
      if (!(error instanceof PlatformError) || error.retryable) throw error;
    }
    await store.postDone(batch.id, post.kind, "folded", ref ? { messageId: ref.id } : {});
  }
  if (approval.state === "asked") await approvals.end(batch.id);
  return true;
}

function placeOf({ kind }: Post, { batch }: BatchView, place: Conversation): Conversation {
  return kind === "approval" ? place : batch.conversation;
}
