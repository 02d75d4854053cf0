import type { FoundResult, SearchPlace, SearchView } from "../../../platforms/console/api/search.ts";
import { createExternalStore, type ExternalStore } from "../external-store.ts";

/** How many results a search finds before it pauses. */
const ENOUGH = 20;
/** How many parts of the history a search covers before it pauses. Each request to the server covers one part. */
const MOST_PARTS = 10;

/** What to search for. */
export interface Searched {
  readonly words: string;
  readonly isStarred: boolean;
}

const NOTHING: Searched = { words: "", isStarred: false };

export interface SearchState {
  readonly found: readonly FoundResult[];
  /** `paused`: there may be more. */
  readonly phase: "running" | "paused" | "over" | "failed";
  /** How far back the search has come, in Unix milliseconds. Undefined at first, and once it is over. */
  readonly reached: number | undefined;
}

/** A search through a channel's results, newest first. */
export interface ChannelSearch {
  readonly store: ExternalStore<SearchState>;
  /** Starts a new search. `until`: leaves out later requests. */
  begin(what: Searched, until: SearchPlace["at"] | undefined): void;
  /** Searches further back, or repeats what failed. */
  goOn(): void;
  stop(): void;
}

/** @param ask searches one part of the history. */
export function createChannelSearch(
  ask: (what: Searched, from: Partial<SearchPlace>) => Promise<SearchView>,
): ChannelSearch {
  const store = createExternalStore<SearchState>({ found: [], phase: "running", reached: undefined });
  let current: { readonly what: Searched; from: Partial<SearchPlace> } = { what: NOTHING, from: {} };

  const run = async (search: typeof current): Promise<void> => {
    let { found } = store.get();
    const enough = found.length + ENOUGH;
    store.update((before) => ({ ...before, phase: "running" }));
    for (let part = 0; part < MOST_PARTS && found.length < enough; part++) {
      const view = await ask(search.what, search.from).catch(() => undefined);
      // Another search has started in the meantime.
      if (search !== current) return;
      if (!view) return store.update((before) => ({ ...before, phase: "failed" }));
      found = [...found, ...view.found];
      if (!view.next) return store.update(() => ({ found, phase: "over", reached: undefined }));
      search.from = view.next;
      const reached = Date.parse(view.next.at);
      store.update(() => ({ found, phase: "running", reached }));
    }
    store.update((before) => ({ ...before, phase: "paused" }));
  };

  return {
    store,
    begin(what, until) {
      current = { what, from: until === undefined ? {} : { at: until } };
      store.update(() => ({ found: [], phase: "running", reached: undefined }));
      void run(current);
    },
    goOn() {
      if (store.get().phase !== "running") void run(current);
    },
    stop() {
      current = { what: NOTHING, from: {} };
    },
  };
}

/** The end of a day as `<input type="date">` gives it, in the reader's time zone; undefined for no day. */
export function endOfDay(day: string): SearchPlace["at"] | undefined {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  const end = new Date(year, month - 1, date + 1);
  // ISO strings of years from 10000 on have another form.
  return year > 9998 || Number.isNaN(end.getTime()) ? undefined : end.toISOString().replace("Z", "000Z");
}
