import type { AccountStore } from "../../core/account/account-store.ts";
import type {
  MembershipQuery,
  Membership,
  Memberships,
  MembershipStore,
  Place,
} from "../../core/account/membership.ts";
import {
  membershipQueryOf,
  isKnown,
  membershipFrom,
  membershipKey,
  type KnownFacts,
} from "../../core/account/resolve-membership.ts";
import { addToCache } from "../../lib/bounded-cache.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { repeat } from "../../lib/repeat.ts";

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
      const key = membershipKey(place);
      const known = isListening() ? cached.get(key) : undefined;
      if (known) return known;
      const before = changes;
      const asked = membershipQueryOf(place);
      const facts = await findWithAccount(place, asked);
      const membership = facts && membershipFrom(facts, place, asked.roles);
      if (!membership || before !== changes || !isListening()) return membership;
      // Evict the oldest entry.
      addToCache(cached, key, membership, CACHED_MEMBERSHIPS);
      return membership;
    },

    listen: () => store.hear(dropOrganisation, dropAll),

    async run(signal) {
      const onError = (error: unknown): void =>
        log.debug({ err: error }, "keep-alive not sent; policy changes may be missed");
      await repeat(() => store.sayAlive(), { pauseMs: KEEP_ALIVE_MS, clock, onError }, signal).catch(() => {});
    },
  };

  async function findWithAccount({ actor }: Place, asked: MembershipQuery): Promise<KnownFacts | undefined> {
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
