import { defaultRangeExtractor, useVirtualizer, type Range, type Virtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { LogRow } from "./log-rows.ts";
import { isNewest, type Range as LoadedRange } from "./ranges.ts";
import { READER_SCROLLS, useKeptRow, type RowAlign } from "./use-kept-row.ts";

/** Closer to the end than this counts as being there, in pixels. */
const NEAR_END = 80;
/** Older messages are loaded this many pixels before the top is reached, and newer ones before the bottom. */
const NEAR_START = 400;
/** The estimated heights of unmeasured rows: a message of two lines, and one with a picture or a clip. */
const TEXT_ROW_PX = 64;
const FILES_ROW_PX = 420;
/** Rows that are rendered above and below those in view, so that fast scrolling shows no gaps. */
const ROWS_AROUND = 8;
/** The space above the first row, for the note about earlier messages, and below the last row. */
const SPACE_ABOVE_PX = 56;
const SPACE_BELOW_PX = 12;
/** The space below the last row when a note says that newer messages are loading. */
const SPACE_FOR_NEWER_PX = 56;

export interface LogWindow {
  readonly frameRef: RefObject<HTMLDivElement | null>;
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>;
  /** Whether a message has arrived while the reader was scrolled up. */
  readonly hasNews: boolean;
  /** Whether the newest loaded message is more than one view height away. */
  readonly isAway: boolean;
  readonly toEnd: () => void;
  /** Scrolls a row into the middle, or to the top. */
  readonly toRow: (index: number, align: RowAlign) => void;
}

/**
 * Renders only the rows near those in view, so that a long history costs no more than a short one. Keeps a reader at
 * the end if they are there, and otherwise where they are, even when older messages are inserted above. The row that last
 * had the focus stays rendered, so that scrolling neither loses the focus nor stops a clip.
 */
export function useLogWindow(what: {
  readonly rows: readonly LogRow[];
  /** The part of the log that the rows come from. */
  readonly range: LoadedRange | undefined;
  /** Whether the reader has just written the last message, and so wants to see it. */
  readonly lastIsOwn: boolean;
  readonly loadOlder: () => Promise<void>;
  readonly loadNewer: () => Promise<void>;
}): LogWindow {
  const { rows, range, lastIsOwn, loadOlder, loadNewer } = what;
  const isAtNewest = !range || isNewest(range);
  const frameRef = useRef<HTMLDivElement>(null);
  /** Whether the reader is, or wants to be, at the end. */
  const atEnd = useRef(true);
  const lastTop = useRef(0);
  /** Whether the rows have changed since the last frame, which can scroll the log without the reader. */
  const hasChanged = useRef(false);
  /** Whether the reader has scrolled, or moved the focus, since they were last seen near the end. */
  const hasMoved = useRef(false);
  const latest = useRef({ rows, isAtNewest, loadOlder, loadNewer });
  /** Follow new messages, but not those that load because the reader scrolls down. */
  const [follows, setFollows] = useState(isAtNewest);
  const [hasNews, setHasNews] = useState(false);
  const [isAway, setAway] = useState(false);
  const [focused, setFocused] = useState<string>();
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => frameRef.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    // An estimate that is too low would render many rows at once that are not in view.
    estimateSize: useCallback((index: number) => (hasFiles(rows[index]) ? FILES_ROW_PX : TEXT_ROW_PX), [rows]),
    overscan: ROWS_AROUND,
    rangeExtractor: useCallback(
      (inView: Range) => {
        const near = defaultRangeExtractor(inView);
        const held = focused === undefined ? -1 : rows.findIndex(({ key }) => key === focused);
        return held < 0 || near.includes(held) ? near : [...near, held].toSorted((one, other) => one - other);
      },
      [rows, focused],
    ),
    paddingStart: SPACE_ABOVE_PX,
    paddingEnd: isAtNewest ? SPACE_BELOW_PX : SPACE_FOR_NEWER_PX,
    anchorTo: "end",
    followOnAppend: follows && isAtNewest,
    scrollEndThreshold: NEAR_END,
  });
  const { toRow: scrollToRow, letGo } = useKeptRow({ rows, frameRef, virtualizer });
  const toEnd = useCallback(() => {
    letGo();
    virtualizer.scrollToEnd();
  }, [virtualizer, letGo]);
  const toRow = useCallback(
    (index: number, align: RowAlign) => {
      atEnd.current = false;
      scrollToRow(index, align);
    },
    [scrollToRow],
  );

  useEffect(() => {
    latest.current = { rows, isAtNewest, loadOlder, loadNewer };
  });
  useEffect(() => setFollows(isAtNewest), [isAtNewest]);

  useEffect(() => {
    const frame = frameRef.current;
    if (!frame) return undefined;
    const watch = (): void => {
      const isNear = belowOf(frame) < NEAR_END;
      // When results come and notices go, the log may move up by itself. Without that, somebody scrolled it, if only by a search
      // of the browser.
      const isMoved = hasMoved.current || (frame.scrollTop < lastTop.current && !hasChanged.current);
      if (isNear || isMoved) atEnd.current = isNear && latest.current.isAtNewest;
      lastTop.current = frame.scrollTop;
      if (isNear) {
        hasMoved.current = false;
        setHasNews(false);
      }
      setAway(belowOf(frame) > frame.clientHeight);
      if (frame.scrollTop < NEAR_START) void latest.current.loadOlder();
      if (belowOf(frame) < NEAR_START) void latest.current.loadNewer();
    };
    const move = (): void => {
      hasMoved.current = true;
    };
    const hold = ({ target }: FocusEvent): void => {
      move();
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
      if (row) setFocused(latest.current.rows[Number(row.dataset["index"])]?.key);
    };
    // A taller input leaves less room for the messages.
    const keep = new ResizeObserver(() => {
      if (atEnd.current) toEnd();
    });
    for (const kind of READER_SCROLLS) frame.addEventListener(kind, move, { passive: true });
    frame.addEventListener("scroll", watch, { passive: true });
    frame.addEventListener("focusin", hold);
    keep.observe(frame);
    return () => {
      for (const kind of READER_SCROLLS) frame.removeEventListener(kind, move);
      frame.removeEventListener("scroll", watch);
      frame.removeEventListener("focusin", hold);
      keep.disconnect();
    };
  }, [toEnd]);

  const isEmpty = rows.length === 0;
  useLayoutEffect(() => {
    if (!isEmpty) toEnd();
  }, [isEmpty, toEnd]);

  const height = virtualizer.getTotalSize();
  useEffect(() => {
    const frame = frameRef.current;
    // Without a scroll bar, no scroll event would load more.
    if (frame && !isEmpty && height < frame.clientHeight + NEAR_START) void latest.current.loadOlder();
    // Appending rows doesn't fire a scroll event either.
    if (frame && belowOf(frame) < NEAR_START) void latest.current.loadNewer();
  }, [isEmpty, height]);

  const last = rows.at(-1)?.key;
  const seen = useRef(rows);
  const seenRange = useRef(range);
  useLayoutEffect(() => {
    const before = seen.current;
    const rangeBefore = seenRange.current;
    seen.current = rows;
    seenRange.current = range;
    if (rangeBefore && range && rangeBefore.to !== range.to) {
      // Messages that the reader jumped or scrolled to are not news. On returning to the newest part, go to its end.
      if (isAtNewest && rangeBefore.to < range.from) toEnd();
      else if (!isAtNewest) atEnd.current = false;
      setHasNews(false);
      return;
    }
    const answer = newAnswer(before, rows);
    // The answer to the reader's own action must be visible.
    if (answer >= 0) {
      atEnd.current = false;
      virtualizer.scrollToIndex(answer, { align: "auto" });
    }
    if (!isAtNewest || before.at(-1)?.key === last) return;
    if (lastIsOwn) toEnd();
    // A removed last message doesn't make the previous one new.
    else if (!atEnd.current && before.length > 0 && !before.some(({ key }) => key === last)) setHasNews(true);
  }, [rows, range, isAtNewest, last, lastIsOwn, toEnd, virtualizer]);

  // Several rows that come and go at once leave the virtualizer somewhere in between.
  useLayoutEffect(() => {
    const frame = frameRef.current;
    hasChanged.current = true;
    // The scroll events of a change are dispatched before the next frame's callbacks.
    const settled = requestAnimationFrame(() => (hasChanged.current = false));
    if (frame && isAtNewest && atEnd.current && belowOf(frame) >= NEAR_END) toEnd();
    return () => cancelAnimationFrame(settled);
  }, [rows, height, isAtNewest, toEnd]);

  return { frameRef, virtualizer, hasNews, isAway, toEnd, toRow };
}

function hasFiles(row: LogRow | undefined): boolean {
  return row?.kind === "message" && row.message.files.length > 0;
}

/** The distance to the bottom, in pixels. */
function belowOf({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}

/** The row of an answer that has just arrived below an earlier message; -1 if there is none. */
function newAnswer(before: readonly LogRow[], rows: readonly LogRow[]): number {
  if (before.length === 0) return -1;
  const positionOf = (row: LogRow): number => (row.kind === "message" ? row.message.position : 0);
  const newest = before.reduce((highest, row) => Math.max(highest, positionOf(row)), 0);
  return rows.findIndex(
    (row) => row.kind === "message" && row.message.beside !== undefined && row.message.position > newest,
  );
}
