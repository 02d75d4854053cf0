import type { RemoteSnapshot } from "./remote.ts";

/** News of one job that is not worth a write: where it is in the queue, how far it is. */
export interface JobProgress {
  readonly jobId: string;
  readonly batchId: string;
  readonly snapshot: RemoteSnapshot;
}

/** What happens here, for whoever shows it. Listeners must return at once; what they throw is theirs. */
export interface Bus {
  publish(progress: JobProgress): void;
  /** A listener says whether it shows it. What nobody here shows is told to the other processes. */
  subscribe(listener: (progress: JobProgress) => boolean): () => void;
  /** Another process told it. */
  heard(progress: JobProgress): void;
}

/** `tellOthers` must return at once. */
export function createBus(tellOthers: (progress: JobProgress) => void): Bus {
  const listeners = new Set<(progress: JobProgress) => boolean>();
  const show = (progress: JobProgress): boolean => {
    let shown = false;
    for (const listener of listeners) shown = listener(progress) || shown;
    return shown;
  };
  return {
    publish(progress) {
      if (!show(progress)) tellOthers(progress);
    },
    heard: (progress) => void show(progress),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
