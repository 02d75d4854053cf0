import { Button, Loader } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useMemo } from "react";
import { EMPTY_LOG, shownMessages } from "../../state/log/channel-log.ts";
import { useConsole, useConsoleState, useStore } from "../../state/context.ts";
import { dayOf, dayLabel } from "../../state/moments.ts";
import { useFollowing } from "../../state/log/use-following.ts";
import { EmptyChannel } from "../frame/empty-channel.tsx";
import { MessageItem } from "./message-item.tsx";
import { UnsentItem } from "./unsent-item.tsx";
import styles from "./message-log.module.css";

/** Consecutive messages of one author within this time share one head. */
const GROUP_MS = 5 * 60_000;

export function MessageLog() {
  const { texts, locale, channel, person, client, unsent } = useConsole();
  const log = useConsoleState((state) => state.logs[channel] ?? EMPTY_LOG);
  const items = useStore(unsent, (all) => all);
  const messages = useMemo(() => shownMessages(log), [log]);
  const waiting = items.filter(
    ({ message }) => message.channel === channel && message.as === person && !log.messages.has(message.id),
  );
  const unacknowledged = new Map(items.map((item) => [item.message.id, item]));
  const last = waiting.at(-1)?.message.id ?? messages.at(-1)?.id;
  const { frameRef, contentRef, hasNews, toEnd } = useFollowing({
    first: messages[0]?.id,
    last,
    lastIsOwn: waiting.length > 0,
    loadOlder: () => client.loadOlder(channel),
  });
  const loaded = log.from !== undefined;
  const isEmpty = loaded && messages.length === 0 && waiting.length === 0;

  return (
    <div className={styles.frame}>
      <div ref={frameRef} className={styles.scroll} role="log" aria-label={texts.messages}>
        <div ref={contentRef} className={styles.content}>
          {!loaded && <Loader className={styles.loader} size="sm" type="dots" aria-label={texts.loading} />}
          {log.older && <p className={styles.edge}>{texts.loadingOlder}</p>}
          {loaded && !log.older && !isEmpty && <p className={styles.edge}>{texts.beginning(channel)}</p>}
          {isEmpty && <EmptyChannel />}
          {messages.map((message, index) => {
            const before = messages[index - 1];
            const newDay = before === undefined || dayOf(before.createdAt) !== dayOf(message.createdAt);
            const grouped =
              !newDay &&
              before.author.id === message.author.id &&
              before.private === message.private &&
              message.replyTo === undefined &&
              message.createdAt - before.createdAt < GROUP_MS;
            const item = unacknowledged.get(message.id);
            return (
              <div key={message.id}>
                {newDay && <div className={styles.day}>{dayLabel(message.createdAt, locale, texts)}</div>}
                <MessageItem message={message} grouped={grouped} {...(item ? { unsent: item } : {})} />
              </div>
            );
          })}
          {waiting.map((item) => (
            <UnsentItem key={item.message.id} item={item} />
          ))}
        </div>
      </div>
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
