/** State outside React: one value, replaced as a whole. */
export interface ExternalStore<T> {
  readonly get: () => T;
  readonly update: (change: (before: T) => T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createExternalStore<T>(initial: T): ExternalStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    update(change) {
      const next = change(value);
      if (next === value) return;
      value = next;
      for (const tell of listeners) tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
