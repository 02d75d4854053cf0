import type { Conversation } from "../chat/conversation.ts";
import type { Service } from "../job/job.ts";

/** The port to organisations, accounts and credentials. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface AccountStore {
  /** The organisation of a workspace; undefined while nobody has claimed it. */
  organisationOf(conversation: Conversation): Promise<string | undefined>;
  /** Claims a workspace for the first organisation, which is made if there is none. Returns its id. */
  claimForFirst(platform: string, workspace: string): Promise<string>;
  /** The account behind an identity, made on first use. */
  accountOf(organisationId: string, identity: Identity): Promise<string>;
  /** Enters a key, or the same key again: it is then usable again, and has as many slots as it may have jobs at once. */
  enterCredential(credential: NewCredential): Promise<void>;
  /** Sets aside the organisation's keys that are not among these; what was created with them is still read with them. */
  setAsideOthers(organisationId: string, fingerprints: readonly string[]): Promise<void>;
  /** Is there a key for this service that the gateway has not refused? */
  hasCredential(organisationId: string, service: Service): Promise<boolean>;
  /** Is there a key that is neither refused nor resting? */
  hasFreshCredential(organisationId: string, service: Service): Promise<boolean>;
  /** The keys for this service that the gateway has not refused. */
  credentialsFor(organisationId: string, service: Service): Promise<readonly string[]>;
  sealedSecret(credentialId: string): Promise<{ organisationId: string; sealed: string } | undefined>;
  /** The gateway refused the key: it is used again only when someone enters it anew. */
  markInvalid(credentialId: string): Promise<void>;
  /** The key's cap or balance is used up: rest for that long. */
  rest(credentialId: string, ms: number): Promise<void>;
}

export interface Identity {
  readonly platform: string;
  readonly workspace: string;
  readonly userId: string;
  readonly displayName: string;
}

export interface NewCredential {
  readonly organisationId: string;
  readonly fingerprint: string;
  readonly sealedSecret: string;
  readonly services: readonly Service[];
  readonly concurrency: number;
}
