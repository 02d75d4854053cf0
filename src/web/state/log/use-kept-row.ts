import type { Virtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import type { LogRow } from "./log-rows.ts";

export type RowAlign = "center" | "start";

/** Events that mean that the reader scrolls: by the wheel, a finger, the scroll bar or the keyboard. */
export const READER_SCROLLS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Scrolls to a row, and keeps it in view while rows are inserted above it, until the reader scrolls. The virtualizer takes some frames to settle, and knows
 * the row by its index only, so it would end at another row.
 */
export function useKeptRow(what: {
  readonly rows: readonly LogRow[];
  readonly frameRef: RefObject<HTMLDivElement | null>;
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>;
}): { readonly toRow: (index: number, align: RowAlign) => void; readonly letGo: () => void } {
  const { rows, frameRef, virtualizer } = what;
  const kept = useRef<{ readonly key: string | undefined; readonly index: number; readonly align: RowAlign }>(
    undefined,
  );
  const latest = useRef(rows);
  const letGo = useCallback(() => (kept.current = undefined), []);
  const toRow = useCallback(
    (index: number, align: RowAlign) => {
      kept.current = { key: latest.current[index]?.key, index, align };
      virtualizer.scrollToIndex(index, { align });
    },
    [virtualizer],
  );

  useEffect(() => {
    const frame = frameRef.current;
    for (const kind of READER_SCROLLS) frame?.addEventListener(kind, letGo, { passive: true });
    return () => {
      for (const kind of READER_SCROLLS) frame?.removeEventListener(kind, letGo);
    };
  }, [frameRef, letGo]);

  useLayoutEffect(() => {
    latest.current = rows;
    if (!kept.current) return;
    const { key, align } = kept.current;
    const index = rows.findIndex((row) => row.key === key);
    if (index >= 0 && index !== kept.current.index) toRow(index, align);
  }, [rows, toRow]);

  return { toRow, letGo };
}
