import type { Service } from "../job/job.ts";
import { combine, narrowness } from "./policy/combine.ts";
import { encodeScope, placeScope, scopesOf, workspaceScope, type Scope } from "./policy/scope.ts";
import type { MembershipQuery, Keyless, Place, Membership, MembershipFacts } from "./membership.ts";
import { accountSubject, groupSubject, roleSubject, rolesOf, type Subject } from "./policy/subject.ts";

/** What a membership is built from, once the person has an account. */
export type KnownFacts = MembershipFacts & { readonly accountId: string };

export function isKnown(facts: MembershipFacts): facts is KnownFacts {
  return facts.accountId !== undefined;
}

/** Everything about a place that its membership depends on. */
export function membershipKey({
  conversation: { platform, workspace, channel },
  isDirect = false,
  actor,
}: Place): string {
  const { userId, roles = [] } = actor;
  return JSON.stringify([platform, workspace, isDirect || channel, userId, ...roles]);
}

/** The facts to look up for a place. */
export function membershipQueryOf({ conversation, isDirect = false, actor }: Place): MembershipQuery {
  return {
    platform: conversation.platform,
    workspace: conversation.workspace,
    userId: actor.userId,
    rolePrefix: rolesOf(conversation),
    roles: (actor.roles ?? []).map((role) => roleSubject(conversation, role)).toSorted(),
    places: [workspaceScope(conversation), placeScope(conversation, isDirect)],
  };
}

/** Combines the facts about a place into a membership. */
export function membershipFrom(
  facts: KnownFacts,
  { conversation, isDirect = false }: Place,
  roles: readonly Subject[],
): Membership {
  const { organisationId, accountId, groups } = facts;
  const groupIds = groups.map(({ id }) => id);
  const scopes = scopesOf({ conversation, isDirect, accountId, groupIds });
  const order = new Map(scopes.map((scope, index) => [encodeScope(scope), index]));
  const rank = (scope: Scope): number => order.get(encodeScope(scope)) ?? scopes.length;
  // Groups rank by name.
  const policy = combine(facts.settings.toSorted((one, other) => rank(one.scope) - rank(other.scope)));
  // A member's own keys come first, then groups', the workspace's and everyone's.
  const keys = facts.keys
    .filter(({ scope }) => scope.kind !== "account" || policy.ownKeys?.value === true)
    .toSorted((one, other) => narrowness(other.scope) - narrowness(one.scope));
  const keysFor = (service: Service) =>
    keys
      .filter(({ services }) => services.includes(service))
      .map(({ scope, unusable, refusedBy = [] }) => ({
        scope,
        unusable: unusable ?? (refusedBy.includes(service) ? "refused" : undefined),
      }));
  const keyScope = (service: Service): Scope | undefined =>
    keysFor(service).find(({ unusable }) => unusable === undefined)?.scope;
  const keyless = (service: Service): Keyless | undefined => {
    const reasons = new Set(keysFor(service).map(({ unusable }) => unusable));
    if (reasons.has(undefined)) return undefined;
    if (reasons.has("refused")) return "refused";
    return reasons.has("disabled") ? "disabled" : "none";
  };
  return {
    organisationId,
    accountId,
    groups,
    groupsByRole: facts.groupsByRole,
    subjects: [accountSubject(accountId), ...roles, ...groupIds.map(groupSubject)],
    scopes,
    policy,
    paused: facts.paused.toSorted((one, other) => rank(one.scope) - rank(other.scope)),
    keys: { image: keyScope("image"), video: keyScope("video") },
    keyless: { image: keyless("image"), video: keyless("video") },
  };
}
