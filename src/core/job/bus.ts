import type { RemoteSnapshot } from "./remote.ts";

/** News of one job that is not worth a write: where it is in the queue, how far it is. */
export interface JobProgress {
  readonly jobId: string;
  readonly batchId: string;
  readonly snapshot: RemoteSnapshot;
}

/** `isHeard`: it did not happen here just now, but was told to all processes. */
type Listener = (progress: JobProgress, isHeard: boolean) => boolean;

/** Events for listeners. Listeners must return at once; their errors are their own. */
export interface Bus {
  publish(progress: JobProgress): void;
  /** A listener says whether it shows it. What nobody here shows is told to the other processes. */
  subscribe(listener: Listener): () => void;
  /** Another process told it, or this one did and hears itself. */
  heard(progress: JobProgress): void;
}

/** `tellOthers` must return at once. */
export function createBus(tellOthers: (progress: JobProgress) => void): Bus {
  const listeners = new Set<Listener>();
  const show = (progress: JobProgress, isHeard: boolean): boolean => {
    let shown = false;
    for (const listener of listeners) shown = listener(progress, isHeard) || shown;
    return shown;
  };
  return {
    publish(progress) {
      if (!show(progress, false)) tellOthers(progress);
    },
    heard: (progress) => void show(progress, true),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
