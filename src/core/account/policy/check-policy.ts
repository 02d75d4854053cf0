import type { Conversation } from "../../chat/conversation.ts";
import type { Actor } from "../../chat/event.ts";
import type { PolicyProblem, Ruler } from "../../request/policy-problem.ts";
import { wordsIn } from "../../request/options/option-values.ts";
import type { MediaRequest } from "../../request/request.ts";
import type { VideoProblem } from "../../request/video/video-problem.ts";
import { blockedIn, caseless, CHECKED_CHARACTERS } from "./blocked-words.ts";
import { forbids, type AllowedModels } from "./allowed-models.ts";
import type { Ruled } from "./policy.ts";
import type { Scope } from "./scope.ts";
import type { GroupMembership, Membership } from "../membership.ts";
import { isRoleOf } from "./subject.ts";

/** A violated rule, or a model that the gateway no longer lists. */
type PolicyViolation = PolicyProblem | Extract<VideoProblem, { rule: "unlisted_model" }>;

/**
 * Reports everything about a request that the policy forbids a member in a place. Pure. Leaves out confirmation and approval,
 * which apply to allowed requests.
 */
export function checkPolicy(
  request: MediaRequest,
  membership: Membership,
  asker: Asker,
  allowedModels: AllowedModels,
): readonly PolicyViolation[] {
  const who = checkMember(membership, asker);
  // A member who may make nothing here doesn't need the other problems.
  return who.length > 0 ? who : checkRequest(request, membership, allowedModels);
}

/** What the platform says about the requester. */
export type Asker = Pick<Actor, "isGuest" | "rightsUnknown" | "rolesUnknown"> &
  Pick<Conversation, "platform" | "workspace">;

/** If rules depend on roles that the platform did not report, neither the policy nor the key can be determined. */
export function unknownRoles({ policy, groupsByRole }: Membership, asker: Asker): PolicyProblem | undefined {
  if (!asker.rolesUnknown) return undefined;
  const named = [...policy.access, ...policy.blocked].flatMap(({ value }) => value);
  const matters = groupsByRole || named.some((subject) => isRoleOf(asker, subject));
  return matters ? { rule: "roles_unknown", platform: asker.platform } : undefined;
}

/** Why a member may make nothing here now, regardless of the request. Empty if they may. */
export function checkMember(membership: Membership, asker: Asker): PolicyProblem[] {
  const unknown = unknownRoles(membership, asker);
  if (unknown) return [unknown];
  const { policy, subjects, groups } = membership;
  const isAmong = ({ value }: Ruled<readonly string[]>): boolean => value.some((subject) => subjects.includes(subject));
  const problems: PolicyProblem[] = [];
  const blocked = policy.blocked.find(isAmong);
  if (blocked) problems.push({ rule: "not_for_you", why: "blocked", by: rulerOf(blocked.scope, groups) });
  const closed = policy.access.find((list) => !isAmong(list));
  if (closed) problems.push({ rule: "not_for_you", why: "access", by: rulerOf(closed.scope, groups) });
  if (policy.guests?.value === false) {
    const by = rulerOf(policy.guests.scope, groups);
    if (asker.isGuest) problems.push({ rule: "not_for_you", why: "guests", by });
    else if (asker.rightsUnknown) problems.push({ rule: "guest_unknown", platform: asker.platform, by });
  }
  const [pause] = membership.paused;
  if (pause) problems.push({ rule: "paused", who: pause.by, by: rulerOf(pause.scope, groups) });
  return problems;
}

/** Why this member may not use this model. Empty if they may. */
export function checkModel(
  { kind, model: given }: Pick<MediaRequest, "kind" | "model">,
  { policy, groups }: Pick<Membership, "policy" | "groups">,
  allowedModels: AllowedModels,
): PolicyViolation[] {
  const allowed = kind === "image" ? allowedModels.imageModels : allowedModels.videoModels;
  const list = forbids(policy, given);
  if (list) {
    return [{ rule: "model_forbidden", option: "model", given, allowed, by: rulerOf(list.scope, groups) }];
  }
  if (kind === "image" || allowedModels.isListed(given)) return [];
  return [{ rule: "unlisted_model", option: "model", given, allowed }];
}

/** Why this member may not make this request. Empty if they may. */
function checkRequest(
  request: MediaRequest,
  { policy, groups }: Pick<Membership, "policy" | "groups">,
  allowedModels: AllowedModels,
): PolicyViolation[] {
  const problems = checkModel(request, { policy, groups }, allowedModels);
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
  return [...problems, ...checkWords(request, policy.blockedWords, groups)];
}

/** Searches for the words of all lists in one pass, because reading the text takes most of the time. */
function checkWords(
  request: MediaRequest,
  blockedWords: readonly Ruled<readonly string[]>[],
  groups: readonly GroupMembership[],
): PolicyProblem[] {
  const first = blockedWords.find(({ value }) => value.length > 0);
  if (!first) return [];
  const said = caseless(wordsIn(request).join("\n"));
  const { length } = said;
  if (length > CHECKED_CHARACTERS) {
    const by = rulerOf(first.scope, groups);
    return [{ rule: "too_long_to_check", option: "prompt", length, max: CHECKED_CHARACTERS, by }];
  }
  const found = new Set(
    blockedIn(
      said,
      blockedWords.flatMap(({ value }) => value),
    ),
  );
  return blockedWords.flatMap(({ value, scope }): PolicyProblem[] => {
    const words = value.filter((word) => found.has(word));
    return words.length === 0 ? [] : [{ rule: "blocked_words", option: "prompt", words, by: rulerOf(scope, groups) }];
  });
}

/** The owner of a rule, for people. Undefined scope: Easel's default. */
export function rulerOf(scope: Scope | undefined, groups: readonly GroupMembership[]): Ruler {
  if (scope === undefined) return { kind: "default", name: undefined };
  return { kind: scope.kind, name: groups.find((group) => scope.kind === "group" && group.id === scope.id)?.name };
}
