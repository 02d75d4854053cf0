import { useEffect, useMemo, useState } from "react";
import type { SearchView } from "../../../platforms/console/api/search.ts";
import { useConsole, useStore } from "../console-context.ts";
import { createChannelSearch, endOfDay, type Searched, type SearchState } from "./channel-search.ts";

/** The pause in typing after which a search begins, in milliseconds. */
const REST_MS = 250;

interface FoundBySearch extends SearchState {
  /** Whether the search for these words has begun. It begins after a pause in typing. */
  readonly isBegun: boolean;
  readonly goOn: () => void;
}

/**
 * Searches the open channel again whenever the words, the star or the day change. `goOn` searches further back. Doesn't search
 * while `isOff`.
 */
export function useSearch({ words, isStarred }: Searched, until: string, isOff = false): FoundBySearch {
  const { api, channel, person } = useConsole();
  const search = useMemo(
    () =>
      createChannelSearch((what, from) => {
        const starred = what.isStarred ? { starred: "yes" } : {};
        const query = new URLSearchParams({ as: person, words: what.words, ...from, ...starred });
        return api.get<typeof SearchView>(`/api/channels/${encodeURIComponent(channel)}/results?${query.toString()}`);
      }),
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
