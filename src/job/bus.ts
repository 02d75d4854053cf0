import type { RemoteSnapshot } from "./remote.ts";

/** News of one job that is not worth a write: where it is in the queue, how far it is. */
export interface JobProgress {
  readonly jobId: string;
  readonly batchId: string;
  readonly snapshot: RemoteSnapshot;
}

/** What happens in this process, for whoever shows it. Listeners must return at once; what they throw is theirs. */
export interface Bus {
  publish(progress: JobProgress): void;
  subscribe(listener: (progress: JobProgress) => void): () => void;
}

export function createBus(): Bus {
  const listeners = new Set<(progress: JobProgress) => void>();
  return {
    publish(progress) {
      for (const listener of listeners) listener(progress);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
