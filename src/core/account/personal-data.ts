import type { AuditActor } from "./audit.ts";
import type { Identity } from "./account-store.ts";

/** The port to what Easel keeps about one person. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface PersonalData {
  /** The account of somebody who has one. Creates none. */
  accountOf(organisationId: string, identity: Omit<Identity, "displayName">): Promise<string | undefined>;
  /**
   * Allows one export of an account's data in an hour, by its person or an admin. Returns when the next is allowed if there was one.
   * `admin`: the admin who exports it, for the audit; undefined if the person does.
   */
  beginExport(organisationId: string, accountId: string, admin: AuditActor | undefined): Promise<Date | undefined>;
  /** Allows another export at once, because this one failed. */
  cancelExport(organisationId: string, accountId: string): Promise<void>;
  /**
   * What does not grow with each request: account, identities, groups, rules, quotas, keys without secrets, use by month.
   * `isOwn`: with presets and stars, which nobody else sees.
   */
  profile(organisationId: string, accountId: string, isOwn: boolean): Promise<Readonly<Record<string, unknown>>>;
  /** Requests and messages in the Console, newest first, those before a place in that order; at most `limit`. */
  history(
    organisationId: string,
    accountId: string,
    before: HistoryPlace,
    limit: number,
  ): Promise<readonly HistoryEntry[]>;
}

/** A place in the order of a history. `at`: a time as the database writes it, to the microsecond. */
export interface HistoryPlace {
  readonly at: string;
  /** Of entries of the same time; empty: before all of them. */
  readonly id: string;
}

/** A request or a message, as an export contains it. */
export interface HistoryEntry extends HistoryPlace {
  /** `encodeConversation`. */
  readonly conversation: string;
  /** Only its person sees it, also where others read the conversation. */
  readonly isPrivate: boolean;
  /** JSON. */
  readonly content: Readonly<Record<string, unknown>>;
}
