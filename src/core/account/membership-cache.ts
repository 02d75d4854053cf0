import type { Clock } from "../../lib/clock.ts";
import type { Service } from "../job/job.ts";
import type { Logger } from "../../lib/log/log.ts";
import { repeat } from "../../lib/repeat.ts";
import { combine, narrowness } from "./policy/combine.ts";
import { encodeScope, placeScope, scopesOf, workspaceScope, type Scope } from "./policy/scope.ts";
import type { Asked, Keyless, Place, Membership, MembershipFacts, Memberships, MembershipStore } from "./membership.ts";
import type { AccountStore } from "./account-store.ts";
import { accountSubject, groupSubject, roleSubject, rolesOf, type Subject } from "./policy/subject.ts";

/** How many memberships are cached, at a few kilobytes each. */
export const CACHED_MEMBERSHIPS = 10_000;
/** The interval of the keep-alives that distinguish a dead connection from a quiet one. */
const KEEP_ALIVE_MS = 2_000;
/** After this long without any notification, the cache is not trusted: two keep-alives are missing. */
export const CACHE_TRUSTED_MS = 5_000;

/** Memberships that are cached while change notifications arrive. */
export interface CachedMemberships extends Memberships {
  /** Subscribes to changes and starts caching. Returns a function that stops both. */
  listen(): Promise<() => Promise<void>>;
  /** Sends keep-alives until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Caches memberships by place and roles. A change in an organisation drops all of its entries. A lookup that overlaps with a
 * change is not cached. A connection can die silently, so the cache is trusted only after a recent notification. Therefore each
 * process sends keep-alives.
 */
export function createMemberships(context: {
  readonly store: MembershipStore;
  readonly accounts: Pick<AccountStore, "accountOf">;
  readonly clock: Clock;
  readonly log: Logger;
}): CachedMemberships {
  const { store, accounts, clock, log } = context;
  const cached = new Map<string, Membership>();
  let lastHeardAt = Number.NEGATIVE_INFINITY;
  /** Incremented whenever entries are dropped. */
  let changes = 0;

  const dropOrganisation = (organisationId: string | undefined): void => {
    lastHeardAt = clock.elapsed();
    if (organisationId === undefined) return;
    changes++;
    for (const [key, membership] of cached) if (membership.organisationId === organisationId) cached.delete(key);
  };
  const dropAll = (): void => {
    lastHeardAt = clock.elapsed();
    changes++;
    cached.clear();
  };
  const isListening = (): boolean => clock.elapsed() - lastHeardAt < CACHE_TRUSTED_MS;

  return {
    async membershipOf(place) {
      const key = keyOf(place);
      const known = isListening() ? cached.get(key) : undefined;
      if (known) return known;
      const before = changes;
      const asked = askedOf(place);
      const facts = await findWithAccount(place, asked);
      const membership = facts && membershipFrom(facts, place, asked.roles);
      if (!membership || before !== changes || !isListening()) return membership;
      // Evict the oldest entry.
      const [oldest] = cached.size < CACHED_MEMBERSHIPS ? [] : cached.keys();
      if (oldest !== undefined) cached.delete(oldest);
      cached.set(key, membership);
      return membership;
    },

    listen: () => store.hear(dropOrganisation, dropAll),

    async run(signal) {
      const onError = (error: unknown): void =>
        log.debug({ err: error }, "keep-alive not sent; policy changes may be missed");
      await repeat(() => store.sayAlive(), { pauseMs: KEEP_ALIVE_MS, clock, onError }, signal).catch(() => {});
    },
  };

  async function findWithAccount({ actor }: Place, asked: Asked): Promise<KnownFacts | undefined> {
    const facts = await store.find(asked);
    if (!facts || isKnown(facts)) return facts;
    const { platform, workspace, userId } = asked;
    const identity = { platform, workspace, userId, displayName: actor.displayName };
    const accountId = await accounts.accountOf(facts.organisationId, identity);
    // Look up again: the new account's roles may put it into groups, which affect the other facts.
    const now = await store.find(asked);
    return now && { ...now, accountId: now.accountId ?? accountId };
  }
}

type KnownFacts = MembershipFacts & { readonly accountId: string };

function isKnown(facts: MembershipFacts): facts is KnownFacts {
  return facts.accountId !== undefined;
}

/** Everything about a place that its membership depends on. */
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
  // Groups rank by name.
  const policy = combine(facts.settings.toSorted((one, other) => rank(one.scope) - rank(other.scope)));
  // A member's own keys come first, then groups', the workspace's and everyone's.
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
