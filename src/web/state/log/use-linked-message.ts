import { useCallback, useEffect, useRef, useState } from "react";
import type { ChannelLog } from "./channel-log.ts";
import { useConsole } from "../context.ts";
import { isBusy } from "../use-shortcut.ts";
import type { LogRow } from "./log-rows.ts";

/** Pages of history that are loaded to find a linked message: at most two thousand messages. */
const MOST_PAGES = 40;

export interface LinkedMessage {
  /** The key of the row that the address links to. */
  readonly shown: string | undefined;
  /** How the search for it goes. Undefined once it has been found, or if the address links to none. */
  readonly search: "running" | "gone" | "too_far" | undefined;
  /** Takes the row that the address links to when it is rendered. */
  readonly reach: (row: HTMLElement) => void;
}

/** Scrolls to the message in the page's address, moves the focus there, and loads history until it is there. */
export function useLinkedMessage(what: {
  readonly rows: readonly LogRow[];
  readonly log: ChannelLog;
  readonly toRow: (index: number) => void;
}): LinkedMessage {
  const { rows, log, toRow } = what;
  const { place, client } = useConsole();
  const { channel, message } = place;
  const looked = useRef({ at: place, pages: 0, isOver: false });
  const [state, setState] = useState<{ readonly at: typeof place; readonly search: LinkedMessage["search"] }>();

  useEffect(() => {
    if (looked.current.at !== place) looked.current = { at: place, pages: 0, isOver: false };
    const now = looked.current;
    if (message === undefined || log.from === undefined || now.isOver) return;
    const end = (search: LinkedMessage["search"]): void => {
      now.isOver = true;
      setState({ at: place, search });
    };
    const index = rows.findIndex((row) => row.key === message);
    if (index >= 0) {
      end(undefined);
      toRow(index);
    } else if (!log.older) end("gone");
    else if (now.pages === MOST_PAGES) end("too_far");
    else {
      if (now.pages === 0) setState({ at: place, search: "running" });
      now.pages += 1;
      void client.loadOlder(channel);
    }
  }, [place, channel, message, rows, log, toRow, client]);

  const reached = useRef<typeof place>(undefined);
  const reach = useCallback(
    (row: HTMLElement) => {
      if (reached.current === place) return;
      reached.current = place;
      // The keyboard goes on from there, unless somebody is writing.
      if (!isBusy(document.activeElement)) row.focus({ preventScroll: true });
    },
    [place],
  );
  return { shown: message, search: state?.at === place ? state.search : undefined, reach };
}
