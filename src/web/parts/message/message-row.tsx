import { memo } from "react";
import { useConsole } from "../../state/console-context.ts";
import type { LogRow } from "../../state/log/log-rows.ts";
import { dayLabel } from "../../state/moments.ts";
import type { OutboxItem } from "../../state/outbox.ts";
import { MessageItem } from "./message-item.tsx";
import styles from "./log/message-log.module.css";

type MessageRowProps = Omit<Extract<LogRow, { kind: "message" }>, "kind" | "key"> & {
  /** Set if the message was sent to the server, but not acknowledged yet. */
  readonly unsent: OutboxItem | undefined;
};

/** A message, below its date if it is the first of its day. Rendered again only when it changes. */
export const MessageRow = memo(function MessageRow({ message, grouped, newDay, unsent }: MessageRowProps) {
  const { texts, locale } = useConsole();
  return (
    <>
      {newDay && <div className={styles.day}>{dayLabel(message.createdAt, locale, texts)}</div>}
      <MessageItem message={message} grouped={grouped} {...(unsent ? { unsent } : {})} />
    </>
  );
});
