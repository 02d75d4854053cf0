import { Button, Loader } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useCallback, useMemo } from "react";
import { EMPTY_LOG, shownMessages } from "../../state/log/channel-log.ts";
import { useChannelName } from "../../state/channels/use-channel-name.ts";
import { useConsole, useConsoleState, useStore } from "../../state/context.ts";
import { logRows } from "../../state/log/log-rows.ts";
import { useLinkedMessage } from "../../state/log/use-linked-message.ts";
import { useLogWindow } from "../../state/log/use-log-window.ts";
import { EmptyChannel } from "../frame/empty-channel.tsx";
import { Announcer } from "./announcer.tsx";
import { LinkedNote } from "./linked-note.tsx";
import { MessageRow } from "./message-row.tsx";
import { UnsentItem } from "./unsent-item.tsx";
import styles from "./message-log.module.css";

export function MessageLog() {
  const { texts, channel, person, client, unsent } = useConsole();
  const name = useChannelName(channel);
  const log = useConsoleState((state) => state.logs.get(channel) ?? EMPTY_LOG);
  const items = useStore(unsent, (all) => all);
  const messages = useMemo(() => shownMessages(log), [log]);
  const waiting = useMemo(
    () =>
      items.filter(
        ({ message }) => message.channel === channel && message.as === person && !log.messages.has(message.id),
      ),
    [items, channel, person, log],
  );
  const rows = useMemo(() => logRows(messages, waiting), [messages, waiting]);
  const { frameRef, virtualizer, hasNews, toEnd, toRow } = useLogWindow({
    rows,
    lastIsOwn: waiting.length > 0,
    loadOlder: () => client.loadOlder(channel),
  });
  const linked = useLinkedMessage({ rows, log, toRow });
  const { reach } = linked;
  const measureLinked = useCallback(
    (row: HTMLDivElement | null) => {
      virtualizer.measureElement(row);
      if (row) reach(row);
    },
    [virtualizer, reach],
  );
  const loaded = log.from !== undefined;
  const shown = virtualizer.getVirtualItems();

  return (
    <div className={styles.frame}>
      {/* Scrolling changes what is rendered, and only what arrives is read out. */}
      <div ref={frameRef} className={styles.scroll} role="log" aria-live="off" aria-label={texts.messages}>
        <div className={styles.content}>
          {!loaded && <Loader className={styles.loader} size="sm" type="dots" aria-label={texts.loading} />}
          {loaded && rows.length === 0 && <EmptyChannel />}
          {rows.length > 0 && (
            <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
              {log.older && <p className={styles.edge}>{texts.loadingOlder}</p>}
              {loaded && !log.older && <p className={styles.edge}>{texts.beginning(name)}</p>}
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
      <Announcer messages={messages} isLoaded={loaded} />
      <LinkedNote search={linked.search} />
      {hasNews && (
        <Button
          className={styles.news}
          size="compact-sm"
          radius="xl"
          rightSection={<IconArrowDown size={15} />}
          onClick={toEnd}
        >
          {texts.newMessages}
        </Button>
      )}
    </div>
  );
}
