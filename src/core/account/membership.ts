import type { Conversation, PlatformName } from "../chat/conversation.ts";
import type { Actor } from "../chat/event.ts";
import type { Service } from "../job/job.ts";
import type { EffectivePolicy, ScopedSettings } from "./policy/policy.ts";
import type { Scope } from "./policy/scope.ts";
import type { Subject } from "./policy/subject.ts";

/** Where someone acts. */
export interface Place {
  readonly conversation: Conversation;
  /** A direct message, which has a policy of its own. */
  readonly isDirect?: boolean;
  readonly actor: Actor;
}

/** A group that someone is in. */
export interface GroupMembership {
  readonly id: string;
  readonly name: string;
}

/** A scope in which nothing new is created at the moment, and the name of who said so. */
export interface Pause {
  readonly scope: Scope;
  readonly by: string;
}

/** Everything about a member in a place that decides what they may do there. */
export interface Membership {
  readonly organisationId: string;
  readonly accountId: string;
  /** By name. */
  readonly groups: readonly GroupMembership[];
  /** Some group of the organisation has members by their role in this workspace. */
  readonly groupsByRole: boolean;
  /** All that a rule may call this member by: the account, its roles, its groups. */
  readonly subjects: readonly Subject[];
  /** The widest first. */
  readonly scopes: readonly Scope[];
  readonly policy: EffectivePolicy;
  /** The widest first. */
  readonly paused: readonly Pause[];
  /** Whose keys make what they ask for, the narrowest usable ones; undefined where there is none. */
  readonly keys: Readonly<Record<Service, Scope | undefined>>;
  /** Why there is none, for each service without a usable key. */
  readonly keyless: Readonly<Record<Service, Keyless | undefined>>;
}

/** Why no key can be used: there is none, the gateway refused it (401), or an admin turned it off. */
export type Keyless = "none" | "refused" | "disabled";

/** The port to what decides. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface Memberships {
  /**
   * The standing of a member, who gets an account on first use; undefined in a workspace that nobody has claimed. Remembered
   * until something of the organisation changes, in whatever process.
   */
  membershipOf(place: Place): Promise<Membership | undefined>;
}

/** Who asks, and where: as it is looked up. */
export interface Asked {
  readonly platform: PlatformName;
  readonly workspace: string;
  readonly userId: string;
  /** Their roles in the workspace. */
  readonly roles: readonly Subject[];
  /** What every role of the workspace begins with, as a `Subject`. */
  readonly rolePrefix: string;
  /** The workspace's and the channel's. */
  readonly places: readonly Scope[];
}

/** What is kept of a member in a place. */
export interface MembershipFacts {
  readonly organisationId: string;
  /** Undefined for someone who comes for the first time. */
  readonly accountId: string | undefined;
  /** By name. */
  readonly groups: readonly GroupMembership[];
  /** Some group of the organisation has members by their role in this workspace. */
  readonly groupsByRole: boolean;
  /** What the scopes say that the member lies in, in any order. */
  readonly settings: readonly ScopedSettings[];
  readonly paused: readonly Pause[];
  /** The keys of these scopes. `unusable`: why a key cannot be used now. */
  readonly keys: readonly KeyFact[];
}

export interface KeyFact {
  readonly scope: Scope;
  readonly services: readonly string[];
  readonly unusable?: Exclude<Keyless, "none"> | undefined;
}

/** The port to what is kept of standings. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface MembershipStore {
  /** In one query. Undefined in a workspace that nobody has claimed. */
  find(asked: Asked): Promise<MembershipFacts | undefined>;
  /**
   * Hears of every change: the organisation it is one of, or undefined for a mere sign of life. `listening` is called first,
   * and each time that something may have been missed. Returns the way to stop.
   */
  hear(changed: (organisationId: string | undefined) => void, listening: () => void): Promise<() => Promise<void>>;
  /** Gives a sign of life to all who hear. */
  sayAlive(): Promise<void>;
}
