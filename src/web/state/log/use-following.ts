import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";

/** This close to the end counts as being there. */
const NEAR_END = 80;
/** Older messages are fetched this far before the beginning is reached. */
const NEAR_START = 400;

export interface Following {
  readonly frameRef: RefObject<HTMLDivElement | null>;
  readonly contentRef: RefObject<HTMLDivElement | null>;
  /** Whether a message arrived while the reader was further up. */
  readonly hasNews: boolean;
  readonly toEnd: () => void;
}

/**
 * Keeps a reader at the end if they are there, and everyone else where they are, even when older messages are inserted
 * above. `first` and `last` name the oldest and the newest message.
 */
export function useFollowing(what: {
  readonly first: string | undefined;
  readonly last: string | undefined;
  /** Whether the reader has just written the newest message, and so wants to see it. */
  readonly lastIsOwn: boolean;
  readonly loadOlder: () => Promise<void>;
}): Following {
  const { first, last, lastIsOwn, loadOlder } = what;
  const frameRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const seen = useRef(last);
  const fromEnd = useRef(0);
  const lastTop = useRef(0);
  const load = useRef(loadOlder);
  const [hasNews, setHasNews] = useState(false);

  const toEnd = useCallback(() => {
    const frame = frameRef.current;
    if (frame) frame.scrollTop = frame.scrollHeight;
  }, []);

  useEffect(() => {
    load.current = loadOlder;
  });

  useEffect(() => {
    const frame = frameRef.current;
    const content = contentRef.current;
    if (!frame || !content) return undefined;
    const measure = (): void => {
      fromEnd.current = frame.scrollHeight - frame.scrollTop;
      lastTop.current = frame.scrollTop;
    };
    const watch = (): void => {
      const isNear = frame.scrollHeight - frame.scrollTop - frame.clientHeight < NEAR_END;
      // If the reader is far from the end without having scrolled up, the content has grown.
      if (isNear || frame.scrollTop < lastTop.current) atEnd.current = isNear;
      if (isNear) setHasNews(false);
      measure();
      if (frame.scrollTop < NEAR_START) void load.current();
    };
    const keep = new ResizeObserver(() => {
      if (atEnd.current) toEnd();
      measure();
    });
    frame.addEventListener("scroll", watch, { passive: true });
    keep.observe(content);
    keep.observe(frame);
    return () => {
      frame.removeEventListener("scroll", watch);
      keep.disconnect();
    };
  }, [toEnd]);

  useLayoutEffect(() => {
    const frame = frameRef.current;
    if (!frame || first === undefined) return;
    if (!atEnd.current) frame.scrollTop = frame.scrollHeight - fromEnd.current;
    // Without a scroll bar, nothing would load more.
    if (frame.scrollHeight < frame.clientHeight + NEAR_START) void load.current();
  }, [first]);

  useLayoutEffect(() => {
    if (seen.current === last) return;
    seen.current = last;
    if (atEnd.current || lastIsOwn) toEnd();
    else setHasNews(true);
  }, [last, lastIsOwn, toEnd]);

  return { frameRef, contentRef, hasNews, toEnd };
}
