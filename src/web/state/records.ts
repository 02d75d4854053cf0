/** Records of one kind in the browser's storage. Each has its own key, so that tabs don't overwrite each other's records. */
export interface Records<T> {
  readonly load: () => readonly (readonly [key: string, record: T])[];
  readonly save: (key: string, record: T) => void;
  readonly has: (key: string) => boolean;
  readonly drop: (key: string) => void;
  /** Removes all records, including those of other tabs. */
  readonly clear: () => void;
}

/** Keeps records under keys that begin with `prefix`. Removes stored values that are not valid records. */
export function createRecords<T>(
  storage: Storage,
  prefix: string,
  isRecord: (value: unknown) => value is T,
): Records<T> {
  const keys = (): string[] => Object.keys(storage).filter((name) => name.startsWith(prefix));
  return {
    load: () =>
      keys().flatMap((name) => {
        const record = parse(storage.getItem(name));
        if (isRecord(record)) return [[name.slice(prefix.length), record] as const];
        storage.removeItem(name);
        return [];
      }),
    save(key, record) {
      try {
        storage.setItem(prefix + key, JSON.stringify(record));
      } catch {
        // If the storage is full or blocked, the record does not survive a reload.
      }
    },
    has: (key) => storage.getItem(prefix + key) !== null,
    drop: (key) => storage.removeItem(prefix + key),
    clear() {
      for (const name of keys()) storage.removeItem(name);
    },
  };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
