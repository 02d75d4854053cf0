/**
 * The kinds of rows that are deleted once they are old. `notes`: to admins, once they were posted or given up. `windows`,
 * `warnings` and `moneyWarnings`: of quotas, once the window has ended.
 */
export type Kept = "requests" | "messages" | "files" | "notes" | "windows" | "warnings" | "moneyWarnings" | "audit";

/** The port for deleting old rows. */
export interface RetentionStore {
  /** Whether this worker has the lease for deleting. Takes the lease if it is free. */
  hold(workerId: string): Promise<boolean>;
  /**
   * Deletes at most `limit` rows of a kind that are older than `before`, and returns how many. Skips rows that are being changed.
   */
  deleteOld(what: Kept, before: Date, limit: number): Promise<number>;
}
