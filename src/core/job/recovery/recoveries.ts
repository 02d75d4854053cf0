import type { Locale } from "../../../lib/locale.ts";
import type { Change } from "../../account/policy/policy-store.ts";
import type { FailedRequest, RecoveryChoice, RecoveryItem, RecoveryKind, RecoverySums } from "./plan.ts";

/** How long an admin may confirm a recovery; afterwards its numbers are out of date. */
export const RECOVERY_ASKED_MS = 3_600_000;

/**
 * The outcome of one request of a retry: it was repeated, or why not. `again`: it had already been repeated. `barred`: a rule or
 * a pause forbids it now. `no_key`: no key serves it. `failed`: it could not be repeated, for example because it was deleted.
 */
export const RETRY_OUTCOMES = [
  "retried",
  "again",
  "over_quota",
  "no_price",
  "too_many_waiting",
  "barred",
  "no_key",
  "left",
  "files_gone",
  "failed",
] as const;
export type RetryOutcome = (typeof RETRY_OUTCOMES)[number];

/** What failed in an organisation since some time. */
export interface Failures {
  /** Oldest first. */
  readonly requests: readonly FailedRequest[];
  /** Jobs whose outcome is still open, because the gateway never answered their create. They are not in `requests`. */
  readonly open: number;
  /** There are more requests. */
  readonly isCut: boolean;
}

/** A recovery that an admin is asked to confirm. */
export interface NewRecovery {
  readonly id: string;
  readonly organisationId: string;
  readonly kind: RecoveryKind;
  /** How far back it looks. */
  readonly hours: number;
  readonly choice: RecoveryChoice;
  readonly items: readonly RecoveryItem[];
  readonly sums: RecoverySums;
  /** The admin's language. */
  readonly locale: Locale;
}

/** A confirmed recovery and its progress. */
export interface RecoveryState {
  readonly kind: RecoveryKind;
  /** What an admin confirmed; for a refund, what was refunded. */
  readonly sums: RecoverySums;
  /** How many requests ended in each way. Empty for a refund. */
  readonly outcomes: Readonly<Partial<Record<RetryOutcome, number>>>;
  readonly isDone: boolean;
  readonly confirmedAt: Date;
}

/** `begun` for the first confirmation only. `sums`: what is refunded, or what will be retried. */
export type Confirmed =
  | {
      readonly kind: "begun" | "already";
      readonly of: RecoveryKind;
      readonly sums: RecoverySums;
      readonly hours: number;
      readonly choice: RecoveryChoice;
    }
  | { readonly kind: "gone" };

/** The port to recoveries, for the commands. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface Recoveries {
  /** What failed in the last hours. */
  failures(organisationId: string, hours: number): Promise<Failures>;
  /** Stores a recovery until an admin confirms it. An existing one stays as it is. */
  ask(recovery: NewRecovery): Promise<void>;
  /**
   * Confirms a recovery of the organisation, once, with one audit entry. A refund happens in the same transaction; a retry
   * becomes due.
   */
  confirm(change: Change, id: string): Promise<Confirmed>;
  /** The confirmed ones, newest first. */
  latest(organisationId: string, limit: number): Promise<readonly RecoveryState[]>;
}

/** A request of a confirmed retry that is not settled yet. */
export interface DueRetry extends RecoveryItem {
  readonly recoveryId: string;
  readonly confirmedAt: Date;
}

/** A retry whose last request was settled. */
export type EndedRetry = Pick<RecoveryState, "sums" | "outcomes"> & { readonly locale: Locale };

/** The port for the worker that retries. Every step is idempotent. */
export interface RetryStore {
  /** Unsettled requests of confirmed retries: those due longest first, then in the order of confirmation. */
  due(limit: number): Promise<readonly DueRetry[]>;
  /** Whether this worker has the lease for retrying. Takes the lease if it is free. */
  hold(workerId: string): Promise<boolean>;
  /** Whether the request was already repeated: by this recovery (`ours`), or otherwise (`other`). */
  repeated(item: DueRetry): Promise<"ours" | "other" | undefined>;
  /** Leaves a request for later. */
  postpone(item: DueRetry): Promise<void>;
  /** Stores the outcome of a request. After the last one, admins get a note with this text. */
  settle(item: DueRetry, outcome: RetryOutcome, textOf: (ended: EndedRetry) => string): Promise<void>;
}

/** The event key of a recovery's retry of a request, the same for every attempt. */
export function retryKey({ recoveryId, batchId }: Pick<DueRetry, "recoveryId" | "batchId">): string {
  return `recovery:${recoveryId}:${batchId}`;
}

/** Whether a request was made by a recovery. */
export function isRetry(eventKey: string): boolean {
  return eventKey.startsWith("recovery:");
}
