import type { AuditActor } from "./audit.ts";

/** Someone who makes or enters a code: which account they have there, and who they are on the platform. */
export interface CodeUser {
  readonly organisationId: string;
  readonly accountId: string;
  readonly actor: AuditActor;
  readonly identity: { readonly platform: string; readonly workspace: string; readonly userId: string };
}

/** What a code is for: joining two accounts, or two organisations. */
export type CodePurpose = "account" | "organisation";

/** The outcome of entering a code. */
export type Redeemed =
  /** Both are one now; what the other is called. */
  | { readonly kind: "joined"; readonly name: string }
  /** There is no such code, or it is too old, or was used. */
  | { readonly kind: "wrong" }
  /** Too many were wrong; again at that time. */
  | { readonly kind: "too_many"; readonly until: Date }
  /** It was made by the same account, or in the same organisation. */
  | { readonly kind: "same" }
  /** An account of another organisation can't be joined. */
  | { readonly kind: "other_organisation" };

/** The outcome of entering a code in a workspace. */
export type Claimed =
  /** The workspace belongs to this organisation now. */
  | { readonly kind: "claimed"; readonly organisationId: string }
  /** It belongs to one already. */
  | { readonly kind: "already" }
  | { readonly kind: "wrong" }
  | { readonly kind: "too_many"; readonly until: Date };

/** An admin who enters a code in a workspace of theirs that nobody has claimed. */
export interface Claimer {
  readonly actor: AuditActor;
  readonly identity: CodeUser["identity"];
}

/** The port to joining what belongs together. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface Linking {
  /** A code that joins this account, or this organisation, with the one that enters it; earlier codes become invalid. */
  makeCode(user: CodeUser, purpose: CodePurpose): Promise<string>;
  /** Enters a code. The account or organisation that created it stays, and takes over everything of the other. */
  redeem(user: CodeUser, purpose: CodePurpose, code: string): Promise<Redeemed>;
  /** Takes this identity out of its account, into a new one with the same limits; undefined where it is the only one. */
  unlink(user: CodeUser): Promise<string | undefined>;
  /**
   * Enters the operator's code, which makes the workspace an organisation of its own; or, with the name of an organisation, that
   * organisation's code, which makes it part of that one. An unknown name is a wrong code.
   */
  claim(claimer: Claimer, code: string, organisation: string | undefined): Promise<Claimed>;
}
