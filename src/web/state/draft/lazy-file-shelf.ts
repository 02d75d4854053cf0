import { wait } from "../wait.ts";
import { FILE_RECORDS, type FileShelf } from "./file-shelf-port.ts";

/** The file shelf of the browser. Its code is loaded with the first file, or at the start if one may be kept. */
export function createLazyFileShelf(storage: Storage): FileShelf {
  let loading: Promise<FileShelf> | undefined;
  const loaded = (): Promise<FileShelf> => (loading ??= load(storage));
  const isEmpty = (): boolean => !loading && Object.keys(storage).every((name) => !name.startsWith(FILE_RECORDS));
  return {
    keep: (id, file) => void loaded().then((shelf) => shelf.keep(id, file)),
    drop: (ids) => void (ids.length === 0 || isEmpty() || loaded().then((shelf) => shelf.drop(ids))),
    find: async (ids) => (await loaded()).find(ids),
    dropOthers: () => void (isEmpty() || loaded().then((shelf) => shelf.dropOthers())),
    clear: async () => (isEmpty() ? undefined : (await loaded()).clear()),
  };
}

async function load(storage: Storage): Promise<FileShelf> {
  const [{ createFileShelf }, { createFileBytes }] = await Promise.all([
    import("./file-shelf.ts"),
    import("./file-bytes.ts"),
  ]);
  return createFileShelf({ storage, bytes: createFileBytes(), now: Date.now, sleep: wait });
}
