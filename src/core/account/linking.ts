import type { AuditActor } from "./audit.ts";

/** A person who makes or enters a code: their account, and their identity on the platform. */
export interface CodeUser {
  readonly organisationId: string;
  readonly accountId: string;
  readonly actor: AuditActor;
  readonly identity: { readonly platform: string; readonly workspace: string; readonly userId: string };
}

/** The purpose of a code: joining two accounts or two organisations. */
export type CodePurpose = "account" | "organisation";

/** The outcome of entering a code. */
export type Redeemed =
  /** The two are joined. `name`: the account or organisation that made the code. */
  | { readonly kind: "joined"; readonly name: string }
  /** The code doesn't exist, has expired, or was already used. */
  | { readonly kind: "wrong" }
  /** Too many codes were entered, right or wrong. The next try is possible at `until`. */
  | { readonly kind: "too_many"; readonly until: Date }
  /** The code came from the same account or organisation. */
  | { readonly kind: "same" }
  /** Accounts of different organisations can't be joined. */
  | { readonly kind: "other_organisation" }
  /** Both accounts have an identity in the same workspace, so they are two people. */
  | { readonly kind: "same_workspace" }
  /** A list of people or words would exceed its limit. */
  | { readonly kind: "full" }
  /**
   * More than `MAX_MOVED_JOBS` jobs would have to move (the smaller account's, or those of the organisation entering the code).
   */
  | { readonly kind: "long_history" };

/** The outcome of unlinking. */
export type Unlinked =
  | { readonly kind: "unlinked"; readonly accountId: string; readonly left: LeftBehind }
  /** It is the account's only identity. */
  | { readonly kind: "single" }
  /** A list of blocked people is full, and the new account has to be on it. */
  | { readonly kind: "full" }
  /** This many of the account's jobs are waiting or at the gateway. The new account could start as many again. */
  | { readonly kind: "busy"; readonly jobs: number };

/** What an admin gave the old account, and the new one lacks. */
export interface LeftBehind {
  /** The names of the groups that list the account itself, not just a role; sorted. */
  readonly groups: readonly string[];
  /** It is named in a rule about who may use Easel. */
  readonly access: boolean;
  /** It, or one of those groups, has a quota. */
  readonly quotas: boolean;
}

/** The outcome of entering a code in a workspace. */
export type Claimed =
  /** The workspace now belongs to this organisation. */
  | { readonly kind: "claimed"; readonly organisationId: string }
  /** The workspace already belongs to an organisation. */
  | { readonly kind: "already" }
  | { readonly kind: "wrong" }
  | { readonly kind: "too_many"; readonly until: Date };

/** An admin who enters a code in an unclaimed workspace. */
export interface Claimer {
  readonly actor: AuditActor;
  readonly identity: CodeUser["identity"];
}

/** The port for joining accounts and organisations. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface Linking {
  /** Makes a code that joins this account or organisation with the one that enters it. Earlier codes become invalid. */
  makeCode(user: CodeUser, purpose: CodePurpose): Promise<string>;
  /**
   * Redeems a code. The account with more jobs absorbs the other; otherwise, a member could move the same long history
   * repeatedly. The organisation that made the code absorbs the one that enters it.
   */
  redeem(user: CodeUser, purpose: CodePurpose, code: string): Promise<Redeemed>;
  /**
   * Moves this identity to a new account. The new account inherits the old one's restrictions, but nothing that an admin gave it:
   * linking and unlinking must not give two people the rights of one.
   */
  unlink(user: CodeUser): Promise<Unlinked>;
  /**
   * Redeems the operator's code, which gives the workspace its own organisation. With an organisation's name, redeems that
   * organisation's code, which adds the workspace to it. An unknown name counts as a wrong code.
   */
  claim(claimer: Claimer, code: string, organisation: string | undefined): Promise<Claimed>;
}
