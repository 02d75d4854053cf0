/** A browser's storage: its keys are its own properties. */
export function createBrowserStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods);
}

/** The contents of a storage, by key. */
export function storedIn(storage: Storage): Record<string, string | null> {
  return Object.fromEntries(Object.keys(storage).map((key) => [key, storage.getItem(key)]));
}
