import { useConsole } from "../../../state/console-context.ts";
import { useDraftControl } from "../../../state/draft/draft-control.ts";
import type { OutboxItem } from "../../../state/outbox.ts";
import { TextButton } from "../../text-button.tsx";
import styles from "./unsent.module.css";

/** The state of the person's own unacknowledged message. Renders nothing while all is well. */
export function UnsentNote({ item }: { readonly item: OutboxItem }) {
  const { texts, outbox } = useConsole();
  const { write } = useDraftControl();
  if (item.state === "sending") return null;
  if (item.state === "retrying") {
    return <output className={styles.note}>{texts.notSent}</output>;
  }
  const { id, text, replyTo } = item.message;
  const change = (): void => {
    const files = item.files.flatMap(({ name, blob }) => (blob ? [new File([blob], name, { type: blob.type })] : []));
    const lost = item.files.flatMap(({ name, blob }) => (blob ? [] : [name]));
    write(text, { files, lost, ...(replyTo === undefined ? {} : { replyTo }) });
    outbox.discard(id);
  };
  return (
    <p className={styles.note} data-refused="true" role="alert">
      {texts.refused(item.reason ?? "")}
      <TextButton onClick={change}>{texts.changeIt}</TextButton>
      <TextButton onClick={() => outbox.again(id)}>{texts.tryAgain}</TextButton>
      <TextButton onClick={() => outbox.discard(id)}>{texts.discard}</TextButton>
    </p>
  );
}
