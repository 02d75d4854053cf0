import { useEffect, useRef } from "react";

/** The state of the history's entry for what lies over the page. */
const OVER = "over";

/** Lets the browser's Back close what lies over the page, instead of leaving the page below. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    history.pushState(OVER, "");
    const leave = (): void => latest.current();
    addEventListener("popstate", leave);
    return () => {
      removeEventListener("popstate", leave);
      // It was closed in another way, so Back must not need a second press.
      if (history.state === OVER) history.back();
    };
  }, [isOpen]);
}
