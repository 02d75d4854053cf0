import { useEffect } from "react";
import type { ConsoleClient } from "../console-client.ts";
import { useStore } from "../console-context.ts";

/**
 * Keeps the page's title up to date: the number of unread messages, and the name of the channel, if the address names one. Marks
 * messages as read when the page becomes visible.
 */
export function usePageTitle(client: ConsoleClient, channel: string | undefined): void {
  const unread = useStore(client.store, ({ channels, unread: counts }) =>
    channels.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0),
  );
  useEffect(() => {
    const count = unread === 0 ? "" : `(${unread}) `;
    document.title = channel === undefined ? `${count}Easel` : `${count}#${channel} · Easel`;
  }, [channel, unread]);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === "visible") client.look();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [client]);
}
