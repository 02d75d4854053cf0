import { useCallback, useEffect, useState } from "react";
import { placeInAddress, type PagePlace } from "./session.ts";
import { pathOf } from "../../platforms/console/api/message-link.ts";

/**
 * The place in the URL, and a function to go elsewhere. Each visit is a new object, so that going to the same message
 * again scrolls to it again. The browser's back and forward work.
 */
export function usePlace(): [PagePlace, (channel: string, message?: string) => void] {
  const [place, setPlace] = useState(placeInAddress);
  useEffect(() => {
    const follow = (): void => setPlace((before) => samePlace(before, placeInAddress()));
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const go = useCallback((channel: string, message?: string) => {
    const path = pathOf(channel, message);
    if (path !== location.pathname) history.pushState(null, "", path);
    setPlace(placeInAddress());
  }, []);
  return [place, go];
}

/** Closing what lies over the page goes back in the history too, and is no visit. */
function samePlace(before: PagePlace, now: PagePlace): PagePlace {
  const isSame = before.channel === now.channel && before.message === now.message && before.isKnown === now.isKnown;
  return isSame ? before : now;
}
