import type { z } from "zod/mini";

/** Records of one kind in the browser's storage, one key each, so that tabs don't overwrite each other's. */
export interface Records<T> {
  readonly load: () => readonly (readonly [key: string, record: T])[];
  readonly save: (key: string, record: T) => void;
  readonly has: (key: string) => boolean;
  readonly drop: (key: string) => void;
  /** Removes all of them, those of other tabs too. */
  readonly clear: () => void;
}

/** Keeps records whose keys begin with `prefix`. What does not fit the schema is removed. */
export function createRecords<S extends z.ZodMiniType>(
  storage: Storage,
  prefix: string,
  schema: S,
): Records<z.output<S>> {
  const keys = (): string[] => Object.keys(storage).filter((name) => name.startsWith(prefix));
  return {
    load: () =>
      keys().flatMap((name) => {
        const parsed = schema.safeParse(parse(storage.getItem(name)));
        if (parsed.success) return [[name.slice(prefix.length), parsed.data] as const];
        storage.removeItem(name);
        return [];
      }),
    save(key, record) {
      try {
        storage.setItem(prefix + key, JSON.stringify(record));
      } catch {
        // If the storage is full or forbidden, the record just does not survive a reload.
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
