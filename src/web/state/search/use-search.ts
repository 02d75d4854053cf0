import { useEffect, useMemo, useState } from "react";
import type { Searched } from "../api-client.ts";
import { useConsole, useStore } from "../context.ts";
import { createChannelSearch, endOfDay, type SearchState } from "./channel-search.ts";

/** How long after the last key a search begins, in milliseconds. */
const REST_MS = 250;

interface FoundBySearch extends SearchState {
  /** Whether these words are being searched for, or have been: a search begins a moment after the last key. */
  readonly isBegun: boolean;
  readonly goOn: () => void;
}

/**
 * Searches the open channel again whenever the words, the star or the day change. `goOn` searches further back. Nothing is searched for
 * while `isOff`.
 */
export function useSearch({ words, isStarred }: Searched, until: string, isOff = false): FoundBySearch {
  const { api, channel, person } = useConsole();
  const search = useMemo(
    () => createChannelSearch((what, from) => api.search(channel, person, { ...what, ...from })),
    [api, channel, person],
  );
  const [begun, setBegun] = useState<string>();
  useEffect(() => {
    if (isOff) return undefined;
    const timer = setTimeout(() => {
      search.begin({ words, isStarred }, endOfDay(until));
      setBegun(words);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [search, words, isStarred, until, isOff]);
  useEffect(() => () => search.stop(), [search]);
  return { ...useStore(search.store, (state) => state), isBegun: begun === words, goOn: () => search.goOn() };
}
