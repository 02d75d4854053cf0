import { useCallback, useEffect, useState } from "react";
import { addressOf, channelInAddress } from "./session.ts";

/** The channel in the URL, and a function to change it. The browser's back and forward work. */
export function useChannel(): [string, (channel: string) => void] {
  const [channel, setChannel] = useState(channelInAddress);
  useEffect(() => {
    const follow = (): void => setChannel(channelInAddress());
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const go = useCallback((next: string) => {
    if (addressOf(next) !== location.pathname) history.pushState(null, "", addressOf(next));
    setChannel(next);
  }, []);
  return [channel, go];
}
