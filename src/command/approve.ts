import { combine } from "../account/combine.ts";
import { judgeRequest } from "../account/judge.ts";
import { offerOf } from "../account/offer.ts";
import { accountSubject, groupSubject } from "../account/subject.ts";
import type { ButtonEvent } from "../chat/event.ts";
import type { Batch } from "../job/store.ts";
import { INVOCATION_MS } from "../limits.ts";
import type { RequestProblem } from "../request/problem.ts";
import { problemText } from "../text/problems.ts";
import { escapeText } from "../chat/message.ts";
import { actingOf } from "./acting.ts";
import { answer, type CommandContext, type Reply } from "./command.ts";

/** An admin's decision about what is held. What is not allowed any more can't be approved. */
export async function decideHeld(
  batch: Batch,
  decision: "approve" | "decline",
  event: ButtonEvent,
  context: CommandContext,
): Promise<Reply> {
  const { approvals, jobs, texts } = context;
  const say = texts.approval;
  const acting = await actingOf(event, context);
  const { platform, workspace } = batch.conversation;
  const isHere = platform === event.conversation.platform && workspace === event.conversation.workspace;
  if (!isHere || acting.organisationId !== batch.organisationId) return answer(texts.gone);
  if (!event.actor.isAdmin) return answer(texts.adminsOnly);
  if (decision === "approve") {
    const problems = await forbiddenNow(batch, context);
    if (problems.length > 0) {
      const lines = problems.map((problem) => `• ${problemText(problem, texts)}`);
      return answer([say.forbidden, ...lines, say.undecided].join("\n"));
    }
  }
  const decided = await approvals.decide(acting, batch.id, decision);
  if (!decided) return answer(say.tooLate);
  const { state, decidedBy = "" } = decided.approval;
  if (state !== "approved" && state !== "declined") return answer(say.tooLate);
  // Whoever decided it may have died before this.
  const outcome = await jobs.decide(batch.id, state === "approved" ? "approve" : "decline");
  if (!decided.fresh && outcome === "too_late") return answer(say.tooLate);
  return answer(say[state](escapeText(decidedBy)));
}

/** By the rules of now in the scopes that it lay in; which roles its member has by now nobody knows. */
async function forbiddenNow(
  { id, organisationId, accountId, request }: Batch,
  { approvals, groups, listVideoModels }: CommandContext,
): Promise<readonly RequestProblem[]> {
  const rules = await approvals.rulesFor(organisationId, id);
  const policy = combine(rules);
  const listed =
    request.kind === "video" ? await listVideoModels(organisationId, AbortSignal.timeout(INVOCATION_MS)) : undefined;
  const known = await groups.list(organisationId);
  const subjects = new Set([
    accountSubject(accountId),
    ...rules.flatMap(({ scope }) => (scope.kind === "group" ? [groupSubject(scope.id)] : [])),
  ]);
  const blocked = policy.blocked.find(({ value }) => value.some((subject) => subjects.has(subject)));
  const by = { kind: blocked?.scope.kind ?? "organisation", name: undefined };
  return [
    ...(blocked ? [{ rule: "not_for_you", why: "blocked", by } as const] : []),
    ...judgeRequest(request, { policy, groups: known }, offerOf(policy, listed)),
  ];
}
