/** Files that jobs refer to and that are downloaded while the jobs run. */
export interface PendingDownloads<Job> {
  /** Starts a job's downloads; returns immediately. */
  begin(job: Job): void;
  /** Resolves when no download is in progress. */
  settled(): Promise<void>;
}
