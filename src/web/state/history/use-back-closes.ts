import { useEffect, useRef } from "react";
import { currentEntry } from "./history-entry.ts";

/** An overlay with its own history entry. */
interface Over {
  readonly id: string;
  readonly close: () => void;
  isOpen: boolean;
}

/** All overlays, from bottom to top. */
const stack: Over[] = [];

/** Lets the browser's Back close the topmost overlay instead of leaving the page. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => (isOpen ? layOver(() => latest.current()) : undefined), [isOpen]);
}

/** Adds a history entry. Returns a function to call when the overlay has been closed. */
function layOver(close: () => void): () => void {
  const over = { id: crypto.randomUUID(), close, isOpen: true };
  stack.push(over);
  history.pushState({ ...currentEntry(), over: over.id }, "");
  // Adding the same function again has no effect.
  addEventListener("popstate", closeAbove);
  return () => {
    over.isOpen = false;
    // Leave several entries with one `history.go`: browsers may merge two consecutive steps.
    queueMicrotask(leaveClosed);
  };
}

/** Closes the overlays above the entry that the browser went to. */
function closeAbove(): void {
  const { over } = currentEntry();
  const at = stack.findIndex(({ id }) => id === over);
  for (const { isOpen, close } of stack.splice(at + 1)) if (isOpen) close();
}

/** Leaves the entries of overlays that were closed in another way, so that Back needs only one press. */
function leaveClosed(): void {
  const closed = stack.splice(stack.findLastIndex(({ isOpen }) => isOpen) + 1);
  const top = closed.at(-1);
  if (top && currentEntry().over === top.id) history.go(-closed.length);
}
