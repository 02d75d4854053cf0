import { useConsole } from "../../state/context.ts";
import type { OutboxItem } from "../../state/outbox.ts";
import styles from "./unsent.module.css";

/** The state of our own unacknowledged message. Shows nothing while all is well. */
export function UnsentNote({ item }: { readonly item: OutboxItem }) {
  const { texts, outbox } = useConsole();
  if (item.state === "sending") return null;
  if (item.state === "retrying") {
    return <output className={styles.note}>{texts.notSent}</output>;
  }
  return (
    <p className={styles.note} data-refused="true" role="alert">
      {texts.refused(item.reason ?? "")}
      <button type="button" onClick={() => outbox.again(item.message.id)}>
        {texts.tryAgain}
      </button>
      <button type="button" onClick={() => outbox.discard(item.message.id)}>
        {texts.discard}
      </button>
    </p>
  );
}
