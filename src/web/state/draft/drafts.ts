import type { PersonId } from "../../../platforms/console/api/people.ts";
import { createExternalStore, type ExternalStore } from "../external-store.ts";
import { isOptionalText, isRecord } from "../kept-value.ts";
import { createRecords } from "../records.ts";
import type { FileShelf } from "./file-shelf-port.ts";
import { pendingFile, releaseFile, type PendingFile } from "./pending-file.ts";

/** The message that a person is writing in a channel. */
export interface Draft {
  readonly text: string;
  readonly caret: number;
  /** Counts how often the page itself has set the text, so that the input moves the caret along. */
  readonly puts: number;
  /** The message being replied to. */
  readonly replyTo: string | undefined;
  readonly files: readonly PendingFile[];
  /** Its files are still being read, shortly after a reload. */
  readonly isRestoring: boolean;
  /** Why the last file was not accepted. */
  readonly problem: string | undefined;
  /** Set while the text is an earlier message that was brought back. */
  readonly recalled: Recalled | undefined;
}

/** An earlier message in the input. */
export interface Recalled {
  /** Its index among the earlier messages; 0 is the newest. */
  readonly index: number;
  readonly text: string;
  /** The text that it replaced. */
  readonly instead: string;
}

export interface DraftPlace {
  readonly person: PersonId;
  readonly channel: string;
}

/** All drafts. They survive a reload, with their files as far as those could be kept. */
export interface Drafts {
  readonly store: ExternalStore<Readonly<Record<string, Draft>>>;
  of(place: DraftPlace): Draft;
  change(place: DraftPlace, part: Partial<Draft>): void;
  /** Sets the text, with the caret at its end unless `caret` says otherwise. */
  put(place: DraftPlace, text: string, part?: Partial<Draft>): void;
  /** Empties a draft and releases its files. */
  clear(place: DraftPlace): void;
  /** Removes all drafts, including those of other tabs. */
  clearAll(): void;
}

const EMPTY: Draft = {
  text: "",
  caret: 0,
  puts: 0,
  replyTo: undefined,
  files: [],
  isRestoring: false,
  problem: undefined,
  recalled: undefined,
};

/** The part of a draft that survives a reload. The bytes of its files are kept elsewhere. */
type KeptDraft = Pick<Draft, "text"> & Partial<Pick<Draft, "replyTo">> & { readonly files?: readonly NamedFile[] };

interface NamedFile {
  readonly id: string;
  readonly name: string;
}

function isKeptDraft(value: unknown): value is KeptDraft {
  if (!isRecord(value) || typeof value["text"] !== "string" || !isOptionalText(value["replyTo"])) return false;
  const { files = [] } = value;
  return Array.isArray(files) && files.every(isNamedFile);
}

function isNamedFile(value: unknown): value is NamedFile {
  return isRecord(value) && typeof value["id"] === "string" && typeof value["name"] === "string";
}

export function draftKey({ person, channel }: DraftPlace): string {
  return `${person} ${channel}`;
}

/** The draft under this key in the store's value. */
export function draftIn(all: Readonly<Record<string, Draft>>, key: string): Draft {
  return all[key] ?? EMPTY;
}

/** `sayLost` describes the files that could not be kept, by their names, so that the person attaches them again. */
export function createDrafts(
  storage: Storage,
  fileShelf: FileShelf,
  sayLost: (names: readonly string[]) => string,
): Drafts {
  const records = createRecords(storage, "easel.draft.", isKeptDraft);
  const kept: Record<string, Draft> = {};
  const restoring = new Map<string, readonly NamedFile[]>();
  for (const [key, { text, replyTo, files = [] }] of records.load()) {
    const isRestoring = files.length > 0;
    kept[key] = { ...EMPTY, text, caret: text.length, replyTo, isRestoring };
    if (isRestoring) restoring.set(key, files);
  }
  const store = createExternalStore<Readonly<Record<string, Draft>>>(kept);

  const of = (place: DraftPlace): Draft => draftIn(store.get(), draftKey(place));
  const changeAt = (key: string, part: Partial<Draft>): void => {
    const before = draftIn(store.get(), key);
    const after = { ...before, ...part };
    store.update((all) => ({ ...all, [key]: after }));
    const { text, replyTo, files } = after;
    if (text === before.text && replyTo === before.replyTo && files === before.files) return;
    const named = [...(restoring.get(key) ?? []), ...files.map(({ id, file }) => ({ id, name: file.name }))];
    if (text === "" && replyTo === undefined && named.length === 0) records.drop(key);
    else {
      const rest = { ...(replyTo === undefined ? {} : { replyTo }), ...(named.length === 0 ? {} : { files: named }) };
      records.save(key, { text, ...rest });
    }
    if (files === before.files) return;
    for (const { id, file } of files) fileShelf.keep(id, file);
    fileShelf.drop(before.files.map(({ id }) => id).filter((id) => files.every((file) => file.id !== id)));
  };
  const change = (place: DraftPlace, part: Partial<Draft>): void => changeAt(draftKey(place), part);

  const restore = async (key: string, named: readonly NamedFile[]): Promise<void> => {
    const found = await fileShelf.find(named.map(({ id }) => id));
    // After a log-out, there is nothing to restore.
    if (restoring.get(key) !== named) return;
    restoring.delete(key);
    const before = draftIn(store.get(), key);
    const files = named.flatMap(({ id }) => {
      const file = found.get(id);
      return file ? [pendingFile(file, id)] : [];
    });
    const lost = named.flatMap(({ id, name }) => (found.has(id) ? [] : [name]));
    changeAt(key, {
      files: [...files, ...before.files],
      isRestoring: false,
      ...(lost.length === 0 ? {} : { problem: sayLost(lost) }),
    });
  };
  for (const [key, named] of restoring) void restore(key, named);

  return {
    store,
    of,
    change,
    put: (place, text, part = {}) =>
      change(place, { caret: text.length, recalled: undefined, ...part, text, puts: of(place).puts + 1 }),
    clear(place) {
      const { files, puts } = of(place);
      files.forEach(releaseFile);
      change(place, { ...EMPTY, puts: puts + 1 });
    },
    clearAll() {
      restoring.clear();
      records.clear();
      store.update(() => ({}));
    },
  };
}
