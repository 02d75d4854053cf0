import type { PolicyProblem, Ruler } from "../request/policy-problem.ts";
import type { MediaRequest } from "../request/request.ts";
import type { VideoProblem } from "../request/video-problem.ts";
import { blockedIn } from "./blocked-words.ts";
import { forbids, type Offer } from "./offer.ts";
import type { Ruled } from "./policy.ts";
import type { Scope } from "./scope.ts";
import type { Membership, Standing } from "./standing.ts";

/** What a rule forbids, or a model that the gateway lists no more. */
type JudgedProblem = PolicyProblem | Extract<VideoProblem, { rule: "unlisted_model" }>;

/**
 * What is not allowed of a request to a member in a place, all of it at once. Pure. What takes more than being allowed, a
 * confirmation or an approval, is none of it.
 */
export function judge(
  request: MediaRequest,
  standing: Standing,
  asker: { readonly isGuest?: boolean },
  offer: Offer,
): readonly JudgedProblem[] {
  const who = judgeMember(standing, asker);
  // To someone who may make nothing here the rest says nothing.
  return who.length > 0 ? who : judgeRequest(request, standing, offer);
}

/** Whether someone may make anything here now. */
function judgeMember(standing: Standing, { isGuest = false }: { readonly isGuest?: boolean }): PolicyProblem[] {
  const { policy, subjects, groups } = standing;
  const isAmong = ({ value }: Ruled<readonly string[]>): boolean => value.some((subject) => subjects.includes(subject));
  const problems: PolicyProblem[] = [];
  const blocked = policy.blocked.find(isAmong);
  if (blocked) problems.push({ rule: "not_for_you", why: "blocked", by: rulerOf(blocked.scope, groups) });
  const closed = policy.access.find((list) => !isAmong(list));
  if (closed) problems.push({ rule: "not_for_you", why: "access", by: rulerOf(closed.scope, groups) });
  if (isGuest && policy.guests?.value === false) {
    problems.push({ rule: "not_for_you", why: "guests", by: rulerOf(policy.guests.scope, groups) });
  }
  const [pause] = standing.paused;
  if (pause) problems.push({ rule: "paused", who: pause.by, by: rulerOf(pause.scope, groups) });
  return problems;
}

/** Whether these may make such a thing. */
function judgeRequest(
  request: MediaRequest,
  { policy, groups }: Pick<Standing, "policy" | "groups">,
  offer: Offer,
): JudgedProblem[] {
  const problems: JudgedProblem[] = [];
  const list = forbids(policy, request.model);
  if (list) {
    const allowed = request.kind === "image" ? offer.imageModels : offer.videoModels;
    const by = rulerOf(list.scope, groups);
    problems.push({ rule: "model_forbidden", option: "model", given: request.model, allowed, by });
  }
  if (request.kind === "video" && !list && !offer.isListed(request.model)) {
    const { model: given } = request;
    problems.push({ rule: "unlisted_model", option: "model", given, allowed: offer.videoModels });
  }
  const { maxSeconds, maxCount } = policy;
  if (request.kind === "video" && maxSeconds && request.billedSeconds > maxSeconds.value) {
    problems.push({
      rule: "billed_too_long",
      option: "seconds",
      seconds: request.seconds,
      billed: request.billedSeconds,
      max: maxSeconds.value,
      by: rulerOf(maxSeconds.scope, groups),
    });
  }
  if (request.kind === "image" && maxCount && request.count > maxCount.value) {
    const by = rulerOf(maxCount.scope, groups);
    problems.push({ rule: "too_many_pictures", option: "count", given: request.count, max: maxCount.value, by });
  }
  for (const { value, scope } of policy.blockedWords) {
    const words = blockedIn(wordsOf(request), value);
    if (words.length > 0) {
      problems.push({ rule: "blocked_words", option: "prompt", words, by: rulerOf(scope, groups) });
    }
  }
  return problems;
}

/** Whose rule it is, as people call it. */
export function rulerOf(scope: Scope, groups: readonly Membership[]): Ruler {
  return { kind: scope.kind, name: groups.find((group) => scope.kind === "group" && group.id === scope.id)?.name };
}

/** Extension fields may hold instructions as well. */
function wordsOf(request: MediaRequest): string {
  const native = request.kind === "image" && request.native ? JSON.stringify(request.native) : "";
  return `${request.prompt}\n${native}`;
}
