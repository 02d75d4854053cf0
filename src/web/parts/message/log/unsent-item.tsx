import { displayName } from "../../../../platforms/console/api/people.ts";
import { useConsole } from "../../../state/console-context.ts";
import type { OutboxItem } from "../../../state/outbox.ts";
import { Avatar } from "../avatar.tsx";
import { UnsentNote } from "./unsent-note.tsx";
import styles from "../message-item.module.css";
import own from "./unsent.module.css";

/** A message that the server has not acknowledged yet. */
export function UnsentItem({ item }: { readonly item: OutboxItem }) {
  const { texts } = useConsole();
  const { message, files } = item;
  const name = displayName(message.as);
  return (
    <article className={styles.item} aria-busy={item.state !== "refused"}>
      <div className={styles.margin}>
        <Avatar id={message.as} name={name} />
      </div>
      <div className={styles.body}>
        <header className={styles.head}>
          <span className={styles.author}>{name}</span>
          {item.state === "sending" && (
            <output className={styles.quiet}>
              {files.some(({ upload }) => upload === undefined) ? texts.uploading : texts.sending}
            </output>
          )}
        </header>
        {message.text !== "" && <div className={`${styles.text} ${own.faint}`}>{message.text}</div>}
        {files.length > 0 && <p className={styles.footer}>{files.map((file) => file.name).join(", ")}</p>}
        <UnsentNote item={item} />
      </div>
    </article>
  );
}
