import type { PersonId } from "../../../platforms/console/api/people.ts";
import { createExternalStore, type ExternalStore } from "../external-store.ts";
import { isOptionalText, isRecord } from "../kept-value.ts";
import { createRecords } from "../records.ts";
import { releaseFile, type PendingFile } from "./pending-file.ts";

/** The message that a person is writing in a channel. */
export interface Draft {
  readonly text: string;
  readonly caret: number;
  /** Counts how often the page itself has set the text, so that the input moves the caret along. */
  readonly puts: number;
  /** The message being replied to. */
  readonly replyTo: string | undefined;
  readonly files: readonly PendingFile[];
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

/** All drafts. Texts survive a reload; files last as long as the page. */
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
  problem: undefined,
  recalled: undefined,
};

/** The part of a draft that survives a reload. */
type KeptDraft = Pick<Draft, "text"> & Partial<Pick<Draft, "replyTo">>;

function isKeptDraft(value: unknown): value is KeptDraft {
  return isRecord(value) && typeof value["text"] === "string" && isOptionalText(value["replyTo"]);
}

export function draftKey({ person, channel }: DraftPlace): string {
  return `${person} ${channel}`;
}

/** The draft under this key in the store's value. */
export function draftIn(all: Readonly<Record<string, Draft>>, key: string): Draft {
  return all[key] ?? EMPTY;
}

export function createDrafts(storage: Storage): Drafts {
  const records = createRecords(storage, "easel.draft.", isKeptDraft);
  const kept: Record<string, Draft> = {};
  for (const [key, { text, replyTo }] of records.load()) kept[key] = { ...EMPTY, text, caret: text.length, replyTo };
  const store = createExternalStore<Readonly<Record<string, Draft>>>(kept);

  const of = (place: DraftPlace): Draft => draftIn(store.get(), draftKey(place));
  const change = (place: DraftPlace, part: Partial<Draft>): void => {
    const key = draftKey(place);
    const before = of(place);
    const after = { ...before, ...part };
    store.update((all) => ({ ...all, [key]: after }));
    const { text, replyTo } = after;
    if (text === before.text && replyTo === before.replyTo) return;
    if (text === "" && replyTo === undefined) records.drop(key);
    else records.save(key, { text, ...(replyTo === undefined ? {} : { replyTo }) });
  };
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
      records.clear();
      store.update(() => ({}));
    },
  };
}
