import { useCallback, useEffect, useRef } from "react";
import { useConsole, useConsoleState } from "../console-context.ts";
import { dayOf } from "../moments.ts";
import { isBusy } from "../use-shortcut.ts";
import type { LogRow } from "./log-rows.ts";
import type { Viewed } from "./viewed.ts";

export interface LinkedMessage {
  /** The key of the row that the address links to. */
  readonly shown: string | undefined;
  /** The progress of the search for it. Undefined once it is found, or if the address names no message. */
  readonly search: Viewed["search"];
  /** Set if the reader asked for a day without messages: `found` is the day shown instead, if any. */
  readonly otherDay: { readonly asked: number; readonly found: number | undefined } | undefined;
  /** Takes the row that the address links to when it is rendered. */
  readonly reach: (row: HTMLElement) => void;
}

/** Scrolls to the message in the page's address once it is loaded, and moves the focus there. */
export function useLinkedMessage(what: {
  readonly rows: readonly LogRow[];
  readonly toRow: (index: number, align: "center" | "start") => void;
}): LinkedMessage {
  const { rows, toRow } = what;
  const { place } = useConsole();
  const { message, day } = place;
  const viewed = useConsoleState((state) => state.viewed);
  const index = message === undefined ? -1 : rows.findIndex(({ key }) => key === message);
  const row = rows[index];
  const found = row?.kind === "message" ? row.message.createdAt : undefined;
  const isOther = day !== undefined && (message === undefined || (found !== undefined && dayOf(found) !== dayOf(day)));
  const looked = useRef<typeof place>(undefined);

  useEffect(() => {
    if (index < 0 || looked.current === place) return;
    looked.current = place;
    // A day starts at the top of the view, unless a note would cover its first message.
    toRow(index, day === undefined || isOther ? "center" : "start");
  }, [place, day, isOther, index, toRow]);

  const reached = useRef<typeof place>(undefined);
  const reach = useCallback(
    (element: HTMLElement) => {
      if (reached.current === place) return;
      reached.current = place;
      // Move the focus there, unless the person is typing.
      if (!isBusy(document.activeElement)) element.focus({ preventScroll: true });
    },
    [place],
  );

  return {
    shown: message,
    search: viewed?.message === message && index < 0 ? viewed?.search : undefined,
    otherDay: isOther ? { asked: day, found } : undefined,
    reach,
  };
}
