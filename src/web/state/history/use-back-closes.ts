import { useEffect, useRef } from "react";
import { currentEntry } from "./entry.ts";

/** Something that lies over the page, and has an entry of its own in the browser's history. */
interface Over {
  readonly id: string;
  readonly close: () => void;
  isOpen: boolean;
}

/** All of them, from the bottom to the top. */
const stack: Over[] = [];

/** Lets the browser's Back close what lies over the page, from the top, instead of leaving the page below. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => (isOpen ? layOver(() => latest.current()) : undefined), [isOpen]);
}

/** Adds an entry to the history. Returns a function to call when what lies over the page has been closed. */
function layOver(close: () => void): () => void {
  const over = { id: crypto.randomUUID(), close, isOpen: true };
  stack.push(over);
  history.pushState({ ...currentEntry(), over: over.id }, "");
  // The same function is added only once.
  addEventListener("popstate", closeAbove);
  return () => {
    over.isOpen = false;
    // What is closed together is left together: a browser may take two steps at once for one.
    queueMicrotask(leaveClosed);
  };
}

/** Closes what lies above the entry that the browser went to. */
function closeAbove(): void {
  const { over } = currentEntry();
  const at = stack.findIndex(({ id }) => id === over);
  for (const { isOpen, close } of stack.splice(at + 1)) if (isOpen) close();
}

/** Leaves the entries of what was closed in another way, so that Back doesn't need a second press. */
function leaveClosed(): void {
  const closed = stack.splice(stack.findLastIndex(({ isOpen }) => isOpen) + 1);
  const top = closed.at(-1);
  if (top && currentEntry().over === top.id) history.go(-closed.length);
}
