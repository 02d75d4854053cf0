import { IconCheck, IconX } from "@tabler/icons-react";
import type { ProgressView } from "../../api.ts";
import { useConsole } from "../state/context.ts";
import styles from "./progress-list.module.css";

/** How far each picture of a batch is, as a small canvas each. */
export function ProgressList({ progress }: { readonly progress: ProgressView }) {
  const { texts } = useConsole();
  return (
    <ol className={styles.list} aria-label={texts.progress}>
      {progress.items.map((item, index) => (
        // Items stand for the jobs of a batch, whose number and order never change.
        <li key={`job ${index + 1}`} className={styles.item} data-state={item.state}>
          <span className={styles.canvas} aria-hidden="true">
            {item.state === "succeeded" && <IconCheck size={18} stroke={2} />}
            {item.state === "failed" && <IconX size={18} stroke={2} />}
          </span>
          <span className={styles.label}>
            {progress.items.length > 1 && <span className={styles.ordinal}>{index + 1}</span>}
            {item.label}
          </span>
        </li>
      ))}
    </ol>
  );
}
