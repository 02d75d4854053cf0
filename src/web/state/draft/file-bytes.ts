import { clear, createStore, delMany, get, set } from "idb-keyval";
import type { FileBytes } from "./file-shelf.ts";

/** The browser's database of attached files. It is opened with the first file. */
export function createFileBytes(): FileBytes {
  const store = createStore("easel-files", "files");
  return {
    async put(id, file) {
      await set(id, file, store);
    },
    async get(id) {
      const file = await get<unknown>(id, store);
      return file instanceof File ? file : undefined;
    },
    async drop(ids) {
      await delMany([...ids], store);
    },
    async clear() {
      await clear(store);
    },
  };
}
