import type { AuditActor } from "./audit.ts";
import type { Identity } from "./account-store.ts";

/** The port to what Easel keeps about one person. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface PersonalData {
  /** The account of an identity. Never creates one. */
  accountOf(organisationId: string, identity: Omit<Identity, "displayName">): Promise<string | undefined>;
  /**
   * Begins an export of an account's data. Only one an hour is allowed, by its person or an admin: if there was one, returns when
   * the next is allowed. `admin`: the admin who exports it, for the audit; undefined if the person does.
   */
  beginExport(organisationId: string, accountId: string, admin: AuditActor | undefined): Promise<Date | undefined>;
  /** Allows another export immediately, because this one failed. */
  cancelExport(organisationId: string, accountId: string): Promise<void>;
  /**
   * The data that doesn't grow with each request: account, identities, groups, rules, quotas, keys without secrets, use by month.
   * `isOwn`: includes presets and stars, which nobody else sees.
   */
  profile(organisationId: string, accountId: string, isOwn: boolean): Promise<Readonly<Record<string, unknown>>>;
  /** Requests and Console messages before a cursor, newest first; at most `limit`. */
  history(
    organisationId: string,
    accountId: string,
    before: HistoryPlace,
    limit: number,
  ): Promise<readonly HistoryEntry[]>;
}

/** A cursor in a history. `at`: the time as the database writes it, to the microsecond. */
export interface HistoryPlace {
  readonly at: string;
  /** Orders entries with the same time. Empty: before all of them. */
  readonly id: string;
}

/** A request or a message, as an export contains it. */
export interface HistoryEntry extends HistoryPlace {
  /** `encodeConversation`. */
  readonly conversation: string;
  /** Only its person sees it, even if others read the conversation. */
  readonly isPrivate: boolean;
  /** JSON. */
  readonly content: Readonly<Record<string, unknown>>;
}
