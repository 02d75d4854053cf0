/** Wakes waiters after changes that no timer predicts: a cancellation, a jump of the clock, a reset. */
export interface WakeList {
  /** Calls back on every change of that job; returns a function that stops it. */
  onChange(jobId: string, wake: () => void): () => void;
  changed(jobId: string): void;
  allChanged(): void;
}

export function createWakeList(): WakeList {
  const waiting = new Map<string, Set<() => void>>();
  return {
    onChange(jobId, wake) {
      const group = waiting.get(jobId) ?? new Set();
      group.add(wake);
      waiting.set(jobId, group);
      return () => {
        group.delete(wake);
        if (group.size === 0 && waiting.get(jobId) === group) waiting.delete(jobId);
      };
    },
    changed(jobId) {
      for (const wake of waiting.get(jobId) ?? []) wake();
    },
    allChanged() {
      for (const group of waiting.values()) for (const wake of group) wake();
    },
  };
}
