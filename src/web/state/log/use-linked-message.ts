import { useEffect, useRef, useState } from "react";
import type { ChannelLog } from "./channel-log.ts";
import { useConsole } from "../context.ts";
import type { LogRow } from "./log-rows.ts";

/** Pages of history that are loaded to find a linked message: two thousand messages. */
const MOST_PAGES = 40;

export interface LinkedMessage {
  /** The key of the row that the address links to, once it has been found. */
  readonly shown: string | undefined;
  /** The link leads to no message that this person can see, or to one that is too old. */
  readonly isGone: boolean;
}

/** Scrolls to the message in the page's address, and loads history until it is there. */
export function useLinkedMessage(what: {
  readonly rows: readonly LogRow[];
  readonly log: ChannelLog;
  readonly toRow: (index: number) => void;
}): LinkedMessage {
  const { rows, log, toRow } = what;
  const { place, client } = useConsole();
  const { channel, message } = place;
  const done = useRef<typeof place>(undefined);
  const pages = useRef(0);
  const [goneAt, setGoneAt] = useState<typeof place>();

  useEffect(() => {
    if (message === undefined || log.from === undefined || done.current === place) return;
    const index = rows.findIndex((row) => row.key === message);
    if (index >= 0) {
      done.current = place;
      pages.current = 0;
      toRow(index);
    } else if (log.older && pages.current < MOST_PAGES) {
      pages.current += 1;
      void client.loadOlder(channel);
    } else {
      done.current = place;
      pages.current = 0;
      setGoneAt(place);
    }
  }, [place, channel, message, rows, log, toRow, client]);

  const isGone = goneAt === place;
  return { shown: isGone ? undefined : message, isGone };
}
