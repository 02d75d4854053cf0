import type { RemoteSnapshot } from "./remote.ts";

/** A job's transient progress, which is not worth a write: its place in the queue, its percentage. */
export interface JobProgress {
  readonly jobId: string;
  readonly batchId: string;
  readonly snapshot: RemoteSnapshot;
}

/** `isHeard`: it came from the broadcast to all processes instead of from this process. */
type Listener = (progress: JobProgress, isHeard: boolean) => boolean;

/** Distributes progress. Listeners must return immediately and handle their own errors. */
export interface Bus {
  publish(progress: JobProgress): void;
  /** A listener returns whether it shows the progress. Progress that no listener shows is broadcast to other processes. */
  subscribe(listener: Listener): () => void;
  /** Delivers progress from the broadcast, which this process may have sent itself. */
  heard(progress: JobProgress): void;
}

/** `tellOthers` must return immediately. */
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
