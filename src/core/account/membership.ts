import type { Conversation, PlatformName } from "../chat/conversation.ts";
import type { Actor } from "../chat/event.ts";
import type { Service } from "../job/job.ts";
import type { EffectivePolicy, ScopedSettings } from "./policy/policy.ts";
import type { Scope } from "./policy/scope.ts";
import type { Subject } from "./policy/subject.ts";

/** Who acts, and where. */
export interface Place {
  readonly conversation: Conversation;
  /** A direct message, which has its own policy. */
  readonly isDirect?: boolean;
  readonly actor: Actor;
}

/** A group that a member is in. */
export interface GroupMembership {
  readonly id: string;
  readonly name: string;
}

/** A paused scope, where nothing new is created, and the name of the person who paused it. */
export interface Pause {
  readonly scope: Scope;
  readonly by: string;
}

/** Everything that decides what a member may do in a place. */
export interface Membership {
  readonly organisationId: string;
  readonly accountId: string;
  /** Sorted by name. */
  readonly groups: readonly GroupMembership[];
  /** Whether some group of the organisation has members by their role in this workspace. */
  readonly groupsByRole: boolean;
  /** Every subject that a rule may match: the account, its roles, its groups. */
  readonly subjects: readonly Subject[];
  /** Widest first. */
  readonly scopes: readonly Scope[];
  readonly policy: EffectivePolicy;
  /** Widest first. */
  readonly paused: readonly Pause[];
  /** The owner of the keys for the member's requests: the narrowest scope with usable keys; undefined if there is none. */
  readonly keys: Readonly<Record<Service, Scope | undefined>>;
  /** The reason, for each service without a usable key. */
  readonly keyless: Readonly<Record<Service, Keyless | undefined>>;
}

/** Why no key is usable: there is none, the gateway refused it (401), or an admin disabled it. */
export type Keyless = "none" | "refused" | "disabled";

/** The port to memberships. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface Memberships {
  /**
   * A member's membership; creates an account on first use. Undefined in an unclaimed workspace. Cached until something in the
   * organisation changes, in any process.
   */
  membershipOf(place: Place): Promise<Membership | undefined>;
}

/** The person and place to look up. */
export interface MembershipQuery {
  readonly platform: PlatformName;
  readonly workspace: string;
  readonly userId: string;
  /** Their roles in the workspace. */
  readonly roles: readonly Subject[];
  /** The prefix of every role of the workspace, as a `Subject`. */
  readonly rolePrefix: string;
  /** The scopes of the workspace and the channel. */
  readonly places: readonly Scope[];
}

/** What is stored about a member in a place. */
export interface MembershipFacts {
  readonly organisationId: string;
  /** Undefined for a newcomer. */
  readonly accountId: string | undefined;
  /** Sorted by name. */
  readonly groups: readonly GroupMembership[];
  /** Whether some group of the organisation has members by their role in this workspace. */
  readonly groupsByRole: boolean;
  /** The settings of the member's scopes, in any order. */
  readonly settings: readonly ScopedSettings[];
  readonly paused: readonly Pause[];
  /** The keys of these scopes. `unusable`: why a key can't be used now. */
  readonly keys: readonly KeyFact[];
}

export interface KeyFact {
  readonly scope: Scope;
  readonly services: readonly string[];
  /** The services that refused it, although others may still use it. */
  readonly refusedBy?: readonly string[];
  readonly unusable?: Exclude<Keyless, "none"> | undefined;
}

/** The port to stored memberships. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface MembershipStore {
  /** Takes one query. Undefined in an unclaimed workspace. */
  find(asked: MembershipQuery): Promise<MembershipFacts | undefined>;
  /**
   * Subscribes to changes: passes the organisation's id, or undefined for a keep-alive. Calls `listening` first, and again
   * whenever notifications may have been missed. Returns a function that unsubscribes.
   */
  hear(changed: (organisationId: string | undefined) => void, listening: () => void): Promise<() => Promise<void>>;
  /** Sends a keep-alive to all subscribers. */
  sayAlive(): Promise<void>;
}
