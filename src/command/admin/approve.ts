import { answer, type Reply } from "../reply.ts";
import { rulerOf } from "../../core/account/policy/check-policy.ts";
import type { Place } from "../../core/account/membership.ts";
import type { ButtonEvent, FormEvent } from "../../core/chat/event.ts";
import { escapeText } from "../../core/chat/message.ts";
import { decisionText } from "../../worker/delivery/approval/approval-message.ts";
import { decisionOf } from "../../worker/delivery/approval/decision.ts";
import type { Batch } from "../../core/job/job-store.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { blockedTextForAdmin, blockedTextForMember } from "../../text/render/blocked-approval.ts";
import { textsFor } from "../../text/texts.ts";
import { actingOf, type Acting } from "../acting.ts";
import { type CommandContext } from "../command.ts";
import { forbidden } from "../make/make.ts";
import { notAdminText } from "./not-admin.ts";
import { findRequesterOf, rightsNow } from "./requester.ts";

/**
 * Carries out an admin's decision about a held batch. An approval overrides quotas and thresholds only. A request that is no
 * longer allowed can't be approved: the answer tells the admin why, and the notice tells the member.
 */
export async function decideHeld(
  batch: Batch,
  decision: { readonly kind: "approve" } | { readonly kind: "decline"; readonly why: string | undefined },
  event: Deciding,
  context: CommandContext,
): Promise<Reply> {
  const { approvals, jobs, texts } = context;
  const say = texts.approval;
  const { organisationId } = batch;
  const { acting, refusal } = await mayDecide(batch, event, context);
  if (refusal) return refusal;
  if (decision.kind === "approve") {
    const obstacle = await obstacleTo(batch, context);
    if (obstacle) {
      if (!(await approvals.noteBlocked(organisationId, batch.id, obstacle.forMember))) return answer(say.tooLate);
      jobs.changed(batch.id);
      return answer(obstacle.forAdmin);
    }
  }
  const decided = await approvals.decide(acting, batch.id, decision);
  if (!decided) return answer(say.tooLate);
  const { approval } = decided;
  const made = decisionOf(approval);
  if (!made) return answer(say.tooLate);
  // Repeats the move, in case the deciding process died before it.
  const outcome = await jobs.decide(batch.id, made);
  if (!decided.fresh && outcome === "too_late") return answer(say.tooLate);
  return answer(decisionText(approval, texts) ?? say.tooLate);
}

/** A press of Approve or Decline, or the submitted form for declining. */
export type Deciding = ButtonEvent | FormEvent;

/** Whether this person may decide about the batch: an admin of its workspace. `refusal` says why not. */
export async function mayDecide(
  batch: Batch,
  place: Place,
  context: CommandContext,
): Promise<{ readonly acting: Acting; readonly refusal: Reply | undefined }> {
  const { texts } = context;
  const acting = await actingOf(place, context);
  const { platform, workspace } = batch.conversation;
  const isHere = platform === place.conversation.platform && workspace === place.conversation.workspace;
  if (!place.actor.isAdmin) return { acting, refusal: answer(notAdminText(place.actor, context)) };
  const isTheirs = isHere && acting.organisationId === batch.organisationId;
  // An id must not reveal to an admin that a batch exists about which no admin was asked.
  const isAsked = isTheirs && (await context.approvals.find(batch.id)) !== undefined;
  return { acting, refusal: isAsked ? undefined : answer(texts.gone) };
}

/** Why the request can't be approved now, worded for each reader. Undefined if it can. Rejects with a `PlatformError`. */
async function obstacleTo(
  batch: Batch,
  context: CommandContext,
): Promise<{ readonly forAdmin: string; readonly forMember: string } | undefined> {
  const { texts } = context;
  const theirs = textsFor(batch.locale);
  const requester = await findRequesterOf(batch, context);
  if (!requester) return undefined;
  if (requester === "left") {
    return {
      forAdmin: texts.approval.requesterLeft(escapeText(batch.requesterName)),
      forMember: theirs.approval.youLeft,
    };
  }
  const problems = await forbiddenNow(batch, requester, context);
  if (problems.length === 0) return undefined;
  return {
    forAdmin: blockedTextForAdmin(problems, batch.requesterName, texts),
    forMember: blockedTextForMember(problems, theirs),
  };
}

/** Why the member would be refused if they asked now in the same place. */
async function forbiddenNow(batch: Batch, place: Place, context: CommandContext): Promise<readonly RequestProblem[]> {
  const rights = await rightsNow(batch, place, context);
  return rights
    ? forbidden(batch.request, rights, place)
    : [{ rule: "not_for_you", why: "access", by: rulerOf({ kind: "organisation", id: "" }, []) }];
}
