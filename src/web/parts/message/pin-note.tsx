import { IconPin } from "@tabler/icons-react";
import type { MessageView } from "../../../platforms/console/api/api.ts";
import { useConsole, useStore } from "../../state/console-context.ts";
import { pressKey } from "../../state/presses.ts";
import styles from "./message-item.module.css";

/** Says that the message is pinned, or why pinning failed. */
export function PinNote({ message }: { readonly message: MessageView }) {
  const { texts, presses } = useConsole();
  const state = useStore(presses.store, (all) => all[pressKey(message.id, "pin")]);
  return (
    <>
      {message.pinned && (
        <p className={styles.footer}>
          <IconPin size={14} stroke={1.7} aria-hidden="true" /> {texts.pinned}
        </p>
      )}
      {state?.pending === false && (
        <p className={styles.footer} role="alert">
          {texts.pressFailed(state.reason)}
        </p>
      )}
    </>
  );
}
