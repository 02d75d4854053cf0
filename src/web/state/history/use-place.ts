import { useCallback, useEffect, useState } from "react";
import { pathOf, placeInPath } from "../../../platforms/console/api/message-link.ts";
import { FIRST_CHANNELS } from "../../../platforms/console/api/people.ts";
import { currentEntry } from "./history-entry.ts";

/** The place that the page's address names. */
export interface PagePlace {
  readonly channel: string;
  /** The message to show: the one in the address, or the one whose link was followed from here. */
  readonly message: string | undefined;
  /** Midnight of the day that the reader asked for, in Unix milliseconds. */
  readonly day?: number | undefined;
  /** False for an unknown address. */
  readonly isKnown: boolean;
}

/** What to show of a channel. */
export interface Destination {
  readonly message?: string | undefined;
  /** The message with the link, to which Back returns. */
  readonly from?: string | undefined;
  /** Midnight of the day to show, starting with the message, in Unix milliseconds. */
  readonly day?: number | undefined;
}

/**
 * The place in the URL, and a function to go elsewhere. Each visit is a new object, so that going to the same message
 * again scrolls to it again. The browser's back and forward work.
 */
export function usePlace(): [PagePlace, (channel: string, to?: Destination) => void] {
  const [place, setPlace] = useState(placeInAddress);
  useEffect(() => {
    const follow = (): void => setPlace((before) => samePlace(before, placeInAddress()));
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const go = useCallback((channel: string, { message, from, day }: Destination = {}) => {
    const path = pathOf(channel, message);
    // Navigating from an overlay, such as a list, closes it and reuses its entry.
    if (path === location.pathname || currentEntry().over !== undefined) history.replaceState(null, "", path);
    else {
      if (from !== undefined) history.replaceState({ from }, "");
      history.pushState(null, "", path);
    }
    setPlace({ ...placeInAddress(), day });
  }, []);
  return [place, go];
}

function placeInAddress(): PagePlace {
  const place = placeInPath(location.pathname);
  const isKnown = place !== undefined || location.pathname === "/";
  const message = place?.id ?? currentEntry().from;
  return { channel: place?.channel ?? FIRST_CHANNELS[0], message, isKnown };
}

/** Closing an overlay also goes back in the history, but is not a visit. */
function samePlace(before: PagePlace, now: PagePlace): PagePlace {
  const isSame = before.channel === now.channel && before.message === now.message && before.isKnown === now.isKnown;
  return isSame ? before : now;
}
