import { useEffect, useMemo } from "react";
import type { Searched } from "../api-client.ts";
import { useConsole, useStore } from "../context.ts";
import { createChannelSearch, endOfDay, type SearchState } from "./channel-search.ts";

/** How long after the last key a search begins, in milliseconds. */
const REST_MS = 250;

/** Searches the open channel again whenever the words, the star or the day change. `goOn` searches further back. */
export function useSearch({ words, isStarred }: Searched, until: string): SearchState & { readonly goOn: () => void } {
  const { api, channel, person } = useConsole();
  const search = useMemo(
    () => createChannelSearch((what, from) => api.search(channel, person, { ...what, ...from })),
    [api, channel, person],
  );
  useEffect(() => {
    const timer = setTimeout(() => search.begin({ words, isStarred }, endOfDay(until)), REST_MS);
    return () => clearTimeout(timer);
  }, [search, words, isStarred, until]);
  useEffect(() => () => search.stop(), [search]);
  return { ...useStore(search.store, (state) => state), goOn: () => search.goOn() };
}
