import type { AuditActor } from "./audit.ts";

/**
 * `busy`: the account has unfinished requests, so nothing was changed. `key`: nothing was changed either, because a configured
 * key is assigned to this account alone, and would then serve nobody or everybody. `gone`: there is no such account, or it was
 * forgotten before.
 */
export type Forgotten =
  | { readonly kind: "begun" }
  | { readonly kind: "busy"; readonly requests: number }
  | { readonly kind: "key"; readonly name: string }
  | { readonly kind: "gone" };

/** The port for forgetting a person. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface Forgetting {
  /**
   * Immediately deletes an account's identities, name, settings and keys. Workers then forget its requests and messages. Audited
   * without the name.
   */
  forget(organisationId: string, accountId: string, admin: AuditActor): Promise<Forgotten>;
}

/** A cursor in an account's requests. `at`: the time as the database writes it, to the microsecond. */
export interface RequestPlace {
  readonly id: string;
  readonly at: string;
}

/** The port for the worker that forgets. Every step is idempotent. */
export interface ForgettingStore {
  /** Accounts whose forgetting is unfinished. */
  open(): Promise<readonly string[]>;
  /** Whether this worker has the lease for forgetting. Takes the lease if it is free. */
  hold(workerId: string): Promise<boolean>;
  /** An account's finished requests that are not forgotten yet, oldest first, after a cursor. */
  requests(accountId: string, after: RequestPlace | undefined, limit: number): Promise<readonly RequestPlace[]>;
  /** Deletes a finished request's words and requester, and has its results removed from the platform. */
  forgetRequest(batchId: string): Promise<void>;
  /**
   * Deletes at most `limit` of an account's Console messages and of Easel's private answers to it. Keeps what the person writes
   * after they were forgotten. Returns the number deleted.
   */
  deleteMessages(accountId: string, limit: number): Promise<number>;
  /** Like `deleteMessages`, for files uploaded to the Console without a message. */
  deleteUploads(accountId: string, limit: number): Promise<number>;
  /**
   * Ends the forgetting if nothing is left and nothing more can arrive. Also deletes settings and keys added since it began.
   * Returns whether it ended.
   */
  finish(accountId: string): Promise<boolean>;
}
