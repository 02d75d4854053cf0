import "../../mantine-controls.css";
import { Loader } from "@mantine/core";
import { Suspense, useCallback, useEffect, useMemo, useRef } from "react";
import { EMPTY_LOG, messagesIn, newestPosition } from "../../../state/log/channel-log.ts";
import { isNewest } from "../../../state/log/ranges.ts";
import { viewedRange } from "../../../state/log/viewed.ts";
import { useChannelName } from "../../../state/channels/use-channel-name.ts";
import { useConsole, useConsoleState, useStore } from "../../../state/console-context.ts";
import { lazyPart } from "../../../state/load/lazy-part.ts";
import { logRows } from "../../../state/log/log-rows.ts";
import { useLinkedMessage } from "../../../state/log/use-linked-message.ts";
import { useLogWindow } from "../../../state/log/use-log-window.ts";
import type { OutboxItem } from "../../../state/outbox.ts";
import { EmptyChannel } from "../../frame/empty-channel.tsx";
import { Announcer } from "./announcer.tsx";
import { MessageRow } from "../message-row.tsx";
import { UnsentItem } from "./unsent-item.tsx";
import styles from "./message-log.module.css";

const LogNotes = lazyPart(async () => (await import("./log-notes.tsx")).LogNotes);

export function MessageLog() {
  const { texts, channel, person, client, unsent, go } = useConsole();
  const name = useChannelName(channel);
  const log = useConsoleState((state) => state.logs.get(channel) ?? EMPTY_LOG);
  const items = useStore(unsent, (all) => all);
  const range = useConsoleState((state) => viewedRange(state, channel));
  const isBehind = range !== undefined && !isNewest(range);
  const messages = useMemo(() => messagesIn(log, range), [log, range]);
  const newest = useMemo(() => newestPosition(log), [log]);
  const waiting = useMemo(
    () =>
      items.filter(
        ({ message }) => message.channel === channel && message.as === person && !log.messages.has(message.id),
      ),
    [items, channel, person, log],
  );
  // Unsent messages belong below the newest ones.
  const rows = useMemo(() => logRows(messages, isBehind ? [] : waiting), [messages, isBehind, waiting]);
  useBackOnWriting(isBehind, waiting);
  const { frameRef, virtualizer, hasNews, isAway, toEnd, toRow } = useLogWindow({
    rows,
    range,
    lastIsOwn: waiting.length > 0,
    loadOlder: () => client.loadOlder(channel),
    loadNewer: () => client.loadNewer(channel),
  });
  const linked = useLinkedMessage({ rows, toRow });
  const { reach } = linked;
  const measureLinked = useCallback(
    (row: HTMLDivElement | null) => {
      virtualizer.measureElement(row);
      if (row) reach(row);
    },
    [virtualizer, reach],
  );
  const toNewest = (): void => {
    go(channel);
    if (!isBehind) toEnd();
    // The button disappears, so move the focus to the messages.
    frameRef.current?.focus({ preventScroll: true });
  };
  const loaded = range !== undefined;
  const shown = virtualizer.getVirtualItems();

  return (
    <div className={styles.frame}>
      {/* Scrolling changes what is rendered. The Announcer reads new messages. */}
      <div
        ref={frameRef}
        className={styles.scroll}
        tabIndex={-1}
        role="log"
        aria-live="off"
        aria-label={texts.messages}
      >
        <div className={styles.content}>
          {!loaded && <Loader className={styles.loader} size="sm" type="dots" aria-label={texts.loading} />}
          {loaded && rows.length === 0 && <EmptyChannel />}
          {rows.length > 0 && (
            <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
              {loaded && <p className={styles.edge}>{range.from > 0 ? texts.loadingOlder : texts.beginning(name)}</p>}
              {isBehind && <p className={styles.lowerEdge}>{texts.loadingNewer}</p>}
              {shown.map(({ index, key, start }) => {
                const row = rows[index];
                const isLinked = row?.key === linked.shown;
                return (
                  row && (
                    <div
                      key={key}
                      ref={isLinked ? measureLinked : virtualizer.measureElement}
                      data-index={index}
                      className={styles.row}
                      style={{ top: start }}
                      aria-current={isLinked ? "true" : undefined}
                      tabIndex={isLinked ? -1 : undefined}
                    >
                      {row.kind === "unsent" ? (
                        <UnsentItem item={row.item} />
                      ) : (
                        <MessageRow
                          message={row.message}
                          grouped={row.grouped}
                          newDay={row.newDay}
                          unsent={items.find(({ message }) => message.id === row.key)}
                        />
                      )}
                    </div>
                  )
                );
              })}
            </div>
          )}
        </div>
      </div>
      <Announcer messages={messages} newest={newest} isLoaded={loaded} />
      <Suspense>
        <LogNotes
          linked={linked}
          hasNews={hasNews}
          // Offer a way back after a link or a jump to a date.
          leadsBack={isBehind || (isAway && linked.shown !== undefined)}
          onNewest={toNewest}
        />
      </Suspense>
    </div>
  );
}

/** Returns to the newest messages when the reader sends one. */
function useBackOnWriting(isBehind: boolean, waiting: readonly OutboxItem[]): void {
  const { go, channel } = useConsole();
  const known = useRef(new Set(waiting.map(({ message }) => message.id)));
  useEffect(() => {
    const isNew = waiting.some(({ message }) => !known.current.has(message.id));
    known.current = new Set(waiting.map(({ message }) => message.id));
    if (isBehind && isNew) go(channel);
  }, [isBehind, waiting, go, channel]);
}
