import type { Clock } from "../../lib/clock.ts";
import type { Service } from "../job/job.ts";
import type { Logger } from "../../lib/log/log.ts";
import { combine, narrowness } from "./policy/combine.ts";
import { encodeScope, placeScope, scopesOf, workspaceScope, type Scope } from "./policy/scope.ts";
import type { Asked, Keyless, Place, Membership, MembershipFacts, Memberships, MembershipStore } from "./membership.ts";
import type { AccountStore } from "./account-store.ts";
import { accountSubject, groupSubject, roleSubject, rolesOf, type Subject } from "./policy/subject.ts";

/** Standings that are remembered: some kilobytes each. */
export const STANDINGS_REMEMBERED = 10_000;
/** So often a process says that it lives, so that a dead connection is told from a quiet one. */
const STANDINGS_ALIVE_MS = 2_000;
/** Nothing heard for this long, and what is remembered is not believed: two signs of life in a row are missing. */
export const STANDINGS_TRUSTED_MS = 5_000;

/** Standings that are remembered while every change is heard of. */
export interface CachedMemberships extends Memberships {
  /** Begins to hear of changes, and so to remember. Returns the way to stop. */
  listen(): Promise<() => Promise<void>>;
  /** Makes sure that changes can be heard, until it is told to stop. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Remembers standings of members by place and roles. A change of anything in an organisation forgets all of its standings; what was
 * looked up while something changed is not remembered. A connection may die without a word, so nothing remembered is
 * believed unless something was heard of late: each process says now and then that it lives.
 */
export function createMemberships(context: {
  readonly store: MembershipStore;
  readonly accounts: Pick<AccountStore, "accountOf">;
  readonly clock: Clock;
  readonly log: Logger;
}): CachedMemberships {
  const { store, accounts, clock, log } = context;
  const remembered = new Map<string, Membership>();
  let heardAt = Number.NEGATIVE_INFINITY;
  /** Grows whenever anything is forgotten. */
  let changes = 0;

  const forget = (organisationId: string | undefined): void => {
    heardAt = clock.elapsed();
    if (organisationId === undefined) return;
    changes++;
    for (const [key, membership] of remembered)
      if (membership.organisationId === organisationId) remembered.delete(key);
  };
  const forgetAll = (): void => {
    heardAt = clock.elapsed();
    changes++;
    remembered.clear();
  };
  const hears = (): boolean => clock.elapsed() - heardAt < STANDINGS_TRUSTED_MS;

  return {
    async membershipOf(place) {
      const key = keyOf(place);
      const known = hears() ? remembered.get(key) : undefined;
      if (known) return known;
      const before = changes;
      const asked = askedOf(place);
      const facts = await findWithAccount(place, asked);
      const membership = facts && membershipFrom(facts, place, asked.roles);
      if (!membership || before !== changes || !hears()) return membership;
      // The oldest goes: it is found again when it is needed.
      const [oldest] = remembered.size < STANDINGS_REMEMBERED ? [] : remembered.keys();
      if (oldest !== undefined) remembered.delete(oldest);
      remembered.set(key, membership);
      return membership;
    },

    listen: () => store.hear(forget, forgetAll),

    async run(signal) {
      while (!signal.aborted) {
        await store.sayAlive().catch((error: unknown) => log.debug({ err: error }, "changes of policy may be missed"));
        await clock.sleep(STANDINGS_ALIVE_MS, signal).catch(() => {});
      }
    },
  };

  async function findWithAccount({ actor }: Place, asked: Asked): Promise<KnownFacts | undefined> {
    const facts = await store.find(asked);
    if (!facts || isKnown(facts)) return facts;
    const { platform, workspace, userId } = asked;
    const identity = { platform, workspace, userId, displayName: actor.displayName };
    const accountId = await accounts.accountOf(facts.organisationId, identity);
    // A newcomer may be in groups by their role, and account and groups decide together.
    const now = await store.find(asked);
    return now && { ...now, accountId: now.accountId ?? accountId };
  }
}

type KnownFacts = MembershipFacts & { readonly accountId: string };

function isKnown(facts: MembershipFacts): facts is KnownFacts {
  return facts.accountId !== undefined;
}

/** Everything of a place that its standing depends on. */
function keyOf({ conversation: { platform, workspace, channel }, isDirect = false, actor }: Place): string {
  const { userId, roles = [] } = actor;
  return JSON.stringify([platform, workspace, isDirect || channel, userId, ...roles]);
}

function askedOf({ conversation, isDirect = false, actor }: Place): Asked {
  return {
    platform: conversation.platform,
    workspace: conversation.workspace,
    userId: actor.userId,
    rolePrefix: rolesOf(conversation),
    roles: (actor.roles ?? []).map((role) => roleSubject(conversation, role)).toSorted(),
    places: [workspaceScope(conversation), placeScope(conversation, isDirect)],
  };
}

function membershipFrom(
  facts: KnownFacts,
  { conversation, isDirect = false }: Place,
  roles: readonly Subject[],
): Membership {
  const { organisationId, accountId, groups } = facts;
  const groupIds = groups.map(({ id }) => id);
  const scopes = scopesOf({ conversation, isDirect, accountId, groupIds });
  const order = new Map(scopes.map((scope, index) => [encodeScope(scope), index]));
  const rank = (scope: Scope): number => order.get(encodeScope(scope)) ?? scopes.length;
  // Groups count in the order of their names.
  const policy = combine(facts.settings.toSorted((one, other) => rank(one.scope) - rank(other.scope)));
  // A member's own keys come first, then those of groups, of the workspace, and everyone's.
  const keys = facts.keys
    .filter(({ scope }) => scope.kind !== "account" || policy.ownKeys?.value === true)
    .toSorted((one, other) => narrowness(other.scope) - narrowness(one.scope));
  const keysFor = (service: Service) => keys.filter(({ services }) => services.includes(service));
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
