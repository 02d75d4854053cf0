import { isRecord } from "../kept-value.ts";
import { createRecords } from "../records.ts";
import type { FileShelf } from "./file-shelf-port.ts";

/** The files in a form, by field. */
type Files = Readonly<Record<string, readonly File[]>>;

/** A file of a form, by the id under which its bytes are kept. */
interface KeptFormFile {
  readonly field: string;
  readonly id: string;
  readonly name: string;
}

/** The files of a form after a reload. */
export interface RestoredFiles {
  readonly files: Files;
  readonly lost: readonly Pick<KeptFormFile, "field" | "name">[];
}

/** Keeps the files in forms across a reload. Forms are told apart by a key. */
export interface KeptFormFiles {
  readonly save: (key: string, files: Files) => void;
  readonly clear: () => void;
  /** The files that were kept when the page was loaded, by key. Undefined if there were none. */
  readonly restored: Promise<ReadonlyMap<string, RestoredFiles>> | undefined;
}

function isKeptFormFiles(value: unknown): value is readonly KeptFormFile[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one: unknown) =>
        isRecord(one) && [one["field"], one["id"], one["name"]].every((part) => typeof part === "string"),
    )
  );
}

export function createKeptFormFiles(storage: Storage, kept: FileShelf): KeptFormFiles {
  const records = createRecords(storage, "easel.form-files.", isKeptFormFiles);
  const ids = new WeakMap<File, string>();
  const saved = new Map<string, readonly KeptFormFile[]>(records.load());

  const idOf = (file: File): string => {
    const id = ids.get(file) ?? crypto.randomUUID();
    ids.set(file, id);
    return id;
  };
  const restore = async (before: readonly KeptFormFile[]): Promise<RestoredFiles> => {
    const found = await kept.find(before.map(({ id }) => id));
    const files: Record<string, File[]> = {};
    for (const { field, id } of before) {
      const file = found.get(id);
      if (!file) continue;
      ids.set(file, id);
      (files[field] ??= []).push(file);
    }
    return { files, lost: before.filter(({ id }) => !found.has(id)) };
  };
  const all = [...saved].map(async ([key, before]) => [key, await restore(before)] as const);

  return {
    save(key, files) {
      const before = saved.get(key) ?? [];
      const chosen = Object.entries(files).flatMap(([field, some]) => some.map((file) => ({ field, file })));
      if (before.length === 0 && chosen.length === 0) return;
      const now = chosen.map(({ field, file }) => ({ field, id: idOf(file), name: file.name }));
      saved.set(key, now);
      if (now.length === 0) records.drop(key);
      else records.save(key, now);
      for (const { file } of chosen) kept.keep(idOf(file), file);
      kept.drop(before.map(({ id }) => id).filter((id) => now.every((one) => one.id !== id)));
    },
    clear() {
      saved.clear();
      records.clear();
    },
    restored: all.length === 0 ? undefined : Promise.all(all).then((entries) => new Map(entries)),
  };
}
